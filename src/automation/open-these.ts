import { localMinuteOfWeek } from '../charging';
import { type Context, loadState, polesNow } from './context';
import { isWithin, levelOf } from './limit';
import type { PlannedLoad } from './plan';
import { isManual } from './positions';
import { carryOut, isFree } from './shed';
import type { LoadState } from './state';

/** Opens what the level names, and what was idle for its time: only these are opened though they draw nothing. */
export function openThese(context: Context): boolean {
  let any = false;
  for (const planned of context.plan.loads) {
    const state = loadState(context, planned);
    if (planned.load.kind !== 'breaker') continue;
    const byLevel = levelOf(context.draft, context.settings)?.open?.includes(planned.load.deviceId) === true;
    const idle = noteIdle(context, planned, state);
    if (!(byLevel || idle) || !isFree(context, planned, state) || isManual(context, state)) continue;
    carryOut(context, { index: planned.index }, byLevel ? 'level' : 'idle');
    any = true;
  }
  return any;
}

/** Whether a load drew next to nothing for as long as its row says, without a gap in its readings. */
function noteIdle(context: Context, planned: PlannedLoad, state: LoadState): boolean {
  const { offWhenIdle } = planned.load;
  if (offWhenIdle === undefined) return false;
  const { afterMs, belowA, times } = offWhenIdle;
  const poles = polesNow(context, planned);
  const isIdle = poles?.every((ampere) => ampere < belowA) === true && state.position === 'closed';
  if (!isIdle || !isItsTime(context, times)) {
    if (state.idleAt !== undefined) delete state.idleAt;
    return false;
  }
  state.idleAt ??= context.nowMs;
  return context.nowMs - state.idleAt >= afterMs;
}

type Times = NonNullable<PlannedLoad['load']['offWhenIdle']>['times'];

function isItsTime({ now, settings }: Context, times: Times): boolean {
  if (times === undefined || times.length === 0) return true;
  const minute = localMinuteOfWeek(now.wallMs, settings.timeZone);
  return times.some((one) => isWithin(one, minute));
}
