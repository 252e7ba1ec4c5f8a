import { opensOfADay } from './answers';
import { type Candidate, chooseLoads, type Pick } from './choose';
import { type Context, claimAnew, isUnderWay, loadState, openLoad, polesNow, tell, tellWhile } from './context';
import { stuckLoads, waits } from './futile';
import { noteTakenBack } from './peaks';
import { onLanes, type PlannedLoad } from './plan';
import { isManual } from './positions';
import { rounded } from './reasons';
import { isSettled } from './settled';
import type { Exceeded, LoadState, Why } from './state';

/** Above this share over the limit rests, counts and a person's hand give way. */
const hardShare = 0.2;
const hardHoldMs = 10_000;
/** How far below the limit a shed aims, and how much of the dialog's limit a load must carry. */
const aimShare = 0.03;
const leastShare = 0.02;
const unavailableMs = 60_000;

const isLive = (context: Context, lane: number) => context.live[context.plan.lanes[lane]?.group ?? 0] === true;
const overOf = ({ x, limits }: Context, lane: number) => (x[lane] ?? 0) - (limits[lane] ?? 0);
export const isHard = (context: Context, lane: number) =>
  isLive(context, lane) && (context.x[lane] ?? 0) > (context.limits[lane] ?? 0) * (1 + hardShare);

/** By lane, what a load must carry to count. */
export const leastDraws = ({ plan }: Context) => plan.lanes.map(({ limit }) => limit * leastShare);

/** Begins and ends the time for which a group is above its limit. Returns whether any is. */
export function noteOver(context: Context): boolean {
  let any = false;
  for (const [group, { id }] of context.settings.groups.entries()) {
    const state = context.draft.groups[id];
    if (state === undefined) continue;
    const lanes = context.plan.lanes.flatMap((lane, index) => (lane.group === group ? [index] : []));
    const over = context.live[group] === true && lanes.some((lane) => overOf(context, lane) > 0);
    if (!over) delete state.overAt;
    else if (state.overAt === undefined) {
      state.overAt = context.nowMs;
      // What they draw is to be known when one of them is chosen.
      const deviceIds = context.plan.loads
        .filter(({ groups }) => groups.includes(group))
        .map(({ load }) => load.deviceId);
      context.requests.push({ kind: 'read', deviceIds });
    }
    any ||= over;
  }
  return any;
}

/** By lane, what must go: only of groups that were above their limit for the hold. */
function needOf(context: Context): number[] {
  return context.plan.lanes.map(({ group }, lane) => {
    const overAt = context.draft.groups[context.settings.groups[group]?.id ?? '']?.overAt;
    const over = overOf(context, lane);
    if (!isLive(context, lane) || over <= 0 || overAt === undefined) return 0;
    const hard = context.plan.lanes.some((other, index) => other.group === group && isHard(context, index));
    const holdMs = hard ? Math.min(hardHoldMs, context.settings.afterMs) : context.settings.afterMs;
    if (context.nowMs - overAt < holdMs) return 0;
    return over + aimShare * (context.limits[lane] ?? 0);
  });
}

/** Opens and reduces what is needed. Returns whether it did. */
export function shed(context: Context): boolean {
  const need = needOf(context);
  if (!need.some((amount) => amount > 0)) {
    if (!context.plan.lanes.some((_, lane) => overOf(context, lane) > 0)) delete context.draft.futile;
    return false;
  }
  if (!isSettled(context)) return false;
  const hard = context.plan.lanes.some((_, lane) => (need[lane] ?? 0) > 0 && isHard(context, lane));
  const stuck = stuckLoads(context, leastDraws(context));
  tellWhile(context, stuck.length > 0, 'does-not-open', 'alarm', { deviceIds: stuck });
  if (stuck.length > 0 && !hard && waits(context, need)) return false;
  const candidates = candidatesFor(context, need);
  const picks = chooseLoads(candidates, need, leastDraws(context));
  const bound = picks.length === 0 || !covers(candidates, picks, need) ? boundByCount(context) : [];
  tellWhile(context, bound.length > 0, 'opens-a-day-reached', 'alarm', { deviceIds: bound });
  const isNews = picks.length === 0 && context.draft.told.futile !== true;
  const most = isNews ? { most: largestDraws(context), ...mostExceeded(context) } : {};
  tellWhile(context, picks.length === 0, 'futile', 'alarm', most);
  if (picks.length === 0) return false;
  for (const pick of picks) carryOut(context, pick, 'limit');
  return true;
}

/** Whether a command to a load may be claimed now. */
export function isFree(context: Context, planned: PlannedLoad, state: LoadState): boolean {
  const { nowMs, readings } = context;
  const { load } = planned;
  if (load.protected === true || load.feedsIn === true) return false;
  if (state.unavailableAt !== undefined && nowMs - state.unavailableAt < unavailableMs) return false;
  if (isUnderWay(state)) return false;
  if (load.kind === 'charger')
    return (
      state.connected !== false &&
      (state.refusedConfiguration === undefined || state.refusedConfiguration !== (state.configuration ?? ''))
    );
  const circuit = readings.circuits[load.deviceId];
  if (circuit === undefined || circuit.connected === false || circuit.heldByEvent === true) return false;
  // Unknown is never closed.
  return state.phase === 'normal' && circuit.remoteHandle === 'closed' && circuit.mainHandle === 'closed';
}

/** What may be opened or reduced for the lanes in need. */
export function candidatesFor(context: Context, need: readonly number[]): Candidate[] {
  const { plan, nowMs } = context;
  const least = leastDraws(context);
  return plan.loads.flatMap((planned): Candidate[] => {
    const state = loadState(context, planned);
    const poles = polesNow(context, planned);
    if (poles === undefined || !isFree(context, planned, state)) return [];
    const { load, index, rank } = planned;
    const relief = onLanes(plan, planned, poles, 'relief');
    const counts = (lane: number) => (relief[lane] ?? 0) > 0 && (relief[lane] ?? 0) >= (least[lane] ?? 0);
    if (!relief.some((_, lane) => (need[lane] ?? 0) > 0 && counts(lane))) return [];
    const onSinceMs = state.onSinceAt ?? context.draft.startedAt;
    const shared = { index, rank, onSinceMs, relief };
    if (load.kind === 'charger') {
      const fromA = Math.max(0, ...poles);
      if (state.claim === 0) return [];
      const perAmpere = onLanes(
        plan,
        planned,
        poles.map(() => 1),
        'relief',
      );
      return [
        { ...shared, tier: 0, charger: { fromA, leastA: load.leastA, pauseAllowed: load.pauseAllowed, perAmpere } },
      ];
    }
    const onFor = state.onSinceAt === undefined ? Number.POSITIVE_INFINITY : nowMs - state.onSinceAt;
    const usual = onFor >= load.leastOnMs && opensOfADay(state, nowMs).length < load.opensADay;
    const tier = isManual(context, state) ? 2 : usual ? 0 : 1;
    const hard = relief.some((_, lane) => counts(lane) && (need[lane] ?? 0) > 0 && isHard(context, lane));
    return tier > 0 && !hard ? [] : [{ ...shared, tier }];
  });
}

export function covers(candidates: readonly Candidate[], picks: readonly Pick[], need: readonly number[]): boolean {
  const left = [...need];
  for (const { index, toA } of picks) {
    const candidate = candidates.find((one) => one.index === index);
    const { charger } = candidate ?? {};
    for (const [lane, amount] of (candidate?.relief ?? []).entries()) {
      const part =
        charger === undefined || toA === undefined || toA === 0
          ? amount
          : (charger.fromA - toA) * (charger.perAmpere[lane] ?? 0);
      left[lane] = (left[lane] ?? 0) - part;
    }
  }
  return left.every((amount, lane) => (need[lane] ?? 0) <= 0 || amount <= 1e-9);
}

/** Loads that would help, but were opened as often as they may be. */
function boundByCount(context: Context): string[] {
  const least = leastDraws(context);
  return context.plan.loads.flatMap((planned) => {
    const state = loadState(context, planned);
    const { load } = planned;
    if (load.kind !== 'breaker' || opensOfADay(state, context.nowMs).length < load.opensADay) return [];
    if (!isFree(context, planned, state)) return [];
    const relief = onLanes(context.plan, planned, polesNow(context, planned) ?? [], 'relief');
    return relief.some((amount, lane) => overOf(context, lane) > 0 && amount >= (least[lane] ?? 0))
      ? [load.deviceId]
      : [];
  });
}

export function carryOut(context: Context, { index, toA }: Pick, why: Why): void {
  const planned = context.plan.loads[index];
  if (planned === undefined) return;
  const state = loadState(context, planned);
  const { deviceId } = planned.load;
  const carried = rounded(Math.max(0, ...(polesNow(context, planned) ?? [])));
  const exceeded = mostExceeded(context);
  if (why === 'limit') state.exceeded = exceeded;
  if (toA === undefined) {
    openLoad(context, planned, why);
    tell(context, 'opened', 'warning', { why, carried, ...exceeded }, deviceId);
    return;
  }
  if (why === 'limit') noteTakenBack(context, state);
  // A meter that does not follow its charger asks for the same reduction again and again.
  const isNews = state.claim !== toA || state.why !== why;
  state.claim = toA;
  state.why = why;
  delete state.fitsAt;
  delete state.headA;
  claimAnew(context, state, 'opening');
  if (!isNews) return;
  tell(context, toA === 0 ? 'paused-charger' : 'reduced', 'warning', { why, carried, toA, ...exceeded }, deviceId);
}

/** The lane that is most above its limit. */
function mostExceeded(context: Context): Exceeded {
  let most = 0;
  for (const [lane] of context.plan.lanes.entries()) if (overOf(context, lane) > overOf(context, most)) most = lane;
  const { group = 0, axis = 0 } = context.plan.lanes[most] ?? {};
  return {
    group: context.settings.groups[group]?.id ?? '',
    leg: context.settings.quantity === 'current' ? (context.settings.legs[axis] ?? '') : '',
    total: rounded(context.x[most] ?? 0),
    limit: rounded(context.limits[most] ?? 0),
  };
}

/** The circuits that draw most, whether they are loads of this manager or not. */
function largestDraws({ draft, settings }: Context): string[] {
  const totals = new Set(settings.groups.flatMap(({ of }) => (of.kind === 'meter' ? [of.deviceId] : [])));
  return Object.entries(draft.meters)
    .filter(([id]) => !totals.has(id) && !id.startsWith('total of '))
    .map(([id, { poles }]) => ({ id, most: Math.max(0, ...poles) }))
    .filter(({ most }) => most > 0)
    .sort((a, b) => b.most - a.most)
    .slice(0, 3)
    .map(({ id }) => id);
}
