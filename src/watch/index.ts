export { afterStart, dueEvents, telling, told } from './outbox';
export type { Condition, ConditionKind, WatchSettings } from './settings';
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
