import { isHeldOff, wantsBack } from './comes-back';
import { type Context, claimAnew, forget, isWaiting, loadState, openLoad, tell } from './context';
import { breakerFits } from './fits';
import { isOursToClose } from './look';
import type { PlannedLoad } from './plan';
import { proofMs } from './settled';
import type { LoadState } from './state';

const unavailableMs = 60_000;
/** How long a look is waited for, and how long what it showed counts. */
const lookMs = 30_000;
/** Readings that come less often than this cannot hold a current below a limit. */
const restoreIntervalMs = 30_000;

/** The rule by which at most one load comes back at a time, and when. */
function mayRestoreNow(context: Context): boolean {
  const { draft, settings, nowMs, plan } = context;
  if (draft.lastRestoreAt !== undefined && nowMs - draft.lastRestoreAt < settings.restoreSpacingMs) return false;
  return plan.loads.every((planned) => loadState(context, planned).phase !== 'proving');
}

/** Whether what is known of the groups of a load is young enough to bring it back. */
function isFresh({ supplies, live, nowMs, draft, settings }: Context, { groups }: PlannedLoad): boolean {
  return groups.every((group) => {
    const { measuredAt, intervalMs = 0 } = supplies[group] ?? {};
    if (live[group] !== true || measuredAt === undefined) return false;
    if (settings.quantity === 'current' && intervalMs > restoreIntervalMs) return false;
    if (draft.groups[settings.groups[group]?.id ?? '']?.overAt !== undefined) return false;
    return (
      nowMs - measuredAt <= Math.max(2 * intervalMs, 2_000) &&
      measuredAt > (draft.answeredAt ?? Number.NEGATIVE_INFINITY)
    );
  });
}

/** Whether a load that is off may be closed as far as its own state goes. */
export function mayClose(context: Context, planned: PlannedLoad): boolean {
  const state = loadState(context, planned);
  const { load } = planned;
  const { nowMs } = context;
  if (state.unavailableAt !== undefined && nowMs - state.unavailableAt < unavailableMs) return false;
  if (load.kind === 'charger') {
    const refuses =
      state.refusedConfiguration !== undefined && state.refusedConfiguration === (state.configuration ?? '');
    return state.connected !== false && !refuses && (state.claim !== 0 || isRested(context, planned));
  }
  const circuit = context.readings.circuits[load.deviceId];
  return (
    isRested(context, planned) &&
    circuit !== undefined &&
    circuit.readAtMs > (state.openedAt ?? 0) &&
    circuit.remoteHandle === 'open' &&
    circuit.mainHandle === 'closed' &&
    circuit.connected !== false &&
    circuit.heldByEvent !== true &&
    circuit.locked !== true
  );
}

function isRested(context: Context, planned: PlannedLoad): boolean {
  const { openedAt } = loadState(context, planned);
  return openedAt !== undefined && context.nowMs - openedAt >= planned.load.restMs;
}

/**
 * Brings back one load, or goes on with the one that is looked at. `first`: loads that were off for too long; they go first.
 * A lesser load does not take the room of a more important one that fits, too, and only waits for its time.
 */
export function restore(context: Context, first: readonly PlannedLoad[]): void {
  takeLooks(context);
  if (!mayRestoreNow(context)) return;
  const waiting = context.plan.loads
    .filter((planned) => wantsBack(context, planned) && mayClose(context, planned))
    .map((planned) => ({ planned, state: loadState(context, planned) }))
    .filter(({ state }) => state.fitsAt !== undefined)
    .sort(
      (a, b) =>
        Number(first.includes(b.planned)) - Number(first.includes(a.planned)) ||
        a.planned.rank - b.planned.rank ||
        (a.state.openedAt ?? 0) - (b.state.openedAt ?? 0),
    );
  const [next] = waiting;
  for (const { planned } of waiting) if (planned !== next?.planned) dropLook(context, planned);
  if (next === undefined || !isFresh(context, next.planned)) return;
  if (context.nowMs - (next.state.fitsAt ?? context.nowMs) < context.settings.calmMs) return;
  if (next.planned.load.kind === 'charger') raise(context, next.planned, next.state);
  else close(context, next.planned, next.state);
}

function dropLook(context: Context, planned: PlannedLoad): void {
  const state = loadState(context, planned);
  if (state.askedAt !== undefined) delete state.askedAt;
  if (state.lookedAt !== undefined) delete state.lookedAt;
}

function raise(context: Context, { load }: PlannedLoad, state: LoadState): void {
  const { headA = 0 } = state;
  if (headA >= load.mostA) delete state.claim;
  else state.claim = Math.max(load.leastA, headA);
  delete state.fitsAt;
  delete state.headA;
  claimAnew(context, state, 'closing');
  tell(context, 'raised', 'info', { toA: state.claim ?? load.mostA, free: state.claim === undefined }, load.deviceId);
}

function close(context: Context, { load }: PlannedLoad, state: LoadState): void {
  const { nowMs, draft } = context;
  if (state.lookedAt !== undefined && nowMs - state.lookedAt < lookMs) {
    delete state.lookedAt;
    claimAnew(context, state, 'closing');
    tell(context, 'comes-back', 'info', {}, load.deviceId);
  } else if (state.askedAt === undefined || nowMs - state.askedAt >= lookMs) {
    state.askedAt = nowMs;
    state.lookAction = draft.nextAction++;
    context.requests.push({ kind: 'look', deviceId: load.deviceId, action: state.lookAction });
  }
}

/** What was read before a restore: a circuit that anybody but us opened last is closed by a person only. */
function takeLooks(context: Context): void {
  for (const look of context.readings.looks ?? []) {
    const planned = context.plan.byId.get(look.deviceId);
    if (planned === undefined) continue;
    const state = loadState(context, planned);
    if (state.phase !== 'shed' || state.askedAt === undefined || state.lookAction !== look.action) continue;
    delete state.askedAt;
    // What could not be read, or is in an event now, is looked at again.
    if (look.movements === undefined || look.heldByEvent) state.unavailableAt = context.nowMs;
    else if (isOursToClose(look, state.opened, state.closedServiceMs)) state.lookedAt = context.nowMs;
    else {
      forget(state);
      tell(context, 'needs-person', 'alarm', { detail: '' }, look.deviceId);
    }
  }
}

/**
 * A restore that no reading and no position confirms is opened again, also while the readings are silent; and one that was not yet carried out
 * is taken back as soon as they are, or as it does not fit any more.
 */
export function proveRestores(context: Context): void {
  for (const planned of context.plan.loads) {
    const state = loadState(context, planned);
    const { load, groups } = planned;
    const isLive = groups.every((group) => context.live[group] === true);
    if (load.kind === 'charger') continue;
    if (state.phase === 'closing') {
      // Once it is sent the total may hold it already, so that it does not count twice.
      const fits = isWaiting(context, state) ? breakerFits(context, planned) : isBelow(context, planned);
      if (!isLive || !fits || isHeldOff(context, planned, state)) revert(context, planned);
    } else if (state.phase === 'proving') {
      const answeredAt = state.answeredAt ?? 0;
      const shown = groups.every(
        (group) => (context.supplies[group]?.measuredAt ?? Number.NEGATIVE_INFINITY) > answeredAt,
      );
      const intervalMs = Math.max(0, ...groups.map((group) => context.supplies[group]?.intervalMs ?? 0));
      if (shown && isLive && state.seenClosed === true) {
        forget(state);
        state.onSinceAt = answeredAt;
        // The last one that was read is from before our close: a closed one now is no deed of a person.
        delete state.position;
        tell(context, 'came-back', 'info', {}, load.deviceId);
      } else if (context.nowMs - answeredAt > proofMs(intervalMs)) revert(context, planned);
      else if (state.seenClosed !== true) context.requests.push({ kind: 'read', deviceIds: [load.deviceId] });
    }
  }
}

function isBelow({ x, limits }: Context, { lanes }: PlannedLoad): boolean {
  return lanes.every((lane) => (x[lane] ?? 0) <= (limits[lane] ?? 0));
}

function revert(context: Context, planned: PlannedLoad): void {
  openLoad(context, planned, 'revert');
  tell(context, 'restore-reverted', 'warning', {}, planned.load.deviceId);
}
