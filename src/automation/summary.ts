import { opensOfADay } from './answers';
import { isHeldOff, wantsBack } from './comes-back';
import { backOnLanes, type Context, isOff, loadState, polesNow } from './context';
import { measuredFreeW } from './month';
import type { PlannedLoad } from './plan';
import { isManual } from './positions';
import type { LevelName } from './settings';
import { isSettled } from './settled';
import type { Exceeded, Phase, Why } from './state';

export type ManagerStatus =
  | 'starting'
  | 'stopped'
  | 'paused'
  | 'stale'
  | 'futile'
  | 'over'
  | 'settling'
  | 'restoring'
  | 'event'
  | 'shed'
  | 'calm';

/** One limit as it is now, in the unit of the limit. */
export interface LaneSummary {
  readonly group: string;
  /** Absent for power. */
  readonly leg?: string;
  readonly total: number;
  /** Absent: nothing is opened for it now. */
  readonly limit?: number;
  /** Of a window of demand: the average from which `limit` follows. */
  readonly windowLimit?: number;
  readonly live: boolean;
}

/** One load for the table. */
export interface LoadSummary {
  readonly deviceId: string;
  readonly phase: Phase;
  readonly why?: Why;
  /** Where it was opened or reduced for a limit. */
  readonly exceeded?: Exceeded;
  /** A of its most loaded pole; absent: not read. */
  readonly drawsA?: number;
  /** Of a charger; 0 while paused. */
  readonly claimA?: number;
  readonly offForMs?: number;
  /** In the unit of the limit, what must be free for it on its most loaded lane. */
  readonly needsFree?: number;
  /** At the earliest, if it fits from now on; absent: only a person, a level or a time brings it back. */
  readonly backInMs?: number;
  /** It stays off until somebody says yes; where it never comes back, until a person closes it. */
  readonly waitsForOk?: boolean;
  readonly manualForMs?: number;
  readonly opensToday: number;
  /** Opens for life. */
  readonly operations: number;
  /** It was opened 1,500 times within a year. */
  readonly worn?: boolean;
}

export interface ManagerSummary {
  readonly status: ManagerStatus;
  readonly dryRun: boolean;
  readonly lanes: readonly LaneSummary[];
  readonly shed: number;
  readonly level?: LevelName;
  /** How long a limit has been exceeded, or no total was known. */
  readonly forMs?: number;
  /** While paused for a time: what is left of it. */
  readonly pausedForMs?: number;
  /** Where what was measured of the month counts: up to which average a window costs nothing more, W. */
  readonly freeThisMonth?: number | 'unknown';
  readonly loads: readonly LoadSummary[];
}

export function summaryOf(context: Context, stopped: boolean): ManagerSummary {
  const { draft, settings, plan, live, nowMs } = context;
  const states = plan.loads.map((planned) => loadState(context, planned));
  const shed = states.filter((state) => isOff(state) || state.claim !== undefined).length;
  const groups = settings.groups.flatMap(({ id }) => draft.groups[id] ?? []);
  const overAt = Math.min(...groups.map((group) => group.overAt ?? Number.POSITIVE_INFINITY));
  const staleAt = Math.min(...groups.map((group) => group.staleAt ?? Number.POSITIVE_INFINITY));
  const isStale = live.includes(false);
  const began = isStale ? staleAt : overAt;
  return {
    status: statusOf(context, { stopped, isStale, shed, isOver: Number.isFinite(overAt) }),
    dryRun: settings.dryRun,
    lanes: plan.lanes.map(({ group, axis }, lane) => {
      const limit = context.limits[lane] ?? 0;
      return {
        group: settings.groups[group]?.id ?? '',
        total: context.x[lane] ?? 0,
        live: live[group] === true,
        ...(settings.quantity === 'current' ? { leg: settings.legs[axis] ?? '' } : {}),
        ...(Number.isFinite(limit) ? { limit } : {}),
        ...(group === 0 && context.windowLimit !== undefined ? { windowLimit: context.windowLimit } : {}),
      };
    }),
    shed,
    ...(draft.level === undefined ? {} : { level: draft.level.name }),
    ...(Number.isFinite(began) ? { forMs: nowMs - began } : {}),
    ...(draft.paused?.endsAt === undefined ? {} : { pausedForMs: draft.paused.endsAt - nowMs }),
    ...(settings.demand?.monthDays === undefined
      ? {}
      : { freeThisMonth: measuredFreeW(draft, settings) ?? ('unknown' as const) }),
    loads: plan.loads.map((planned) => loadSummary(context, planned)),
  };
}

function statusOf(
  context: Context,
  { stopped, isStale, shed, isOver }: { stopped: boolean; isStale: boolean; shed: number; isOver: boolean },
): ManagerStatus {
  const { draft, nowMs, settings } = context;
  const phases = context.plan.loads.map((planned) => loadState(context, planned).phase);
  if (stopped) return 'stopped';
  if (draft.paused !== undefined) return 'paused';
  if (isStale) return nowMs - draft.startedAt < Math.max(settings.muteMs, 60_000) ? 'starting' : 'stale';
  if (draft.told.futile === true || draft.told['does-not-open'] === true) return 'futile';
  if (phases.includes('closing') || phases.includes('proving')) return 'restoring';
  if (!isSettled(context)) return 'settling';
  if (isOver) return 'over';
  if (draft.level !== undefined) return 'event';
  return shed > 0 ? 'shed' : 'calm';
}

function loadSummary(context: Context, planned: PlannedLoad): LoadSummary {
  const { settings, nowMs, draft } = context;
  const state = loadState(context, planned);
  const poles = polesNow(context, planned);
  const isShed = state.phase === 'shed';
  const wants = isShed && wantsBack(context, planned);
  const { openedAt, manualAt, lastRestoreAt } = { ...state, lastRestoreAt: draft.lastRestoreAt };
  const waitsMs = Math.max(
    openedAt === undefined ? 0 : openedAt + planned.load.restMs - nowMs,
    (state.fitsAt ?? nowMs) + settings.calmMs - nowMs,
    lastRestoreAt === undefined ? 0 : lastRestoreAt + settings.restoreSpacingMs - nowMs,
    0,
  );
  return {
    deviceId: planned.load.deviceId,
    phase: state.phase,
    opensToday: opensOfADay(state, nowMs).length,
    operations: state.operations,
    ...(state.wornTold === true ? { worn: true } : {}),
    ...(state.why === undefined ? {} : { why: state.why }),
    ...(state.why === 'limit' && state.exceeded !== undefined ? { exceeded: state.exceeded } : {}),
    ...(poles === undefined ? {} : { drawsA: Math.max(0, ...poles) }),
    ...(state.claim === undefined ? {} : { claimA: state.claim }),
    ...(isShed && openedAt !== undefined ? { offForMs: nowMs - openedAt } : {}),
    ...(isShed && planned.load.kind === 'breaker' ? { needsFree: Math.max(0, ...backOnLanes(context, planned)) } : {}),
    ...(wants ? { backInMs: waitsMs } : {}),
    ...(isShed && !wants && !isHeldOff(context, planned, state) ? { waitsForOk: true } : {}),
    ...(manualAt !== undefined && isManual(context, state)
      ? { manualForMs: manualAt + settings.manualMs - nowMs }
      : {}),
  };
}
