import { type Context, memoryOf, polesNow } from './context';
import { drawLearned, largestDraw, type Remembered } from './learned-draw';
import { onLanes, type PlannedLoad } from './plan';
import type { LoadState } from './state';

/** What cycles, such as a compressor, is on again within this time. */
const lastHour: Remembered = { bucketMs: 600_000, keptMs: 3_600_000 };
const leastApartMs = 2_000;
/** A raise that did not last so long was one too many, and for so long all chargers are raised with more care. */
const lastsMs = 3_600_000;
const careMs = 24 * 3_600_000;
/** Less is not worth a change then, unless it is all that it may have. */
export const carefulStepA = 3;

/** Notes that a charger has to give back what it was given a while ago: something of the site cycles. */
export function noteTakenBack({ draft, nowMs }: Context, { raisedAt }: LoadState): void {
  if (raisedAt !== undefined && nowMs - raisedAt < lastsMs) draft.takenBackAt = nowMs;
}

/** Whether chargers are raised only as far as the most of the last hour allows. */
export const isCareful = ({ draft: { takenBackAt }, nowMs }: Context) =>
  takenBackAt !== undefined && nowMs - takenBackAt < careMs;

const chargersOf = ({ plan }: Context, group: number) =>
  plan.loads.filter(({ load, groups }) => load.kind === 'charger' && groups.includes(group));

/** Remembers of each group with chargers the most that all the others have drawn within the last hour. */
export function notePeaks(context: Context): void {
  const { draft, settings, live, nowMs } = context;
  for (const [group, { id }] of settings.groups.entries()) {
    const chargers = chargersOf(context, group);
    const state = draft.groups[id];
    if (state === undefined || chargers.length === 0 || live[group] !== true) continue;
    if (!chargers.every((planned) => isReadWithTotal(context, planned, group))) continue;
    const drawn = drawnBy(context, chargers);
    const others = lanesOf(context, group).map((lane) => (context.x[lane] ?? 0) - (drawn[lane] ?? 0));
    state.peaks = drawLearned(state.peaks ?? [], others, nowMs, lastHour);
  }
}

/** A charger that was read earlier or later than the total may have drawn something else then. */
function isReadWithTotal(context: Context, planned: PlannedLoad, group: number): boolean {
  const { measuredAt = Number.NaN, intervalMs = 0 } = context.supplies[group] ?? {};
  const ownAt = memoryOf(context, planned)?.measuredAt ?? Number.NaN;
  return Math.abs(ownAt - measuredAt) <= Math.max(intervalMs, leastApartMs);
}

/** By lane, what is drawn once all that has cycled within the last hour is on again. */
export function peaksWithChargers(context: Context): number[] {
  const peaks = [...context.forRestore];
  for (const [group, { id }] of context.settings.groups.entries()) {
    const drawn = drawnBy(context, chargersOf(context, group));
    const largest = largestDraw(context.draft.groups[id]?.peaks ?? []);
    for (const [at, lane] of lanesOf(context, group).entries())
      peaks[lane] = Math.max(peaks[lane] ?? 0, (largest[at] ?? Number.NEGATIVE_INFINITY) + (drawn[lane] ?? 0));
  }
  return peaks;
}

const lanesOf = ({ plan }: Context, group: number) =>
  plan.lanes.flatMap((lane, index) => (lane.group === group ? [index] : []));

function drawnBy(context: Context, chargers: readonly PlannedLoad[]): number[] {
  const sum = new Array<number>(context.plan.lanes.length).fill(0);
  for (const planned of chargers)
    for (const [lane, amount] of onLanes(context.plan, planned, polesNow(context, planned) ?? [], 'relief').entries())
      sum[lane] = (sum[lane] ?? 0) + amount;
  return sum;
}
