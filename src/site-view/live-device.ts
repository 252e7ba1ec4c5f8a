/** What the sidebar shows of a device in view; what is not known is absent. */
export interface LiveDevice {
  readonly connected?: boolean;
  /** Of the remote handle. */
  readonly position?: 'open' | 'closed' | 'unknown';
  /** The hand-operated handle is open: whatever the remote one does, the circuit is dead. */
  readonly openedByHand?: boolean;
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
