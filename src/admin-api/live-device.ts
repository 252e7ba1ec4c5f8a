import type { CircuitReading } from '../circuit';

/** What the sidebar shows of a device in view; what is not known is absent. */
export interface LiveDevice {
  /** What is known of the circuit. It grows old in the browser too, which judges it with `effectiveState`. */
  readonly circuit?: CircuitReading;
  /** Mean power of the last report. */
  readonly watts?: number;
  /** Seconds until a timer closes the breaker. */
  readonly timerSeconds?: number;
  readonly evse?: string;
  /** How old the measured value was when it was read. */
  readonly ageMs?: number;
  /** Why it could not be read. */
  readonly error?: string;
}

/** What has become new; the browser asks for it when these differ from what it has. */
export interface LiveChanges {
  readonly values: number;
  readonly calls: number;
  /** The version of the tree, once it was read. */
  readonly tree?: string;
}

export interface LiveAnswer extends LiveChanges {
  readonly devices: Readonly<Record<string, LiveDevice>>;
}
