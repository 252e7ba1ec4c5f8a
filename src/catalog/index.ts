export { settingsOf, triesOtherToken } from './assumed-settings';
export {
  type AnswerOf,
  catalog,
  type InputOf,
  type ItemOf,
  isOperationId,
  type ListOperationId,
  type OperationId,
  operationIds,
  type PagedOperationId,
  pathParameters,
  rowOf,
} from './catalog';
export { checkInput, type InputCheck } from './check-input';
export { checkWritten } from './check-written';
export { type DevicePlace, devicePlaces, namesOfParameter, withDevicesAt, withoutRepeats } from './device-places';
export {
  deviceOnboardingEvent,
  deviceOverrideEvent,
  participationStatuses,
  permissionChangeTypes,
  receiverAssumptions,
  type StreamPublish,
  shareCodeStatuses,
  shareDeviceCodeEvent,
  streamChannels,
  streamPublish,
  streamSchemaVersion,
  streamSignature,
  userPermissionEvent,
  type WebhookKind,
  webhookEvents,
} from './events';
export { factsOf, type RowFacts } from './facts';
export { isIdentifier } from './input-parts';
export { limits } from './limits';
export type {
  Assumption,
  AssumptionSetting,
  Comparison,
  Filter,
  FilterField,
  HardwareType,
  Method,
  OperationRow,
  Paging,
  RuleInput,
  TokenKind,
} from './operation';
export { type RetryClass, type RetryPolicy, retryPolicies } from './retry';
export { serviceAssumptions } from './service-assumptions';
export { batchPaths, batchStatuses, batchTypes, sunScheduleTypes } from './shapes/batch';
export { deviceSkus, hardwareTypes, knownLoadTypes } from './shapes/device';
export {
  evseErrorTypes,
  evseOfflineModes,
  evseReadOnlyModes,
  evseSettableModes,
  evseStates,
  weekDays,
} from './shapes/evse';
export { metricNames } from './shapes/meter';
export { inviteTypes, locationTypes, secretNames, userRoleStatuses } from './shapes/organization';
export { streamFormats } from './shapes/stream';
export { udpKeyPriorities, udpKeyTypes } from './shapes/udp-key';
export { identifierPattern } from './shapes/values';
export { waveformTriggers, waveformTypes } from './shapes/waveform';
