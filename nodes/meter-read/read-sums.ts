import type { Client, Priority } from '../../src/client';
import { invalidInput, type MeterPoint, pointOf, readHistory, type TimeRange } from '../../src/runtime';
import { type Zone, zoneNamed } from '../../src/schedule';
import { problem } from '../../src/schema';
import { countPeriods, createEnergySums, type EnergySum } from './energy-sums';
import { type Period, periodStart } from './periods';

/** Reports before and after the range, so that the registers at its ends are known. */
const marginMs = 3_600_000;

/** The most periods of a device in one message. */
const maxPeriods = 10_000;

export interface SumsToRead {
  readonly zone: Zone;
  readonly period: Period;
  readonly range: TimeRange;
  readonly nowMs: number;
}

/** The zone of an IANA name; of an empty one that of this machine, UTC where it has none of that database. */
export function sumZone(name: string): Zone {
  return (zoneNamed(name || Intl.DateTimeFormat().resolvedOptions().timeZone) ?? zoneNamed('UTC')) as Zone;
}

/** From the beginning of the period in which the range begins. */
export const fromPeriodStart = (range: TimeRange, zone: Zone, period: Period): TimeRange => ({
  ...range,
  fromMs: periodStart(zone, range.fromMs, period),
});

/** Throws INVALID_INPUT for a range of more periods than one message may have. */
export function checkPeriods({ zone, period, range }: SumsToRead): void {
  if (countPeriods({ zone, period, ...range }, maxPeriods) > maxPeriods)
    throw invalidInput('too many sums', [
      problem('from', 'manySums', `must make at most ${maxPeriods} sums`, { max: maxPeriods }),
    ]);
}

/** The sums of a device as one page, after an empty one for each page that was read. */
export async function* readSums(
  client: Client,
  deviceId: string,
  { zone, period, range, nowMs }: SumsToRead,
  signal: AbortSignal,
  priority: Priority,
): AsyncGenerator<Record<string, unknown>[]> {
  const sums = createEnergySums({ zone, period, ...range });
  const wide = { fromMs: range.fromMs - marginMs, toMs: Math.min(range.toMs + marginMs, Math.max(range.toMs, nowMs)) };
  for await (const items of readHistory(client, deviceId, wide, signal, priority)) {
    for (const { ts, energy } of items) {
      const { deliveredWH, generatedWH } = energy ?? {};
      if (typeof ts !== 'number' || typeof deliveredWH !== 'number') continue;
      const generatedWh = typeof generatedWH === 'number' ? generatedWH : undefined;
      sums.add({ atMs: ts * 1_000, deliveredWh: deliveredWH, generatedWh });
    }
    yield [];
  }
  yield sums.rows().map((row) => ({ deviceId, ...row }));
}

/** A point per sum at the beginning of its period, in Wh; a gap has none. */
export function sumPoints(name: string | undefined, rows: readonly Record<string, unknown>[]): MeterPoint[] {
  return (rows as unknown as readonly (EnergySum & { readonly deviceId: string })[]).flatMap((row) =>
    row.period === 'gap'
      ? []
      : (['deliveredWh', 'generatedWh'] as const).flatMap((quantity) => {
          const y = row[quantity];
          return y === undefined ? [] : [pointOf({ deviceId: row.deviceId, name }, quantity, Date.parse(row.from), y)];
        }),
  );
}
