import { type DrawBucket, drawLearned } from './learned-draw';
import type { MeterReading } from './readings';

interface Counters {
  readonly delivered: readonly number[];
  readonly generated: readonly number[];
}

/** What is remembered of one source of readings. */
export interface MeterMemory {
  readonly sequence: number;
  readonly arrivedAt: number;
  /** When the newest reading was true: its arrival less its delay. */
  readonly measuredAt: number;
  /** The last five intervals between arrivals, and their median. */
  readonly intervalsMs: readonly number[];
  readonly intervalMs?: number;
  readonly poles: readonly number[];
  /** -1 where the counters say that this pole feeds in. */
  readonly signs: readonly number[];
  readonly counters?: Counters;
  readonly largest: readonly DrawBucket[];
  /** The counters when the day that is judged began. */
  readonly day?: { readonly beganAt: number; readonly delivered: number; readonly generated: number };
}

const keptIntervals = 5;
const silentMs = 60_000;
const dayMs = 24 * 3_600_000;

const listOf = (value: number | readonly number[]) => (typeof value === 'number' ? [value] : value);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const isReadable = (reading: MeterReading) =>
  Number.isFinite(reading.sequence) &&
  reading.amperes.length > 0 &&
  reading.amperes.every((ampere) => Number.isFinite(ampere));

/**
 * The memory with a reading, where it is a new one. An older sequence is a reordered answer, unless the source was silent: then
 * its clock was set back. What holds no number is no reading: a failed read is never 0.
 */
export function noteReading(
  memory: MeterMemory | undefined,
  reading: MeterReading,
  nowMs: number,
  signed = false,
): MeterMemory | undefined {
  if (!isReadable(reading)) return memory;
  if (memory !== undefined) {
    if (reading.sequence === memory.sequence) return memory;
    if (reading.sequence < memory.sequence && nowMs - memory.arrivedAt < silentMs) return memory;
  }
  const poles = signed ? reading.amperes : reading.amperes.map(Math.abs);
  const counters = countersOf(reading);
  const day = dayOf(memory, counters, nowMs);
  const delay = Number.isFinite(reading.delayMs) ? Math.max(0, reading.delayMs ?? 0) : 0;
  const intervalsMs = memory === undefined ? [] : [...memory.intervalsMs, nowMs - memory.arrivedAt];
  if (intervalsMs.length > keptIntervals) intervalsMs.shift();
  const intervalMs = medianOf(intervalsMs);
  const noted: Mutable<MeterMemory> = {
    sequence: reading.sequence,
    arrivedAt: nowMs,
    measuredAt: Math.max(nowMs - delay, memory?.measuredAt ?? Number.NEGATIVE_INFINITY),
    intervalsMs,
    poles,
    signs: signsOf(poles, memory?.counters, counters),
    largest: drawLearned(memory?.largest ?? [], poles, nowMs),
  };
  if (intervalMs !== undefined) noted.intervalMs = intervalMs;
  if (counters !== undefined) noted.counters = counters;
  if (day !== undefined) noted.day = day;
  return noted;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function countersOf({ deliveredWh, generatedWh }: MeterReading): Counters | undefined {
  if (deliveredWh === undefined || generatedWh === undefined) return undefined;
  const counters = { delivered: listOf(deliveredWh), generated: listOf(generatedWh) };
  return [...counters.delivered, ...counters.generated].every(Number.isFinite) ? counters : undefined;
}

/**
 * One counter for several poles cannot tell which of them feeds in: one leg may import above its limit while another exports
 * more. It counts as import then.
 */
function signsOf(poles: readonly number[], before: Counters | undefined, now: Counters | undefined): readonly number[] {
  return poles.map((_, pole) => {
    if (before === undefined || now === undefined) return 1;
    if (now.delivered.length !== poles.length || now.generated.length !== poles.length) return 1;
    const generated = (now.generated[pole] ?? 0) - (before.generated[pole] ?? 0);
    const delivered = (now.delivered[pole] ?? 0) - (before.delivered[pole] ?? 0);
    return generated > 0 && delivered <= 0 ? -1 : 1;
  });
}

function dayOf(memory: MeterMemory | undefined, counters: Counters | undefined, nowMs: number): MeterMemory['day'] {
  if (counters === undefined) return memory?.day;
  const delivered = sumOf(counters.delivered);
  const generated = sumOf(counters.generated);
  const day = memory?.day;
  // A counter that was reset, or counts backwards, begins anew.
  const wentBack = day !== undefined && (delivered < day.delivered || generated < day.generated);
  if (day === undefined || wentBack || nowMs - day.beganAt > dayMs) return { beganAt: nowMs, delivered, generated };
  return day;
}

/** The lower median of the last five intervals; the same interval again needs no sorting. */
function medianOf(intervalsMs: readonly number[]): number | undefined {
  const [first] = intervalsMs;
  if (first === undefined || intervalsMs.every((one) => one === first)) return first;
  return [...intervalsMs].sort((a, b) => a - b)[Math.floor((intervalsMs.length - 1) / 2)];
}

/** The interval of readings as it was measured; undefined before the second one. */
export const intervalOf = ({ intervalMs }: MeterMemory): number | undefined => intervalMs;

export const ageOf = (memory: MeterMemory, nowMs: number) => nowMs - memory.measuredAt;

/** Older than three intervals, at least 60 s. */
export function isSilent(memory: MeterMemory, nowMs: number): boolean {
  return ageOf(memory, nowMs) > Math.max(silentMs, 3 * (intervalOf(memory) ?? 0));
}

/** So much that the counters' resolution cannot explain it, Wh. */
const tellingWh = 200;

/** Whether the counters say that it feeds in (true), that it is a load (false), or nothing yet. */
export function feedsInByCounters({ counters, day }: MeterMemory): boolean | undefined {
  if (counters === undefined || day === undefined) return undefined;
  const delivered = sumOf(counters.delivered) - day.delivered;
  const generated = sumOf(counters.generated) - day.generated;
  if (Math.max(delivered, generated) < tellingWh || delivered === generated) return undefined;
  return generated > delivered;
}
