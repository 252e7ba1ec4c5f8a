/** What happened, as the key of its text. `automation.<key>` in the files of texts. */
export type EventKey =
  | 'opened'
  | 'reduced'
  | 'paused-charger'
  | 'comes-back'
  | 'came-back'
  | 'raised'
  | 'restore-reverted'
  | 'open-failed'
  | 'close-failed'
  | 'open-deferred'
  | 'close-deferred'
  | 'charger-refuses'
  | 'free-offline'
  | 'manual'
  | 'needs-person'
  | 'forgotten'
  | 'does-not-open'
  | 'futile'
  | 'opens-a-day-reached'
  | 'longest-off-reached'
  | 'worn'
  | 'stale'
  | 'readings-back'
  | 'wrong-direction'
  | 'interval-too-long'
  | 'not-read'
  | 'limit-not-raised'
  | 'message-refused'
  | 'demand-spent'
  | 'counter-back'
  | 'calm';

/** Why a claim is made, as the key of its text. */
export type ReasonKey =
  | 'over-limit'
  | 'level'
  | 'idle'
  | 'makes-room'
  | 'not-confirmed'
  | 'held-by-another'
  | 'readings-stopped'
  | 'fits-again'
  | 'not-limited';

export type Parameters = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface Sentence {
  readonly key: ReasonKey;
  readonly parameters: Parameters;
}

export interface ManagerEvent {
  readonly event: EventKey;
  readonly severity: 'info' | 'warning' | 'alarm';
  readonly deviceId?: string;
  readonly parameters: Parameters;
  readonly dryRun: boolean;
}

/** One decimal is what a breaker's meter is worth. */
export const rounded = (value: number) => Math.round(value * 10) / 10;
