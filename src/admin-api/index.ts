export type { AccountDraft } from './account-draft';
export type { AccountHealth, HealthPart, StreamHealth } from './account-health';
export type { AssumptionLine } from './assumptions';
export type { BatchLocation, BatchPreview, BatchQuestion } from './batch-preview';
export type { CallList, CallOrigin, ListedCall } from './call-list';
export type { CaptureRecord, Captures } from './captures';
export type { ChargerState } from './charger-state';
export { chargerErrorWords, chargerModeWords, chargerStateWords } from './charger-words';
export type { CircuitPreview, CircuitQuestion, PreviewedCircuit } from './circuit-preview';
export type { CommandEnding, CommandList, ListedCommand } from './command-list';
export type { CheckLine } from './connection-check';
export type { ContractProbe, ProbedDifference, ProbedLine } from './contract-probe';
export type { DeviceCurve } from './device-curve';
export { type Finding, warningKey } from './finding';
export type {
  GridOperator,
  OperatorAnswer,
  OperatorDevice,
  OperatorEvent,
  OperatorEventQuestion,
  OperatorProblem,
  OperatorReason,
} from './grid-operator';
export type { LegAnswer, LegSearch } from './legs';
export type { LiveAnswer, LiveChanges, LiveDevice } from './live-device';
export {
  type DeviceClaim,
  type HeldDevice,
  type ListedLimit,
  type ListedLoad,
  type ListedManager,
  type ManagerAction,
  type ManagerList,
  type ManagerQuestion,
  managerActions,
} from './load-managers';
export type { MadeByGone } from './made-by-gone';
export type { Nameplate, Nameplates } from './nameplate';
export { type OperateAction, type OperateAnswer, type OperateQuestion, operateActions } from './operate';
export type { CallFields, CallPreview, FilterField, OperationForm, OperationLine, ValueSchema } from './operations';
export {
  type FoundProblem,
  fieldWords,
  type LabelOf,
  problemSentence,
  problemWords,
  reasonSentence,
  withoutFormOfEmpty,
} from './problem-words';
export type { EndpointFacts, OutsideTest, ReceiverReport, ShownRefusal } from './receiver-report';
export {
  daysAgo,
  type RehearsalDay,
  type RehearsalEnd,
  type RehearsalFailure,
  type RehearsalFailureKind,
  type RehearsalFault,
  type RehearsalFaultKind,
  type RehearsalFinding,
  type RehearsalPlan,
  type RehearsalResult,
  type RehearsalState,
  type RehearsalVerdict,
  type RehearsedEvent,
  type RehearsedGap,
  type RehearsedLimit,
  type RehearsedNode,
  rehearsalDays,
  rehearsalFailures,
  rehearsalFaults,
  type SavedScenario,
} from './rehearsal';
export {
  expectationFields,
  expectationKinds,
  type RehearsalExpectation,
  type RehearsalExpectationField,
  type RehearsalExpectationKind,
} from './rehearsal-expectations';
export { relativeTime, timeUnits } from './relative-time';
export {
  type AccountAnswerOf,
  type AccountInputNameOf,
  type AccountQueryOf,
  type AccountRoute,
  type AnswerOf,
  accountRoutes,
  type InputNameOf,
  methodOf,
  type ParameterOf,
  type RequestOf,
  type Route,
  routes,
} from './routes';
export type { Permission } from './row';
export type { SimulatedDevice, SimulatorControl, SimulatorState } from './simulator-state';
export { deviceName, type Site, type SiteDevice, type SiteLocation, type SiteTree } from './site';
export type { CheckedDevice, SiteCheck } from './site-check';
export { siteSearch } from './site-search';
export {
  type AccountField,
  type AccountTexts,
  type SharedTextKey,
  type SharedTexts,
  sidebarKey,
  type TextKey,
  type Texts,
  type TextsOf,
  textKey,
} from './text-key';
export {
  isTried,
  type TrialAnswer,
  type TrialQuestion,
  type TriedMessage,
  type TriedRequest,
  waitsForLater,
} from './trial';
export type { DayPoint, WatchedDay } from './watched-day';
export type { AcknowledgeQuestion, ListedSubject, ListedWatch, WatchList } from './watches';
export { wholeLocation } from './whole-location';
