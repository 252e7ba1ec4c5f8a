export {
  type AnswerOf,
  catalog,
  type InputOf,
  type ItemOf,
  type ListOperationId,
  type OperationId,
  operationIds,
  type PagedOperationId,
} from './catalog';
export {
  type CallOptions,
  type CallRecord,
  type Client,
  ClientError,
  type ClientOptions,
  type ClientSettings,
  type Credential,
  createClient,
  type ErrorCause,
  type ErrorCode,
  normalizePosition,
  type Page,
  type PageOf,
  type Reply,
} from './client';
export { type Clock, systemClock } from './clock';
export { createSimulator, type Simulator, type SimulatorOptions } from './simulator';
