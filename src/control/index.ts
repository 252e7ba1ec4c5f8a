export {
  type Batch,
  type BatchOperator,
  type BatchRequest,
  type BatchResult,
  type CancelResult,
  createBatchOperator,
} from './batch/batch';
export { type BatchBody, batchWarnings, parseBatchBody, runsAtOnce } from './batch/batch-body';
export { noDeviceFits } from './batch/devices';
export { type BatchProgress, type BatchStatuses, isCancelled, progressOf } from './batch/progress';
export { coordinatesOf, findSunPlace } from './batch/sun-place';
export { type BreakerOperator, createBreakerOperator, type EnteredBreakerCommand } from './breaker/breaker';
export {
  type CircuitOptions,
  type CircuitRecord,
  circuitOfDeviceData,
  readCircuitState,
} from './breaker/circuit-state';
export { type Command, parseCommand } from './breaker/command';
export { readHeldDevices } from './breaker/event-hold';
export {
  enterLock,
  type LockOutRequest,
  type LockRequest,
  type LockResult,
  type UnlockResult,
  unlock,
} from './breaker/lock-out';
export type { BreakerRequest, BreakerResult, CommandOutcome } from './breaker/request';
export { type CallOperator, createCallOperator } from './call/call';
export {
  asWrittenRefused,
  effectOf,
  isDestructive,
  isSentAsWritten,
  type OperationEffect,
} from './call/operation-effects';
export type { CallRequest, CallResult } from './call/request';
export { type ChargerOperator, createChargerOperator } from './charger/charger';
export { parseAmperes, parseChargerChange } from './charger/input';
export { nextSequence } from './charger/queue';
export type {
  ChargerChange,
  ChargerChangeRequest,
  ChargerConfiguration,
  ChargerCurrentRequest,
  ChargerOutcome,
  ChargerResult,
  CurrentPlan,
} from './charger/request';
export { type ChargerView, readCharger } from './charger/view';
export { createDeviceOperator, type DeviceOperator } from './device/device';
export { type FindLightResult, findLightMs, lightToFind } from './device/find-light';
export { type DeviceSettingsRead, readDeviceSettings } from './device/read-device';
export type { DeviceChange, DeviceOutcome, DeviceResult, DeviceSettings } from './device/request';
export { confirmationOf, type OwnSecrets } from './interlocks/call';
export { createProtection } from './interlocks/protection';
export { refusal } from './interlocks/refusal';
export { type CriticalDevices, isDryRun, type SafetySettings } from './interlocks/safety';
export type {
  KeyAssignment,
  KeyResult,
  KeyRotation,
  RotationResult,
  RotationStep,
  UdpKey,
  UdpKeyPriority,
  UdpKeyType,
} from './keys/request';
export { createKeyOperator, type KeyOperator } from './keys/udp-keys';
export {
  type CommandEntry,
  type CommandRecord,
  createCommandRecord,
  createLocks,
  devicesOf,
  type Locks,
  mayHaveExecuted,
  newerVersion,
  type PendingRecord,
  type RecordJournal,
  type RequestedCommand,
  type Requester,
  readStoredLocks,
  type ServiceDevice,
  type StoredLocks,
  serviceKey,
} from './record';
export type { CaptureRequest, CaptureResult, ThresholdRequest, ThresholdResult } from './waveform/request';
export { createWaveformOperator, type WaveformOperator } from './waveform/waveform';
export { type ForeignCommand, memoryContext, type OperatorContext, type UnheardWrite } from './write/operator-context';
export type { Asker, DeviceRequest, SettingEntries, WriteRequest } from './write/write-request';
