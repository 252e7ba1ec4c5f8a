/** The name of an input. */
export type ScheduleInput =
  | 'cron'
  | 'minute'
  | 'hour'
  | 'dayOfMonth'
  | 'month'
  | 'dayOfWeek'
  | 'timeZone'
  | 'latitude'
  | 'longitude'
  | 'date'
  | 'offset';

/** One thing that is wrong with an input: `code` and `params` are for translation, `message` is the English text. */
export interface ScheduleProblem {
  field: ScheduleInput;
  code: string;
  params: Record<string, string | number>;
  message: string;
}

/** A checked input: its value, or every problem. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problems: ScheduleProblem[] };
