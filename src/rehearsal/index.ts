export { enabledTabs, type FlowTab } from './chosen-nodes';
export { type EarlyEnd, earlyEndSentence } from './early-end';
export type { Seen, Verdict } from './expectations';
export { RehearsalError } from './failure';
export { type Finding, type FindingRule, nodeName } from './findings';
export type { RehearsedSite, Result, Samples } from './job';
export type { EventKind, EventNode, LoggedEvent } from './log';
export { type Rehearsal, type RehearsalOptions, rehearse, ScenarioError } from './rehearse';
export type { SiteOf } from './rehearsed-sites';
export { junitReport } from './report/junit';
export { textReport } from './report/text';
export {
  type RehearsedAccount,
  rewriteFlow,
  type StandIn,
  type StandInReason,
  type StoredNode,
} from './rewrite-flow';
export { type Expectation, instantOf, type Scenario, type Step, scenarioProblems } from './scenario';
export { describeSite, type NamedCircuit, type SiteProgress, type SiteReading } from './site/describe-site';
export { gapSentence } from './site/gap-sentence';
export { type SiteMemory, siteMemory } from './site/site-memory';
export { type AccountSiteOptions, siteOfAccount } from './site/site-of-account';
export { createSiteDevices, type SiteDevice } from './site-devices';
