import type { DayTimes } from '../charging';

/** A number is compared with its dead band: what is neither bad nor well again changes nothing. */
export type Condition =
  | { readonly kind: 'above'; readonly value: number; readonly wellAt: number; readonly atOnce?: number }
  | { readonly kind: 'below'; readonly value: number; readonly wellAt: number }
  | {
      readonly kind: 'outside';
      readonly from: number;
      readonly to: number;
      readonly wellFrom: number;
      readonly wellTo: number;
    }
  /** Between two values, such as a pump that runs with less than its load. */
  | {
      readonly kind: 'within';
      readonly from: number;
      readonly to: number;
      readonly wellFrom: number;
      readonly wellTo: number;
    }
  /** One of these states. */
  | { readonly kind: 'is'; readonly states: readonly string[] }
  /** It runs or rests for longer than this; absent: however long. `forMs` does not count. */
  | {
      readonly kind: 'cycles';
      readonly runsAbove: number;
      readonly restsBelow: number;
      readonly longestRunMs?: number;
      readonly longestRestMs?: number;
    }
  /** More than `count` starts within an hour. */
  | { readonly kind: 'starts'; readonly runsAbove: number; readonly restsBelow: number; readonly count: number }
  /** It has run for at least `ranForMs`, and then rests for `forMs`. Told once a run, without an all-clear. */
  | { readonly kind: 'finished'; readonly runsAbove: number; readonly restsBelow: number; readonly ranForMs: number }
  /** Each change, or each to one of these states. Told at once, without an all-clear. */
  | { readonly kind: 'changes'; readonly to?: readonly string[] }
  /** What is to be said of all devices, at a time of day (HHMM) or at intervals. Without an all-clear. */
  | { readonly kind: 'report'; readonly at?: string; readonly everyMs?: number }
  /** A secret or a key ends: a warning so long before, and an alarm when it has ended. */
  | { readonly kind: 'ends'; readonly secretsMs: number; readonly keysMs: number };

export type ConditionKind = Condition['kind'];

/** All that decides what is told. Plain JSON. */
export interface WatchSettings {
  readonly condition: Condition;
  /** How long it must be bad without a break. */
  readonly forMs: number;
  /** What would be an alarm is a warning first, and an alarm when it has gone on for so long; absent: an alarm at once. */
  readonly warnForMs?: number;
  /** How long it must be well without a break. */
  readonly wellForMs: number;
  /** An alarm that nobody has acknowledged is repeated this often; absent: never. */
  readonly repeatMs?: number;
  /** When nothing is told; it is told when they end. */
  readonly quiet: readonly DayTimes[];
  readonly timeZone: string;
  /** What cannot be read for so long is an incident of its own; absent: never. */
  readonly unreadMs?: number;
  /** A longer time between two readings is a break. */
  readonly gapMs: number;
}
