import { localMinuteOfWeek, wallClockSteps } from './local-time';
import { type Day, days, isDay, isTime, minuteOfTime, minutesADay, minutesUntil } from './week';

/** A time of the day with its own price. */
export interface TariffBand {
  readonly name: string;
  /** The days on which it begins; none: every day. */
  readonly days: readonly Day[];
  /** `HHMM`; a band that ends at or before its start passes midnight. */
  readonly from: string;
  readonly to: string;
  readonly pricePerKwh: number;
}

/** What energy costs, by the clock of an IANA time zone. The first band that fits counts. */
export interface Tariff {
  readonly timeZone: string;
  /** Outside all bands. */
  readonly pricePerKwh: number;
  readonly bands: readonly TariffBand[];
}

/** What is wrong with one part of a list of bands; `rule` is the key of its text. */
export interface BandProblem {
  readonly path: string;
  readonly rule: 'bandList' | 'bandDays' | 'bandTime' | 'bandPrice' | 'bandName';
}

/** Every problem of a list of bands at once. */
export function bandProblems(value: unknown): BandProblem[] {
  if (!Array.isArray(value)) return [{ path: '', rule: 'bandList' }];
  return value.flatMap((item: unknown, index) => {
    const band = (typeof item === 'object' && item !== null ? item : {}) as Readonly<Record<string, unknown>>;
    const at = `[${index}]`;
    const problems: BandProblem[] = [];
    if (typeof band.name !== 'string' || band.name.trim() === '')
      problems.push({ path: `${at}.name`, rule: 'bandName' });
    if (!Array.isArray(band.days) || !band.days.every(isDay)) problems.push({ path: `${at}.days`, rule: 'bandDays' });
    for (const edge of ['from', 'to'])
      if (!isTime(band[edge])) problems.push({ path: `${at}.${edge}`, rule: 'bandTime' });
    if (typeof band.pricePerKwh !== 'number' || !Number.isFinite(band.pricePerKwh))
      problems.push({ path: `${at}.pricePerKwh`, rule: 'bandPrice' });
    return problems;
  });
}

/** The band in force at an instant; undefined outside all bands. */
export function bandAt({ bands, timeZone }: Tariff, atMs: number): TariffBand | undefined {
  const minute = localMinuteOfWeek(atMs, timeZone);
  return bands.find((band) => {
    const lengthMinutes = minutesOf(band);
    return daysOf(band).some((day) => minutesUntil(startOf(band, day), minute) < lengthMinutes);
  });
}

/** A time span within one band. */
export interface PricedStretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly band: TariffBand | undefined;
}

/** A time span, split where the price changes by the local time. */
export function pricedStretches(tariff: Tariff, fromMs: number, toMs: number): PricedStretch[] {
  const edges = tariff.bands.flatMap((band) =>
    daysOf(band).flatMap((day) => [startOf(band, day), (startOf(band, day) + minutesOf(band)) % (7 * minutesADay)]),
  );
  const stretches: PricedStretch[] = [];
  let start = fromMs;
  let band = bandAt(tariff, fromMs);
  for (const stepMs of wallClockSteps(fromMs, toMs, tariff.timeZone, edges)) {
    const next = bandAt(tariff, stepMs);
    if (next === band && stepMs < toMs) continue;
    stretches.push({ fromMs: start, toMs: stepMs, band });
    start = stepMs;
    band = next;
  }
  return stretches;
}

function daysOf(band: TariffBand): readonly Day[] {
  return band.days.length === 0 ? days : band.days;
}

function startOf({ from }: TariffBand, day: Day): number {
  return days.indexOf(day) * minutesADay + minuteOfTime(from);
}

function minutesOf({ from, to }: TariffBand): number {
  return (minuteOfTime(to) - minuteOfTime(from) + minutesADay) % minutesADay || minutesADay;
}
