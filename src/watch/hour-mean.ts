/** What was read in one minute. */
interface Minute {
  readonly minute: number;
  readonly sums: readonly number[];
  readonly count: number;
}

/** The readings of the last hour by minute, oldest first: readings that come each second weigh no more than polls. */
export type Hour = readonly Minute[];

const minuteMs = 60_000;
const minutesAnHour = 60;

/** With one more reading of each pole; its time is epoch ms. */
export function withReading(hour: Hour, values: readonly number[], atMs: number): Hour {
  const minute = Math.floor(atMs / minuteMs);
  const last = hour.at(-1);
  if (last !== undefined && minute < last.minute) return hour;
  if (last?.minute !== minute || last.sums.length !== values.length)
    return [...recent(hour, atMs), { minute, sums: values, count: 1 }];
  const sums = last.sums.map((sum, index) => sum + (values[index] ?? 0));
  return [...hour.slice(0, -1), { minute, sums, count: last.count + 1 }];
}

/** The mean of each pole over the last hour, or as much of it as is known; undefined: nothing is. */
export function meanOf(hour: Hour, nowMs: number): readonly number[] | undefined {
  const minutes = recent(hour, nowMs);
  const [first] = minutes;
  return first?.sums.map((_, pole) => {
    const means = minutes.map(({ sums, count }) => (sums[pole] ?? 0) / count);
    return means.reduce((sum, mean) => sum + mean, 0) / means.length;
  });
}

const recent = (hour: Hour, nowMs: number) =>
  hour.filter(({ minute }) => minute > Math.floor(nowMs / minuteMs) - minutesAnHour);
