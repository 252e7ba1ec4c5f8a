export {
  type Batch,
  type BatchGuard,
  type BatchOperator,
  type BatchResult,
  type CancelResult,
  createBatchOperator,
} from './batch';
export { coordinatesOf } from './batch-devices';
export { type BatchOrder, readOrder, runsAtOnce } from './batch-order';
export { type BatchProgress, type BatchStatuses, isCancelled, progressOf } from './batch-progress';
export {
  type BreakerOperator,
  type BreakerRequest,
  type BreakerResult,
  createBreakerOperator,
  type Outcome,
} from './breaker';
export { type ChargerOperator, createChargerOperator } from './charger';
export { parseAmperes, parseChargerChange } from './charger-input';
export type {
  ChargerChange,
  ChargerChangeRequest,
  ChargerCurrentRequest,
  ChargerOutcome,
  ChargerRequest,
  ChargerResult,
} from './charger-request';
export { type ChargerView, readCharger } from './charger-view';
export { type Command, parseCommand } from './command';
export type { SafetySettings } from './safety';
