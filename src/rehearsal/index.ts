export type { Verdict } from './expectations';
export { type Finding, type FindingRule, nodeName } from './findings';
export type { RehearsedSite, Result, Samples } from './job';
export type { EventKind, EventNode, LoggedEvent } from './log';
export { type Rehearsal, type RehearsalOptions, rehearse, ScenarioError } from './rehearse';
export { junitReport } from './report/junit';
export { textReport } from './report/text';
export {
  type RehearsedAccount,
  rewriteFlow,
  type StandIn,
  type StandInReason,
  type StoredNode,
} from './rewrite-flow';
export { RehearsalError } from './run-child';
export { type Expectation, type Scenario, type Step, scenarioProblems } from './scenario';
