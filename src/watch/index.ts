export { type Balance, balanceOf, type Leg, type LoadedCircuit, type Move } from './balance';
export {
  type DayEnergy,
  dayEnergySince,
  dayStartOf,
  energyToday,
  nextDayEnergy,
  withEnergyToday,
} from './day-energy';
export { bootsOf, type Finding, type FindingKind, findingsOf, type Health } from './digest';
export { type Ending, gone } from './endings';
export { type Hour, meanOf, withReading } from './hour-mean';
export {
  type Fact,
  type Facts,
  isOfAll,
  isOfDay,
  type Measure,
  type MeasureName,
  measures,
  observationOf,
  parseSubject,
  type ReadKind,
  subjectOf,
  whole,
} from './measures';
export { afterStart, dueEvents, notTold, telling, told } from './outbox';
export { type Counters, countersOf, withPower } from './power';
export { type Preset, type PresetName, presets } from './presets';
export { historyMetrics, type Mean, type ReplayedEvent, replay } from './replay';
export type { Condition, ConditionKind, WatchSettings } from './settings';
export { type WatchRule, watchProblems } from './settings-problems';
export {
  type EventKind,
  initialWatch,
  type Observation,
  type Silence,
  type Value,
  type WatchEvent,
  type WatchState,
} from './state';
export { type Look, tableOf, type WatchRow } from './table';
export { type WatchInput, watchStep } from './watch';
