import type { Reading, ReadingValue } from './readings';
import { createRecentMap } from './recent-map';

export interface ReportByExceptionOptions {
  /** A number is reported if it differs from the last reported one by more than this; 0. */
  readonly deadBand?: number;
  /** Dead bands of single paths. */
  readonly deadBands?: Readonly<Record<string, number>>;
  /** How many last reported readings are cached; 100,000. An evicted one is reported again. */
  readonly maxReadings?: number;
}

/** Whether a reading differs from the last reported one of its device and path. If so, it becomes the last reported one. */
export type ReportByException = (deviceId: string, reading: Pick<Reading, 'path' | 'value'>) => boolean;

export function createReportByException(options: ReportByExceptionOptions = {}): ReportByException {
  const { deadBand = 0, maxReadings = 100_000 } = options;
  const deadBands = new Map(Object.entries(options.deadBands ?? {}));
  const reported = createRecentMap<ReadingValue>(maxReadings);
  return (deviceId, { path, value }) => {
    const key = `${deviceId.length}:${deviceId}${path}`;
    const lastValue = reported.get(key);
    if (lastValue !== undefined && isWithin(deadBands.get(path) ?? deadBand, lastValue, value)) return false;
    reported.set(key, value);
    return true;
  };
}

function isWithin(deadBand: number, last: ReadingValue, value: ReadingValue): boolean {
  if (typeof last === 'number' && typeof value === 'number') return Math.abs(value - last) <= deadBand;
  return last === value;
}
