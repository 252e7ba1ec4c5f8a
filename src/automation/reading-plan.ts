import type { ManagerSettings } from './settings';
import { settleMs } from './settled';

export type ReadKind = 'meter' | 'circuit' | 'charger';

/** One thing that a manager reads again and again. */
export interface PlannedRead {
  readonly kind: ReadKind;
  readonly deviceId: string;
  readonly everyMs: number;
}

const rowEveryMs = 60_000;
/** The calls of one read; what rows share is counted apart. */
const calls: Readonly<Record<ReadKind, number>> = { meter: 1, circuit: 2, charger: 2 };
const minuteMs = 60_000;

/** The meters of the limits with each round, the rows once a minute. */
export function readingPlan(
  { groups, loads }: Pick<ManagerSettings, 'groups' | 'loads'>,
  readEveryMs: number,
): PlannedRead[] {
  const totals = new Set(
    groups.flatMap(({ of }) =>
      of.kind === 'sum' ? of.circuits.map(({ deviceId }) => deviceId) : of.kind === 'meter' ? [of.deviceId] : [],
    ),
  );
  const read = (kind: ReadKind, deviceId: string, everyMs: number): PlannedRead => ({ kind, deviceId, everyMs });
  const everyRowMs = Math.max(rowEveryMs, readEveryMs);
  return [
    ...[...totals].map((id) => read('meter', id, readEveryMs)),
    ...loads.flatMap(({ deviceId, kind }) => [
      ...(totals.has(deviceId) ? [] : [read('meter', deviceId, everyRowMs)]),
      read(kind === 'charger' ? 'charger' : 'circuit', deviceId, everyRowMs),
    ]),
  ];
}

/**
 * The calls a minute of what managers of one account read while nothing happens. What several of them read is asked once, as
 * often as the one that reads it most.
 */
export function callsAMinute(reads: readonly PlannedRead[]): number {
  const often = new Map<string, PlannedRead>();
  for (const one of reads) {
    const key = `${one.kind} ${one.deviceId}`;
    const known = often.get(key);
    if (known === undefined || one.everyMs < known.everyMs) often.set(key, one);
  }
  const rows = [...often.values()].filter(({ kind }) => kind !== 'meter');
  // One list of the grid operator's events serves all rows of a round.
  const events = rows.length === 0 ? 0 : minuteMs / Math.min(...rows.map(({ everyMs }) => everyMs));
  return [...often.values()].reduce((sum, { kind, everyMs }) => sum + (calls[kind] * minuteMs) / everyMs, events);
}

/**
 * How long a limit may be exceeded while something may be opened, ms: the hold, two readings, the time after which a command
 * is not sent any more, and the time until its effect is known.
 */
export function longestAboveMs(
  { afterMs }: Pick<ManagerSettings, 'afterMs'>,
  { readEveryMs, expiryMs }: { readonly readEveryMs: number; readonly expiryMs: number },
): number {
  return afterMs + 2 * readEveryMs + expiryMs + settleMs(readEveryMs);
}
