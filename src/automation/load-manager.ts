import { takeAnswers } from './answers';
import { claimsOf, type ManagerClaim } from './claims';
import { type Context, loadState, type Request, statesOf, tell, tellWhile } from './context';
import { demandLimits } from './demand-window';
import { groupEnergyWh } from './energy';
import { noteFits } from './fits';
import { endWhatIsOver, limitsOf, takeLimitMessage } from './limit';
import { makeRoom, overdueLoads } from './longest-off';
import { noteMost } from './month';
import { openThese } from './open-these';
import { notePeaks } from './peaks';
import { type Plan, planOf } from './plan';
import { takePositions } from './positions';
import type { Readings } from './readings';
import type { ManagerEvent } from './reasons';
import { proveRestores, restore } from './restore';
import type { ManagerSettings, Now } from './settings';
import { isSettled } from './settled';
import { candidatesFor, noteOver, shed } from './shed';
import { fallBack, noteLive } from './stale';
import { draftOf, type ManagerState } from './state';
import { type ManagerSummary, summaryOf } from './summary';
import { noteReadings, supplyOf, wrongDirections } from './supply';

export interface ManagerStep {
  readonly state: ManagerState;
  /** One for each load that is held open or limited, and `free` for each other charger. All of them, at each step. */
  readonly claims: readonly ManagerClaim[];
  readonly requests: readonly Request[];
  readonly events: readonly ManagerEvent[];
  /** Made when it is asked for: a step of many loads is cheaper without. */
  readonly summary: () => ManagerSummary;
}

/** Readings of a current that come less often than this decide nothing. */
const tooSlowMs = 60_000;

/**
 * One decision of a load manager: what it claims of its loads, what it wants to be read, and what it tells. Pure: the same
 * state, readings, settings and instant give the same step. It never commands, and what it claims open it has named.
 */
export function loadManagerStep(
  state: ManagerState,
  readings: Readings,
  settings: ManagerSettings,
  now: Now,
): ManagerStep {
  const draft = draftOf(state);
  const context = contextOf(draft, readings, settings, now);
  takeAnswers(context);
  noteLive(context);
  notePeaks(context);
  takePositions(context);
  const stopped = isStopped(context);
  proveRestores(context);
  if (now.monotonicMs - draft.startedAt >= settings.muteMs) decide(context, stopped);
  draft.saved = now;
  return {
    state: draft,
    claims: claimsOf(context),
    requests: context.requests,
    events: context.events,
    summary: () => summaryOf(context, stopped),
  };
}

function decide(context: Context, stopped: boolean): void {
  if (context.draft.paused !== undefined) return;
  fallBack(context);
  const isOver = !stopped && noteOver(context);
  if (stopped || openThese(context) || (isOver && shed(context))) return;
  if (!isOver) endOver(context);
  noteFits(context);
  if (!isSettled(context)) return;
  const overdue = overdueLoads(context);
  if (!isOver && makeRoom(context, overdue)) return;
  restore(context, overdue);
}

function endOver(context: Context): void {
  const wasTold = context.draft.told.futile === true;
  delete context.draft.futile;
  for (const event of ['futile', 'opens-a-day-reached'] as const) tellWhile(context, false, event, 'alarm');
  if (wasTold) tell(context, 'calm', 'info');
}

/** A manager that is told something that cannot be true, or is told it too seldom, switches nothing. */
function isStopped(context: Context): boolean {
  const { draft, settings, nowMs } = context;
  const wrong = wrongDirections(draft, settings);
  const wrongIds = new Set(wrong.map(({ deviceId }) => deviceId));
  for (const { deviceId, feedsIn } of wrong)
    tellWhile(context, true, 'wrong-direction', 'alarm', { feedsIn }, deviceId);
  for (const key of Object.keys(draft.told))
    if (key.startsWith('wrong-direction ') && !wrongIds.has(key.slice('wrong-direction '.length)))
      delete draft.told[key];
  const slow = settings.quantity === 'current' && context.supplies.some(({ intervalMs }) => intervalMs > tooSlowMs);
  const intervalMs = Math.max(...context.supplies.map((supply) => supply.intervalMs));
  tellWhile(context, slow, 'interval-too-long', 'alarm', { seconds: Math.round(intervalMs / 1000) });
  for (const { unread } of context.supplies)
    if (unread !== undefined && nowMs - draft.startedAt > tooSlowMs)
      tellWhile(context, true, 'not-read', 'warning', {}, unread);
  return slow || wrong.length > 0;
}

function contextOf(draft: ManagerState, readings: Readings, settings: ManagerSettings, now: Now): Context {
  const plan = planOf(settings);
  const nowMs = now.monotonicMs;
  noteReadings(draft, readings, nowMs);
  const supplies = settings.groups.map((group) => supplyOf(draft, settings, plan, group, nowMs));
  const events: ManagerEvent[] = [];
  const base = {
    ...{ draft, settings, plan, readings, now, nowMs, supplies, events, states: statesOf(draft, plan) },
    live: [] as boolean[],
    requests: [] as Request[],
    x: supplies.flatMap(({ x }) => x),
    forRestore: supplies.flatMap(({ forRestore }) => forRestore),
  };
  endWhatIsOver(draft, nowMs);
  takeMessages(base);
  const limits = limitsOf(draft, settings, plan, now);
  if (settings.quantity !== 'demand') return { ...base, limits, restoreLimits: limits };
  return { ...base, ...demandLimitsOf(base, limits), windowLimit: limits[0] ?? Number.NaN };
}

type Base = Omit<Context, 'limits' | 'restoreLimits'>;

function takeMessages(base: Base): void {
  const { draft, settings, nowMs } = base;
  for (const message of base.readings.messages ?? []) {
    takeLimitMessage(draft, message, nowMs);
    if (message.kind === 'limit' && message.value !== 'none-allowed') {
      const highest = Math.max(settings.highestFromMessages ?? 0, settings.groups[0]?.limit ?? 0);
      if (!(message.value > 0)) tell(base, 'message-refused', 'warning', { value: String(message.value) });
      else if (message.value > highest) tell(base, 'limit-not-raised', 'warning', { asked: message.value, highest });
    }
    for (const planned of base.plan.loads) {
      const isMeant =
        message.kind === 'restore' || (message.kind === 'allow' && message.deviceId === planned.load.deviceId);
      const own = loadState(base, planned);
      if (isMeant && own.phase === 'shed') own.allowed = true;
    }
  }
}

/** The limits of the first group by its window of demand; a group below it is kept at its own power. */
function demandLimitsOf(base: Base, limits: readonly number[]): Pick<Context, 'limits' | 'restoreLimits'> {
  const { draft, settings, plan, now, x } = base;
  const energyWh = groupEnergyWh(draft, settings, now);
  const demand = demandLimits(draft, settings, energyWh, limits[0] ?? 0, now);
  noteMost(draft, x[0] ?? 0);
  const window = draft.demand;
  if (demand.spent && window !== undefined && window.spentTold !== true) {
    draft.demand = { ...window, spentTold: true };
    tell(base, 'demand-spent', 'alarm', {
      usedWh: Math.round(demand.usedWh ?? 0),
      leftS: Math.round(demand.leftMs / 1000),
    });
  }
  tellWhile(base, demand.wentBack === true && !feedsIn(settings), 'counter-back', 'warning');
  const shedLimits = [...limits];
  const restoreLimits = [...limits];
  // Below what cannot be shed a limit asks for what nobody can do.
  const floor = (x[0] ?? 0) - sheddable(base, plan);
  shedLimits[0] = demand.shed === undefined ? Number.POSITIVE_INFINITY : Math.max(demand.shed, floor, 0);
  restoreLimits[0] = demand.restore;
  return { limits: shedLimits, restoreLimits };
}

/** What feeds in more than is drawn makes the energy of the whole less. */
function feedsIn({ groups: [whole] }: ManagerSettings): boolean {
  return whole?.of.kind === 'sum' && whole.of.circuits.some((circuit) => circuit.feedsIn === true);
}

function sheddable(base: Base, plan: Plan): number {
  const all = { ...base, limits: plan.lanes.map(() => 0), restoreLimits: [], live: plan.lanes.map(() => true) };
  const need = plan.lanes.map((_, lane) => (lane === 0 ? 1 : 0));
  return candidatesFor(all, need).reduce((sum, { relief }) => sum + (relief[0] ?? 0), 0);
}
