export { type Account, type AccountSource, accountOf, createAccount } from './accounts/account';
export { accountSource, safetySettings } from './accounts/account-source';
export type { DeviceEntry, Directory, LocationEntry } from './accounts/directory';
export { type DeviceQuery, deviceRow, findDevices, placeNames } from './accounts/find-devices';
export { leaseSimulator, type SimulatorLease, type SimulatorOptions } from './accounts/simulators';
export { readableDevices, resolveTargets, type Target, type TargetConfig, targetOf } from './accounts/targets';
export { registerAdmin } from './admin/register';
export { type Handle, type HandleRow, inOrder, readHandleHistory } from './breakers/handle-history';
export { createLaterOutcomes, type LaterOutcomes } from './breakers/later-outcomes';
export { muteCountdown } from './breakers/mute-countdown';
export { createToldKeys, type ExpiringKey, expiringKeys, shownKey } from './breakers/udp-key-rows';
export {
  type CallConfig,
  type CallPlan,
  callOfMessage,
  inputOfPlan,
  planOfCall,
  problemsOfPlan,
} from './calls/call-plan';
export { sendCallPages, sendCallResult } from './calls/present-call';
export { changeOfForm, paceOfForm, tariffOfForm } from './chargers/charger-form';
export { flatChargerControl, flatChargerState, presentConfiguration } from './chargers/charger-presentation';
export { createPlanBadge, type PlanBadge } from './chargers/plan-badge';
export {
  completeSession,
  latestSession,
  type PlugSession,
  readPlugSessions,
  readSessionMeter,
  type SessionQuery,
  sessionNamed,
} from './chargers/plug-sessions';
export { reportSession, type SessionForm, sessionQueryOf } from './chargers/session-report';
export { commandRecordOf, locksOf } from './commands/command-stores';
export { createMadeByNode, type MadeByNode } from './made/made-by-node';
export { chartPoints, flatDeviceData, flatMeter } from './metering/flat-meter';
export { historyWindows, readHistory } from './metering/history';
export { circuitBadge } from './node/circuit-badge';
export { clockOf } from './node/clock-of';
export { defineNode, type NodeContext, type Started, type StartedNode } from './node/define-node';
export { type DeviceOutcome, eachDevice, enteredWork } from './node/each-device';
export type { InputRun } from './node/inputs';
export { invalidInput } from './node/invalid-input';
export type { Message, Parts } from './node/message';
export { onceAMinute } from './node/once-a-minute';
export { createPoller, pollMaxAgeMs, untilNextPollMs } from './node/polling';
export { presentDevices } from './node/present-devices';
export { presentError } from './node/present-error';
export { presentOne } from './node/present-one';
export type { Reply } from './node/reply';
export { resolveValue } from './node/resolve-value';
export { sendHistory } from './node/send-history';
export { sendRows } from './node/send-rows';
export type { Look, Status } from './node/status';
export { createTexts, ownTexts, type Texts } from './node/texts';
export { customRange, recentRange } from './node/time-range';
export { readBackOf, writeRequestOf } from './node/write-request';
export { createEndpoint, type Endpoint, type EndpointConfig, endpointOf } from './receiving/endpoint';
export type { ReceiverReport } from './receiving/receiver';
export { startQueueWorker } from './receiving/start-queue-worker';
export { startStreamReceiver } from './receiving/start-stream-receiver';
export { startWebhookIn } from './receiving/start-webhook-in';
export type { OutsideTest } from './receiving/test-from-outside';
export type { AppliedSchedules } from './schedules/apply-schedules';
export { batchRow } from './schedules/batch-rows';
export { createDeclares } from './schedules/declare-schedules';
export { awaitCapture } from './waveforms/await-capture';
export { type CaptureCurves, chartOfCapture } from './waveforms/capture-chart';
export {
  analyseCapture,
  csvNameOf,
  csvOfCapture,
  fullCapture,
  type ReadCapture,
  summaryOfCapture,
} from './waveforms/capture-output';
export { captureTimes } from './waveforms/capture-times';
export {
  type CaptureQuery,
  type CaptureRecord,
  type CaptureSummary,
  captureNamed,
  latestCapture,
  listCaptures,
  readCapture,
} from './waveforms/captures';
