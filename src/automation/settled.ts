import { type Context, isUnderWay, isWaiting, loadState } from './context';

const leastSettleMs = 30_000;
/** A device needs a moment to follow its command, and the service's times are whole seconds. */
const followMs = 2_000;

/** Whether a reading of every live group is younger than the last action, with all answers in. */
export function isSettled(context: Context): boolean {
  const { draft, plan, supplies, live } = context;
  for (const planned of plan.loads) {
    const state = loadState(context, planned);
    if (isUnderWay(state) && !isWaiting(context, state)) return false;
  }
  const { answeredAt } = draft;
  if (answeredAt === undefined) return true;
  return supplies.every(
    ({ measuredAt }, group) =>
      live[group] !== true || (measuredAt ?? Number.NEGATIVE_INFINITY) >= answeredAt + followMs,
  );
}

/** Whether a group has brought no reading since the last action for so long that it is stale. */
export function isOverdue(context: Context, group: number): boolean {
  const { draft, supplies, nowMs } = context;
  const { answeredAt } = draft;
  const supply = supplies[group];
  if (answeredAt === undefined || supply === undefined) return false;
  if ((supply.measuredAt ?? Number.NEGATIVE_INFINITY) >= answeredAt + followMs) return false;
  return nowMs - answeredAt > settleMs(supply.intervalMs) + followMs;
}

/** How long the first reading after an action is waited for. */
export const settleMs = (intervalMs: number) => Math.max(leastSettleMs, 2 * intervalMs);

/** How long a restore may go without a reading that confirms it. */
export const proofMs = (intervalMs: number) => Math.max(60_000, 2 * intervalMs);
