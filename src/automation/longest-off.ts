import { type Candidate, chooseLoads, type Pick } from './choose';
import { wantsBack } from './comes-back';
import { type Context, loadState, tellWhile } from './context';
import { missingFor } from './fits';
import type { PlannedLoad } from './plan';
import { mayClose } from './restore';
import { candidatesFor, carryOut, covers, leastDraws } from './shed';

/** Loads that were off for longer than they may be, and may come back as far as their own state goes. */
export function overdueLoads(context: Context): PlannedLoad[] {
  return context.plan.loads.filter((planned) => {
    const { longestOffMs, kind } = planned.load;
    const { openedAt } = loadState(context, planned);
    if (kind !== 'breaker' || longestOffMs === undefined || openedAt === undefined) return false;
    return context.nowMs - openedAt >= longestOffMs && wantsBack(context, planned) && mayClose(context, planned);
  });
}

/**
 * Makes room for the most important load that was off for too long and does not fit: loads of its rank or below are shed for
 * it. Where they would not make enough room none is, and one alarm says so. Returns whether something was shed.
 */
export function makeRoom(context: Context, overdue: readonly PlannedLoad[]): boolean {
  for (const { load } of context.plan.loads)
    if (load.longestOffMs !== undefined && !overdue.some((one) => one.load.deviceId === load.deviceId))
      tellWhile(context, false, 'longest-off-reached', 'alarm', {}, load.deviceId);
  for (const planned of overdue) {
    const missing = missingFor(context, planned);
    // Room that is there needs only its time.
    if (missing.every((amount) => amount <= 0)) return false;
    // Nothing is known where a group is not live: it is not shed for either.
    if (missing.some((amount) => !Number.isFinite(amount))) continue;
    const picks = roomFor(context, planned, missing);
    tellWhile(context, picks.length === 0, 'longest-off-reached', 'alarm', {}, planned.load.deviceId);
    if (picks.length === 0) continue;
    for (const pick of picks) carryOut(context, pick, 'swap');
    return true;
  }
  return false;
}

function roomFor(context: Context, { rank }: PlannedLoad, missing: readonly number[]): Pick[] {
  const candidates = candidatesFor(context, missing).filter((one: Candidate) => one.rank >= rank && one.tier === 0);
  const picks = chooseLoads(candidates, missing, leastDraws(context));
  return covers(candidates, picks, missing) ? picks : [];
}
