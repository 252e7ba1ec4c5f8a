export {
  type CommandEnd,
  type CommandEntry,
  devicesOf,
  mayHaveExecuted,
  type RequestedCommand,
  type Requester,
} from './command-entry';
export { type CommandRecord, createCommandRecord, type PendingRecord, type RecordJournal } from './command-record';
export { type HandleMovement, looksLikeApi } from './foreign-commands';
export { createLocks, type Lock, type LockSaved, type Locks, readStoredLocks, type StoredLocks } from './locks';
export { newerVersion } from './record-line';
export type { RecordFilter } from './record-view';
export { keyOf, type ServiceDevice, serviceKey } from './service-device';
