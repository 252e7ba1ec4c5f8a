import type { CircuitReading } from '../circuit';
import type { DeviceClaim } from './load-managers';

/** What the sidebar shows of a device in view; what is not known is absent. */
export interface LiveDevice {
  /** What is known of the circuit. Its age grows in the browser, which computes the state with `effectiveState`. */
  readonly circuit?: CircuitReading;
  /** Mean power of the last report. */
  readonly watts?: number;
  /** Seconds until a timer closes the breaker. */
  readonly timerSeconds?: number;
  /** Whether a timer runs was asked, and the service does not say. */
  readonly timerUnknown?: true;
  readonly evse?: string;
  /** How old the measured value was when it was read. */
  readonly ageMs?: number;
  /** A person has locked the circuit open; `at`: wall time, epoch ms. */
  readonly locked?: { readonly by: string; readonly at: number };
  /** What load managers claim of it, also those that are gone. */
  readonly claims?: readonly DeviceClaim[];
  /** Why it could not be read. */
  readonly error?: string;
}

/** Versions of what the browser shows: it reads what has another version than its own. */
export interface LiveChanges {
  readonly values: number;
  readonly calls: number;
  /** The version of the tree, once it was read. */
  readonly tree?: string;
}

export interface LiveAnswer extends LiveChanges {
  readonly devices: Readonly<Record<string, LiveDevice>>;
}
