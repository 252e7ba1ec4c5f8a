export {
  type ArbiterAnswer,
  type ArbiterCommand,
  type ArbiterState,
  type ArbiterStep,
  arbitrate,
  type BreakerRecord,
  type DeviceFacts,
  initialArbiter,
} from './arbiter';
export { afterDone, afterFailure, afterPerson } from './arbiter-after';
export type { ChargerRecord } from './arbiter-charger';
export type { Claim, ManagerClaim } from './claims';
export type { Request } from './context';
export { loadManagerStep, type ManagerStep } from './load-manager';
export { type MessageProblem, type ParsedMessage, parseManagerMessage } from './messages';
export { initialPlant, type PlantState, pretend } from './plant';
export { isCriticalType, loadTypeWord, type Preset, presetOf } from './presets';
export { callsAMinute, longestAboveMs, type PlannedRead, type ReadKind, readingPlan } from './reading-plan';
export type {
  Answer,
  ChargerReading,
  CircuitReading,
  Look,
  ManagerMessage,
  MeterReading,
  Movement,
  Outcome,
  Readings,
  ServiceSpan,
  TotalReading,
} from './readings';
export { type EventKey, type ManagerEvent, type Parameters, type ReasonKey, rounded, type Sentence } from './reasons';
export {
  type ComesBack,
  type DemandSettings,
  type GivenLoad,
  type GivenSettings,
  type GroupSettings,
  type Leg,
  type LevelName,
  type LevelSettings,
  type LoadSettings,
  loadDefaults,
  type ManagerSettings,
  managerSettings,
  type Now,
  type Quantity,
  type SumCircuit,
  type TotalOf,
} from './settings';
export { type SettingsProblem, type SettingsRule, settingsProblems } from './settings-problems';
export {
  type Exceeded,
  initialState,
  type LoadState,
  type ManagerState,
  type Phase,
  stateAfterStart,
  type Why,
} from './state';
export type { LaneSummary, LoadSummary, ManagerStatus, ManagerSummary } from './summary';
