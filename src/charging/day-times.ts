import { localMinuteOfWeek } from './local-time';
import { type Day, days, minuteOfTime, minutesADay } from './week';

/** Times of the week by a zone's wall clock; `from` and `to` are `HHMM`, and `to` may lie on the next day. */
export interface DayTimes {
  readonly days: readonly Day[];
  readonly from: string;
  readonly to: string;
}

/** Whether the wall clock is within some times of the week; `to` at or before `from` lies on the next day. */
export function isWithin({ days: named, from, to }: DayTimes, minuteOfWeek: number): boolean {
  const start = minuteOfTime(from);
  const length = (minuteOfTime(to) - start + minutesADay) % minutesADay || minutesADay;
  const minute = minuteOfWeek % minutesADay;
  const day = Math.floor(minuteOfWeek / minutesADay);
  const isNamed = (index: number) => named.includes(days[(index + 7) % 7] as Day);
  const since = minute - start;
  return (since >= 0 && since < length && isNamed(day)) || (since + minutesADay < length && isNamed(day - 1));
}

/** Whether an instant (epoch ms) is within one of some times of the week, by the wall clock of a zone. */
export function isWithinAny(times: readonly DayTimes[], atMs: number, timeZone: string): boolean {
  if (times.length === 0) return false;
  const minute = localMinuteOfWeek(atMs, timeZone);
  return times.some((one) => isWithin(one, minute));
}
