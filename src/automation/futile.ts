import { type Context, loadState } from './context';
import { onLanes } from './plan';

const lookAgainMs = 600_000;
const movedShare = 0.1;
const roseShare = 0.03;
/** How long after an open a meter may still show what it carried. */
const showsAfterMs = 2_000;

/** Whether a futile try was so short a while ago, with so little changed, that another one is of no use. */
export function waits(context: Context, need: readonly number[]): boolean {
  const { draft, nowMs, x, limits } = context;
  const { futile } = draft;
  const changed =
    futile === undefined ||
    nowMs - futile.sinceAt >= lookAgainMs ||
    need.some((amount, lane) => {
      const moved = (x[lane] ?? 0) - (futile.x[lane] ?? 0);
      const limit = limits[lane] ?? 0;
      // A total that rose is a new overload; one that wavers is not.
      return amount > 0 && (moved > roseShare * limit || Math.abs(moved) >= movedShare * limit);
    });
  if (!changed) return true;
  draft.futile = { sinceAt: nowMs, x: [...x] };
  // The first time nothing more is opened: what was opened shows no effect by its own meter.
  return futile === undefined;
}

/** Circuits whose open was confirmed, and that carry current by their own meters. */
export function stuckLoads(context: Context, least: readonly number[]): string[] {
  return context.plan.loads.flatMap((planned) => {
    const { phase, seenOpen, openedAt = 0 } = loadState(context, planned);
    if (planned.load.kind !== 'breaker' || phase !== 'shed' || seenOpen !== true) return [];
    const memory = context.draft.meters[planned.load.deviceId];
    if (memory === undefined || memory.measuredAt < openedAt + showsAfterMs) return [];
    const carries = onLanes(context.plan, planned, memory.poles, 'back').some(
      (a, lane) => a > 0 && a >= (least[lane] ?? 0),
    );
    return carries ? [planned.load.deviceId] : [];
  });
}
