import type { Reading, ReadingValue } from './readings';
import { createRecentMap } from './recent-map';

export interface ReportByExceptionOptions {
  /** How far a number may be from the last one reported without being reported; 0. */
  readonly deadBand?: number;
  /** Other dead bands by path. */
  readonly deadBands?: Readonly<Record<string, number>>;
  /** For how many readings the last one reported is remembered; 100,000. A forgotten one is reported. */
  readonly maxReadings?: number;
}

/** Whether a reading differs from the last one reported of its device and path: then it is to be reported, and noted. */
export type ReportByException = (deviceId: string, reading: Pick<Reading, 'path' | 'value'>) => boolean;

export function createReportByException(options: ReportByExceptionOptions = {}): ReportByException {
  const { deadBand = 0, maxReadings = 100_000 } = options;
  const deadBands = new Map(Object.entries(options.deadBands ?? {}));
  const reported = createRecentMap<ReadingValue>(maxReadings);
  return (deviceId, { path, value }) => {
    const key = `${deviceId.length}:${deviceId}${path}`;
    const last = reported.get(key);
    if (last !== undefined && isWithin(deadBands.get(path) ?? deadBand, last, value)) return false;
    reported.set(key, value);
    return true;
  };
}

function isWithin(deadBand: number, last: ReadingValue, value: ReadingValue): boolean {
  if (typeof last === 'number' && typeof value === 'number') return Math.abs(value - last) <= deadBand;
  return last === value;
}
