import type { Clock } from '../../clock';
import { type CommandRecord, createCommandRecord, createLocks, type Locks } from '../record';

/** A write that may have been carried out, although nobody who asked for it can hear so any more. */
export interface UnheardWrite {
  readonly deviceId: string;
  /** Such as `open`. */
  readonly what: string;
  readonly outcome: string;
}

/** A command to a device that came through the API, and not from here. */
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
  /** Hears of each write that was under way when its node ended. */
  readonly onUnheard: (write: UnheardWrite) => void;
  /** Hears where the history of a device holds commands that look like ours and are not in the record: who else commands it? */
  readonly onForeign: (found: ForeignCommand) => void;
}

/** A context that nothing outlives, for those who use the operators without Node-RED. */
export function memoryContext(clock: Clock, service = 'service'): OperatorContext {
  return {
    service,
    record: createCommandRecord(clock, { read: () => [], append: () => true }),
    locks: createLocks(undefined, () => true),
    onUnheard() {},
    onForeign() {},
  };
}
