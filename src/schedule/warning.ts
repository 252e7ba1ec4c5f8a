import type { PolarSpan } from './sun-runs';

/**
 * Something a valid schedule does that its author may not expect. `message` is the English text.
 * Instants are epoch milliseconds; `wallTimes` are `HH:MM`; `occurrences` counts the changes of the clock within five years.
 */
export type ScheduleWarning = { message: string } & (
  | { code: 'ends-before-start'; params: { fromMs: number; untilMs: number } }
  | { code: 'never-runs'; params: Record<never, never> }
  | { code: 'no-run-before-end'; params: { untilMs: number; nextMs: number } }
  | { code: 'leap-days-only'; params: { nextMs?: number } }
  /** Months of the schedule (1 to 12) in which it has no day, in common years at least. */
  | { code: 'months-without-run'; params: { months: number[] } }
  /** Both day fields are restricted: a day that fits either of them counts. */
  | { code: 'either-day-field'; params: Record<never, never> }
  /** A `*` with a step beside a restricted day field: both have to fit, by crontab(5); other implementations take either. */
  | { code: 'both-day-fields'; params: { field: 'dayOfMonth' | 'dayOfWeek' } }
  /** The clock skips these times: the run comes at `atMs`, when the gap is over. */
  | { code: 'moved-by-gap'; params: ClockChange }
  /** The clock skips these times at `atMs` and the runs are left out. */
  | { code: 'skipped-by-gap'; params: ClockChange }
  /** The clock shows these times twice, around `atMs`: the schedule runs the first time only. */
  | { code: 'once-in-overlap'; params: ClockChange }
  /** The clock shows these times twice, around `atMs`: the schedule runs both times. */
  | { code: 'twice-in-overlap'; params: ClockChange }
  /** Dates within a year on which the sun does not rise or set. */
  | { code: 'polar'; params: PolarSpan }
  /** The cron of a sun schedule gives a minute or an hour, which the sun decides. */
  | { code: 'clock-fields-ignored'; params: Record<never, never> }
  /** The offset is longer than half a day: it reaches beyond the next event. */
  | { code: 'offset-beyond-half-day'; params: { offsetMs: number } }
  /** The sun of the location and the clock of the zone are this many hours apart: one of them is likely to be wrong. */
  | { code: 'location-far-from-zone'; params: { hours: number } }
  /** Latitude and longitude are both 0: likely to be unset. */
  | { code: 'location-at-zero'; params: Record<never, never> }
);

export interface ClockChange {
  atMs: number;
  wallTimes: string[];
  occurrences: number;
}
