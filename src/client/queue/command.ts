import type { ErrorDetail } from '../errors';
import type { Lifetime } from '../lifetime';
import type { Reservation } from './reservations';

/** `cancel-timer` is an open on the wire that is sent only while a timer runs. */
export type CommandKind = 'open' | 'close' | 'cancel-timer';

/** A handle command as it enters the queue of its device. Instants are monotonic ms. */
export interface QueuedCommand {
  readonly deviceId: string;
  readonly kind: CommandKind;
  readonly reservation: Reservation;
  /** Minimum time between a command and a close after it. */
  readonly spacingMs: number;
  /** Not sent after this. */
  readonly expiresAtMs: number;
  /** Held until then, because the flow has just started. */
  readonly heldUntilMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly detail: ErrorDetail;
}

/** The right to send one command; reports each attempt to the device queue. */
export interface Permit {
  /** An attempt was sent at this instant, monotonic ms. */
  sent(atMs: number): void;
  resendWaitMs(): number;
}

/** A command in its device queue. It must `leave` in the end, whatever its outcome. */
export interface QueueEntry {
  readonly sequence: number;
  /**
   * Resolves, or returns undefined, when the command is next at its device and the pace allows it. Rejects when a
   * newer command replaced it, when it expired, or when it was cancelled.
   */
  ready(): void | Promise<void>;
  /** Settles with `work`, unless a newer command replaces this one first. */
  unlessEnded<T>(work: Promise<T>): Promise<T>;
  /** How long a further command of the same entry has to wait. */
  resendWaitMs(): number;
  /** From here on the device may get the command; throws when the entry has ended. */
  begin(lifetime?: Lifetime): Permit;
  leave(): void;
}
