import { wantsBack } from './comes-back';
import { backOnLanes, type Context, loadState, polesNow } from './context';
import { carefulStepA, isCareful, peaksWithChargers } from './peaks';
import { ampereOnLanes, type PlannedLoad } from './plan';
import type { LoadState } from './state';

/** Notes since when each load that is off would fit, without a break, with the gap to spare. */
export function noteFits(context: Context): void {
  const peaks = isCareful(context) ? peaksWithChargers(context) : context.forRestore;
  for (const planned of context.plan.loads) {
    const state = loadState(context, planned);
    if (!wantsBack(context, planned)) {
      dropFit(state);
      continue;
    }
    const fits =
      planned.load.kind === 'charger' ? chargerFits(context, planned, state, peaks) : breakerFits(context, planned);
    if (!fits) dropFit(state);
    else state.fitsAt ??= context.nowMs;
  }
}

// To delete what is not there makes an object slow to copy.
function dropFit(state: LoadState): void {
  if (state.fitsAt !== undefined) delete state.fitsAt;
  if (state.headA !== undefined) delete state.headA;
}

/** By lane, what is free for coming back; what is not live is not free. */
function headRoom(context: Context, lane: number, total = context.forRestore[lane] ?? 0): number {
  const group = context.plan.lanes[lane]?.group ?? 0;
  if (context.live[group] !== true || context.supplies[group]?.unread !== undefined) return Number.NEGATIVE_INFINITY;
  return (context.restoreLimits[lane] ?? 0) * (1 - context.settings.gap) - total;
}

/** By lane, what is missing for a breaker to come back; at most 0: nothing. */
export function missingFor(context: Context, planned: PlannedLoad): number[] {
  const back = backOnLanes(context, planned);
  return back.map((amount, lane) => (planned.lanes.includes(lane) ? amount - headRoom(context, lane) : 0));
}

export const breakerFits = (context: Context, planned: PlannedLoad) =>
  missingFor(context, planned).every((amount) => amount <= 0);

function chargerFits(context: Context, planned: PlannedLoad, state: LoadState, peaks: readonly number[]): boolean {
  const { load } = planned;
  // It may draw all of its claim at any time, so that what it does not draw of it is not free.
  const claim = state.claim ?? 0;
  const least = claim === 0 ? load.leastA : Math.min(load.mostA, claim + (isCareful(context) ? carefulStepA : 1));
  const most = mostFor(context, planned, peaks);
  // A car is never left without its least where that fits now.
  const given = claim === 0 && mostFor(context, planned, context.forRestore) >= least ? Math.max(most, least) : most;
  if (!(given >= least)) return false;
  state.headA = Math.min(state.headA ?? Number.POSITIVE_INFINITY, load.mostA, Math.floor(given + 1e-9));
  return true;
}

/** A that a charger may draw where all, with what it draws now, comes to these totals. */
function mostFor(context: Context, planned: PlannedLoad, totals: readonly number[]): number {
  const perAmpere = ampereOnLanes(context.plan, planned);
  const drawn = drawnA(context, planned);
  let most = Number.POSITIVE_INFINITY;
  for (const lane of planned.lanes) {
    const each = perAmpere[lane] ?? 0;
    if (each > 0) most = Math.min(most, drawn + headRoom(context, lane, totals[lane]) / each);
  }
  return most;
}

/** A charger that cannot be read may draw all of its claim, but nothing of it may be counted as free. */
function drawnA(context: Context, planned: PlannedLoad): number {
  return Math.max(0, ...(polesNow(context, planned) ?? []));
}
