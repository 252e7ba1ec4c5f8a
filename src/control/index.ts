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
export { type BreakerOperator, createBreakerOperator, type EnteredBreakerCommand } from './breaker';
export type { BreakerRequest, BreakerResult, Outcome } from './breaker-request';
export { type CallOperator, createCallOperator } from './call';
export type { OwnSecrets } from './call-interlocks';
export type { CallRequest, CallResult } from './call-request';
export { type ChargerOperator, createChargerOperator } from './charger';
export { parseAmperes, parseChargerChange } from './charger-input';
export { nextSequence } from './charger-queue';
export type {
  ChargerChange,
  ChargerChangeRequest,
  ChargerCurrentRequest,
  ChargerOutcome,
  ChargerResult,
  CurrentPlan,
} from './charger-request';
export { type ChargerView, readCharger } from './charger-view';
export { type CircuitOptions, type CircuitRecord, circuitOfDeviceData, readCircuitState } from './circuit-state';
export { type Command, parseCommand } from './command';
export { createDeviceOperator, type DeviceOperator } from './device';
export type { DeviceChange, DeviceOutcome, DeviceResult, DeviceSettings } from './device-request';
export { readHeldDevices } from './event-hold';
export { effectOf, isDestructive, type OperationEffect } from './operation-effects';
export { type ForeignCommand, memoryContext, type OperatorContext, type UnheardWrite } from './operator-context';
export { type DeviceSettingsRead, readDeviceSettings } from './read-device';
export {
  type AskedBy,
  type AskedCommand,
  type CommandEntry,
  type CommandRecord,
  createCommandRecord,
  createLocks,
  type Locks,
  newerVersion,
  type RecordedCommand,
  type RecordJournal,
  readStoredLocks,
  type ServiceDevice,
  type StoredLocks,
} from './record';
export { isDryRun, type SafetySettings } from './safety';
export type {
  KeyAssignment,
  KeyResult,
  KeyRotation,
  RotationResult,
  RotationStep,
  UdpKey,
  UdpKeyPriority,
  UdpKeyType,
} from './udp-key-request';
export { createKeyOperator, type KeyOperator } from './udp-keys';
export { createWaveformOperator, type WaveformOperator } from './waveform';
export type { CaptureRequest, CaptureResult, ThresholdRequest, ThresholdResult } from './waveform-request';
export type { Asker, DeviceRequest, SettingPlaces, WriteRequest } from './write-request';
