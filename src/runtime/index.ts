export { type Account, type AccountSource, accountOf, createAccount, runningAccount } from './accounts/account';
export {
  type AccountConfig,
  accountSource,
  clientIdFields,
  furtherOrganizations,
  safetySettings,
} from './accounts/account-source';
export { circuitsOf, registerDirectory } from './accounts/circuit-directories';
export { calledOf, createNames, type NamesOf, namesOfAccount, withNames } from './accounts/device-names';
export type { DeviceEntry, LocationEntry } from './accounts/directory';
export { locationPaths } from './accounts/location-paths';
export { resolveDevices, resolveExceptions } from './accounts/resolve-devices';
export { accountFieldOf } from './accounts/settings-fields';
export { leaseSimulator } from './accounts/simulators';
export { siteDifference } from './accounts/site-difference';
export { maxReadDevices, resolveTargets, targetOf } from './accounts/targets';
export { trialAccount } from './accounts/trial-account';
export {
  type CallConfig,
  callOfMessage,
  findingsOfPlan,
  inputOfPlan,
  planOfCall,
  problemsOfPlan,
} from './calls/call-plan';
export { constructorOf, registerOf } from './lazy-node';
export { chartPoints, deviceDataPoints, type MeterPoint, pointOf } from './metering/chart-points';
export { flatDeviceData } from './metering/flat-device-data';
export { apparentPowerVA, flatMeter } from './metering/flat-meter';
export { readHistory, type TimeRange } from './metering/history';
export { asEditor, asNode, asTrial, keepOrigin, nodeOrigin } from './node/call-origin';
export { circuitBadge } from './node/circuit-badge';
export { clockOf } from './node/clock-of';
export { defineNode, type NodeContext, type Started, type StartedNode } from './node/define-node';
export { onceStarted, watchDeploys } from './node/deploy-watch';
export { enteredWork } from './node/each-device';
export type { InputRun } from './node/inputs';
export { instant } from './node/instant';
export { invalidInput } from './node/invalid-input';
export { createLookAgain } from './node/look-again';
export type { Message } from './node/message';
export type { MessageContext } from './node/message-context';
export { missingNode, type RefusedNode } from './node/missing-node';
export { namedBadge } from './node/named-badge';
export { type NetworkCause, networkCauseOf, networkSentence } from './node/network-cause';
export { createOnceAMinute, type OnceAMinute, onceAMinute } from './node/once-a-minute';
export { onceATurn } from './node/once-a-turn';
export { type DevicesSummary, presentDevices, showResult } from './node/present-devices';
export { presentError } from './node/present-error';
export { resolveValue } from './node/resolve-value';
export { sendHistory } from './node/send-history';
export { sendRows } from './node/send-rows';
export { originOf, serverOrigin } from './node/server-origin';
export {
  createStateStore,
  ForgetfulError,
  type OnStateTrouble,
  type StateTrouble,
  sharedMemory,
  writeState,
} from './node/state-file';
export { stateTroubleLog, userDirOf } from './node/state-trouble';
export type { Look, Status } from './node/status';
export { accountLabels, createTexts, ownTexts, type Texts } from './node/texts';
export { customRange, recentRange } from './node/time-range';
export { createUnknownTypesWarning } from './node/unknown-types';
export { readBackOf, writeRequestOf } from './node/write-request';
export {
  type CaptureQuery,
  type CaptureRecord,
  type CaptureSummary,
  describe,
  latestCapture,
  listCaptures,
  parseCaptureReference,
  readCapture,
  timeOf,
} from './waveforms/captures';
export {
  isNamedIn,
  type NodeTeller,
  type Row,
  reasonOf,
  rowOf,
  sentences,
  subjectOf,
  type Told,
  tellDevices,
  tellingRun,
  toldMessage,
} from './words/told';
export { createWords, type Words } from './words/words';
