import { type Context, claimAnew, loadState, tell } from './context';
import { isOverdue } from './settled';
import { isFree } from './shed';

/** How long without a reading a charger keeps more than its fallback. */
const fallbackMs = 60_000;
const freshReadings = 2;

/**
 * Which groups are live: read at least twice since the start or the last silence, and not silent. A silence ends every time
 * that readings measure: holds, calm and settling.
 */
export function noteLive(context: Context): void {
  const { draft, settings, supplies, nowMs, live } = context;
  for (const [group, { id }] of settings.groups.entries()) {
    const supply = supplies[group];
    const state = draft.groups[id] ?? { fresh: 0 };
    draft.groups[id] = state;
    const { measuredAt } = supply ?? {};
    const isNew = measuredAt !== undefined && measuredAt > (state.measuredAt ?? Number.NEGATIVE_INFINITY);
    if (supply === undefined || supply.silent || isOverdue(context, group)) {
      state.fresh = 0;
      // From when nothing was known, not from when it was noticed.
      state.staleAt ??= Math.max(measuredAt ?? draft.startedAt, draft.startedAt);
    } else if (isNew && measuredAt > draft.startedAt) state.fresh++;
    if (isNew && measuredAt !== undefined) state.measuredAt = measuredAt;
    live[group] = state.fresh >= freshReadings;
    if (live[group] === true) {
      delete state.staleAt;
      if (state.staleTold === true) {
        delete state.staleTold;
        tell(context, 'readings-back', 'info', { group: id });
      }
    } else {
      delete state.overAt;
      state.staleAt ??= draft.startedAt;
      if (state.staleTold !== true && nowMs - state.staleAt >= settings.staleAlarmMs) {
        state.staleTold = true;
        tell(context, 'stale', 'alarm', { group: id });
      }
    }
  }
}

/** Lowers the chargers of a group that is silent to what they may draw unseen; never raises one. */
export function fallBack(context: Context): void {
  const { draft, settings, nowMs } = context;
  for (const planned of context.plan.loads) {
    const { load, groups } = planned;
    if (load.kind !== 'charger') continue;
    const state = loadState(context, planned);
    const blind = groups.find((group) => {
      const staleAt = draft.groups[settings.groups[group]?.id ?? '']?.staleAt;
      return context.live[group] !== true && staleAt !== undefined && nowMs - staleAt >= fallbackMs;
    });
    const toA = Math.max(load.leastA, settings.fallbackA);
    if (blind === undefined || (state.claim !== undefined && state.claim <= toA) || !isFree(context, planned, state))
      continue;
    state.claim = toA;
    state.why = 'stale';
    claimAnew(context, state, 'opening');
    tell(context, 'reduced', 'warning', { why: 'stale', toA, group: settings.groups[blind]?.id ?? '' }, load.deviceId);
  }
}
