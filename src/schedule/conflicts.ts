import { type BatchOrder, type ListedBatch, orderOfListed } from './batch';
import { batchRuns, type NextRun, type SunLocation } from './batch-runs';
import { minuteMs } from './civil-date';
import { commandText, isSameDevice } from './fingerprint';

/** How far ahead two batches are compared. */
const horizonMs = 366 * 86_400_000;
/** Limits the search for two schedules that run often and never in the same minute. */
const maxSteps = 500;

/** Two batches that send different commands to the same devices in the same minute. */
export interface BatchConflict {
  batchId: string;
  /** The devices that both have. */
  deviceIds: string[];
  /** The first such minute's run of the order, epoch milliseconds. */
  atMs: number;
}

/** The location for the sun times of an order or a batch. */
interface WithLocation {
  location?: SunLocation | undefined;
}

/**
 * The batches of the same kind of command that contradict an order, each with the first time within a year. An
 * invalid schedule has no conflicts here: its problems are reported elsewhere.
 */
export function batchConflicts(
  { order, location }: WithLocation & { order: BatchOrder },
  others: readonly (WithLocation & { batch: ListedBatch })[],
  fromMs: number,
): BatchConflict[] {
  const runs = batchRuns(order, location);
  if (!runs.ok) return [];
  return others.flatMap(({ batch, location: otherLocation }) => {
    const deviceIds = (order.deviceIds ?? []).filter((id) => batch.deviceIds?.some((other) => isSameDevice(id, other)));
    if (batch.path !== order.path || commandText(batch) === commandText(order) || deviceIds.length === 0) return [];
    const otherRuns = batchRuns(orderOfListed(batch), otherLocation);
    if (!otherRuns.ok) return [];
    const atMs = firstSharedMinute(runs.value, otherRuns.value, fromMs);
    return atMs === undefined ? [] : [{ batchId: batch.id, deviceIds, atMs }];
  });
}

/** Each schedule in turn looks for its next run from the minute that the other has reached. */
function firstSharedMinute(one: NextRun, other: NextRun, fromMs: number): number | undefined {
  let instantMs = minuteOf(fromMs);
  for (let step = 0; step < maxSteps && instantMs < fromMs + horizonMs; step += 1) {
    const atMs = one(instantMs - 1);
    if (atMs === undefined) return undefined;
    const otherMs = other(minuteOf(atMs) - 1);
    if (otherMs === undefined) return undefined;
    if (minuteOf(otherMs) === minuteOf(atMs)) return atMs;
    instantMs = minuteOf(otherMs);
  }
  return undefined;
}

function minuteOf(ms: number): number {
  return Math.floor(ms / minuteMs) * minuteMs;
}
