import type { Zone } from '../../src/schedule';
import { type Period, periodEnd, periodStart } from './periods';

/** The registers of a meter at an instant, of all its legs together. spec 2.5 */
export interface Registers {
  readonly atMs: number;
  readonly deliveredWh: number;
  readonly generatedWh?: number | undefined;
}

/** The energy of a period, or of a gap that no period can be charged with. */
export interface EnergySum {
  readonly period: Period | 'gap';
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
  /** Absent where nothing is known. */
  readonly deliveredWh?: number;
  readonly generatedWh?: number;
  /** Delivered less generated. */
  readonly netWh?: number;
  /** Over the time of which the energy is known. */
  readonly averagePowerW?: number;
  /** The highest average between two reports. */
  readonly peakPowerW?: number;
  /** Whether the energy of the whole period is known. */
  readonly complete: boolean;
  /** How often a register went back, whose energy is not known. */
  readonly resets?: number;
  /** How often reports were missing for a while. */
  readonly gaps?: number;
}

interface Sum {
  readonly fromMs: number;
  readonly toMs: number;
  readonly isGap: boolean;
  deliveredWh: number;
  generatedWh: number;
  /** Some registers hold no generated energy. */
  isOneWay: boolean;
  coveredMs: number;
  peakPowerW: number;
  resets: number;
  gaps: number;
}

interface SumsOptions {
  readonly zone: Zone;
  readonly period: Period;
  readonly fromMs: number;
  readonly toMs: number;
}

const minuteMs = 60_000;

/** Energy between two reports so close is divided at the end of a period, in proportion to the time. */
const longestDivided: Readonly<Record<Period, number>> = {
  hour: 15 * minuteMs,
  day: 60 * minuteMs,
  month: 60 * minuteMs,
};

/** How far registers may seem to go back by rounding, Wh. */
const roundingWh = 0.01;

/** How many periods lie in a range, up to `most` + 1. */
export function countPeriods({ zone, period, fromMs, toMs }: SumsOptions, most: number): number {
  let count = 0;
  for (let at = periodStart(zone, fromMs, period); at < toMs && count <= most; at = periodEnd(zone, at, period))
    count++;
  return count;
}

/**
 * Sums of energy by the differences of the registers, which are given in order of time; they may begin before the range and
 * end after it. Their sum, with that of the gaps, is the difference of the registers at both ends of the range, but for
 * resets. Energy of a gap that ends in another period is guessed into neither: it is a row of its own.
 */
export function createEnergySums(options: SumsOptions) {
  const { zone, period, fromMs, toMs } = options;
  const sums: Sum[] = [];
  for (let at = periodStart(zone, fromMs, period); at < toMs; ) {
    const end = periodEnd(zone, at, period);
    sums.push(emptySum(Math.max(at, fromMs), Math.min(end, toMs), false));
    at = end;
  }
  const gaps: Sum[] = [];
  let before: Registers | undefined;
  /** The period in which the newest registers lie. */
  let index = 0;

  function add(registers: Registers): void {
    const last = before;
    if (last !== undefined && registers.atMs <= last.atMs) return;
    before = registers;
    if (last !== undefined && registers.atMs > fromMs && last.atMs < toMs) addBetween(last, registers);
  }

  function addBetween(last: Registers, next: Registers): void {
    while (index < sums.length && (sums[index] as Sum).toMs <= last.atMs) index++;
    const touched: Sum[] = [];
    for (let i = index; i < sums.length && (sums[i] as Sum).fromMs < next.atMs; i++) touched.push(sums[i] as Sum);
    const [first] = touched;
    if (first === undefined) return;
    const deliveredWh = next.deliveredWh - last.deliveredWh;
    const generatedWh = (next.generatedWh ?? Number.NaN) - (last.generatedWh ?? Number.NaN);
    if (deliveredWh < -roundingWh || generatedWh < -roundingWh) {
      for (const sum of touched) sum.resets++;
      return;
    }
    const lastedMs = next.atMs - last.atMs;
    const isLong = lastedMs > longestDivided[period];
    const isWithin = touched.length === 1 && last.atMs >= first.fromMs && next.atMs <= first.toMs;
    if (isLong) for (const sum of touched) sum.gaps++;
    if (isLong && !isWithin) {
      const gap = emptySum(last.atMs, next.atMs, true);
      charge(gap, deliveredWh, generatedWh, lastedMs);
      gaps.push(gap);
      return;
    }
    const powerW = ((deliveredWh - (generatedWh || 0)) * 3_600_000) / lastedMs;
    for (const sum of touched) {
      const partMs = Math.min(sum.toMs, next.atMs) - Math.max(sum.fromMs, last.atMs);
      charge(sum, (deliveredWh * partMs) / lastedMs, (generatedWh * partMs) / lastedMs, partMs);
      sum.peakPowerW = Math.max(sum.peakPowerW, powerW);
    }
  }

  return {
    add,
    /** In order of time. */
    rows(): EnergySum[] {
      return [...sums, ...gaps].sort((a, b) => a.fromMs - b.fromMs).map((sum) => rowOf(sum, options));
    },
  };
}

function emptySum(fromMs: number, toMs: number, isGap: boolean): Sum {
  return {
    ...{ fromMs, toMs, isGap, deliveredWh: 0, generatedWh: 0, isOneWay: false },
    ...{ coveredMs: 0, peakPowerW: Number.NEGATIVE_INFINITY, resets: 0, gaps: 0 },
  };
}

function charge(sum: Sum, deliveredWh: number, generatedWh: number, lastedMs: number): void {
  sum.deliveredWh += deliveredWh;
  if (Number.isNaN(generatedWh)) sum.isOneWay = true;
  else sum.generatedWh += generatedWh;
  sum.coveredMs += lastedMs;
}

function rowOf(sum: Sum, { zone, period }: SumsOptions): EnergySum {
  const { fromMs, toMs, isGap, deliveredWh, generatedWh, isOneWay, coveredMs, peakPowerW, resets, gaps } = sum;
  const isWhole = fromMs === periodStart(zone, fromMs, period) && toMs === periodEnd(zone, fromMs, period);
  const netWh = deliveredWh - (isOneWay ? 0 : generatedWh);
  return {
    period: isGap ? 'gap' : period,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    ...(coveredMs === 0
      ? {}
      : {
          deliveredWh: rounded(deliveredWh),
          ...(isOneWay ? {} : { generatedWh: rounded(generatedWh) }),
          netWh: rounded(netWh),
          averagePowerW: rounded((netWh * 3_600_000) / coveredMs),
        }),
    ...(Number.isFinite(peakPowerW) ? { peakPowerW: rounded(peakPowerW) } : {}),
    complete: !isGap && isWhole && coveredMs >= toMs - fromMs - 1 && resets === 0,
    ...(resets === 0 ? {} : { resets }),
    ...(gaps === 0 ? {} : { gaps }),
  };
}

/** To a thousandth: the registers are no more exact. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
