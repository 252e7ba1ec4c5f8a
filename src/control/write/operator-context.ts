import type { Clock } from '../../clock';
import { type CommandRecord, createCommandRecord, createLocks, type Locks } from '../record';

/** A write that may have been executed, although its node was closed before the outcome was known. */
export interface UnheardWrite {
  readonly deviceId: string;
  /** Such as `open`. */
  readonly what: string;
  readonly outcome: string;
}

/** A command to a device that came through the API from another client. */
export interface ForeignCommand {
  readonly deviceId: string;
  /** Epoch ms, as the service tells it. */
  readonly at: number;
  readonly source: string;
}

/** What the operators of one account share with all others in the process. */
export interface OperatorContext {
  /** The base URL of the service; for a built-in simulator a name that outlives its port. */
  readonly service: string;
  readonly record: CommandRecord;
  readonly locks: Locks;
  /** Called for each write that was in flight when its node was closed. */
  readonly onUnheard: (write: UnheardWrite) => void;
  /** Called where the history of a device contains API commands that are not in the record: another client commands it. */
  readonly onForeign: (found: ForeignCommand) => void;
}

/** A context in memory, for users of the operators without Node-RED. */
export function memoryContext(clock: Clock, service = 'service'): OperatorContext {
  return {
    service,
    record: createCommandRecord(clock, { read: () => [], append: () => true }),
    locks: createLocks(undefined, () => true),
    onUnheard() {},
    onForeign() {},
  };
}
