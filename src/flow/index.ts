export { type Account, type AccountSource, accountOf, createAccount } from './account';
export { accountSource, safetySettings } from './account-source';
export { registerAdmin } from './admin/register';
export type { AppliedSchedules } from './apply-schedules';
export { batchRow } from './batch-rows';
export { changeOfForm, paceOfForm, tariffOfForm } from './charger-form';
export { flatChargerControl, flatChargerState, presentConfiguration } from './charger-presentation';
export { clockOf } from './clock-of';
export { createDeclares } from './declare-schedules';
export { defineNode, type NodeContext, type StartedNode } from './define-node';
export type { DeviceEntry, Directory, LocationEntry } from './directory';
export { type DeviceOutcome, eachDevice } from './each-device';
export { createEndpoint, type Endpoint, type EndpointConfig, endpointOf } from './endpoint';
export { chartPoints, flatDeviceData, flatMeter } from './flat-meter';
export { historyWindows, readHistory } from './history';
export type { InputRun } from './inputs';
export { invalidInput } from './invalid-input';
export type { Message, Parts } from './message';
export { messageTimes } from './message-times';
export {
  completeSession,
  latestSession,
  type PlugSession,
  readPlugSessions,
  readSessionMeter,
  type SessionQuery,
  sessionNamed,
} from './plug-sessions';
export { presentDevices } from './present-devices';
export { presentError } from './present-error';
export type { ReceiverReport } from './receiver';
export { resolveValue } from './resolve-value';
export { sendHistory } from './send-history';
export { reportSession, type SessionForm, sessionQueryOf } from './session-report';
export { leaseSimulator, type SimulatorLease, type SimulatorOptions } from './simulators';
export { startStreamReceiver } from './start-stream-receiver';
export { startWebhookIn } from './start-webhook-in';
export type { Look, Status } from './status';
export { readableDevices, resolveTargets, type Target, type TargetConfig, targetOf } from './targets';
export type { OutsideTest } from './test-from-outside';
export { createTexts, type Texts } from './texts';
export { customRange, recentRange } from './time-range';
