import { isWithinAny } from '../charging';
import { type Context, loadState } from './context';
import { levelOf } from './limit';
import type { PlannedLoad } from './plan';
import type { LoadState } from './state';

/** Whether a load is held off by its level, or by the times in which it is off when idle. */
export function isHeldOff(context: Context, { load }: PlannedLoad, { why }: LoadState): boolean {
  const { settings, draft, now } = context;
  if (levelOf(draft, settings)?.open?.includes(load.deviceId) === true) return true;
  return why === 'idle' && isWithinAny(load.offWhenIdle?.times ?? [], now.wallMs, settings.timeZone);
}

/** Whether a person has to say yes first. */
function waitsForOk({ load }: PlannedLoad, { allowed, why }: LoadState): boolean {
  if (load.comesBack === 'never') return true;
  if (allowed === true) return false;
  // What was opened because it was idle shows no need while it is off.
  return load.comesBack === 'after-ok' || (why === 'idle' && (load.offWhenIdle?.times ?? []).length === 0);
}

/** Whether a load is off, or reduced, for us, and may come back by itself. */
export function wantsBack(context: Context, planned: PlannedLoad): boolean {
  const state = loadState(context, planned);
  if (planned.load.kind === 'charger') return state.phase === 'shed' && state.claim !== undefined;
  return state.phase === 'shed' && !waitsForOk(planned, state) && !isHeldOff(context, planned, state);
}
