import { isWithinAny } from '../charging';
import { type Context, loadState, polesNow } from './context';
import { levelOf } from './limit';
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
  const { afterMs, belowA, times = [] } = offWhenIdle;
  const { now, settings } = context;
  const poles = polesNow(context, planned);
  const isIdle = poles?.every((ampere) => ampere < belowA) === true && state.position === 'closed';
  const isItsTime = () => times.length === 0 || isWithinAny(times, now.wallMs, settings.timeZone);
  if (!isIdle || !isItsTime()) {
    if (state.idleAt !== undefined) delete state.idleAt;
    return false;
  }
  state.idleAt ??= context.nowMs;
  return context.nowMs - state.idleAt >= afterMs;
}
