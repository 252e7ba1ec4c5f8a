import type { HandleReading } from '../circuit';
import type { DrawBucket } from './learned-draw';
import type { MeterMemory } from './meter-memory';
import type { MonthState } from './month';
import type { ServiceSpan } from './readings';
import type { LevelName, Now } from './settings';

/** Why a load was opened or reduced. */
export type Why = 'limit' | 'level' | 'idle' | 'swap' | 'revert' | 'fellow' | 'stale';

/**
 * `opening`: claimed open, not answered. `pending`: the service has stored the open. `shed`: open by us. `closing`: claimed
 * closed, not answered. `proving`: closed, and no reading has shown it yet.
 */
export type Phase = 'normal' | 'opening' | 'pending' | 'shed' | 'closing' | 'proving';

/** A limit that was exceeded, in its unit. */
export interface Exceeded {
  readonly group: string;
  /** Empty for power. */
  readonly leg: string;
  readonly total: number;
  readonly limit: number;
}

/** What is remembered of a load. Every key that ends in `At`, and only those, holds monotonic instants in ms. */
export interface LoadState {
  phase: Phase;
  /** The number of its newest claim; an answer to an older one does not count. */
  action?: number;
  claimedAt?: number;
  answeredAt?: number;
  /** It was opening when the process ended: its claim is held back until its position shows. Of a charger: it was being raised. */
  awaited?: boolean;
  /** Its close was under way when the process ended: if it is closed, we have closed it. */
  letGo?: boolean;
  why?: Why;
  /** What was exceeded when it was opened or reduced for a limit. */
  exceeded?: Exceeded;
  /** It is opened again because its restore failed; why it was opened first stays. */
  reverting?: boolean;
  /** When our open was answered, and when it happened by the service's clock. */
  openedAt?: number;
  opened?: ServiceSpan;
  /** The service's clock at the answer to our last close. */
  closedServiceMs?: number;
  /** Whether a position has shown our open. */
  seenOpen?: boolean;
  /** Whether its close was read back, by its command or since. */
  seenClosed?: boolean;
  /** A of each pole when it was opened. */
  back?: readonly number[];
  onSinceAt?: number;
  position?: HandleReading;
  main?: HandleReading;
  opensAt: readonly number[];
  /** Open commands for life, and by stretches of 30 days. */
  operations: number;
  operationsByMonth: Readonly<Record<string, number>>;
  wornTold?: boolean;
  manualAt?: number;
  unavailableAt?: number;
  fitsAt?: number;
  /** The least head room since it fits, A; for chargers. */
  headA?: number;
  allowed?: boolean;
  /** When its histories were asked for, and by which number. */
  askedAt?: number;
  lookAction?: number;
  lookedAt?: number;
  /** When the arbiter last said that the close waits. */
  waitingAt?: number;
  idleAt?: number;
  told?: Readonly<Record<string, true>>;
  /** Of a charger: A, 0 while paused; absent: not limited. */
  claim?: number;
  /** The claim that was carried out last; absent: none. */
  claimBefore?: number;
  /** Of a charger: when it was raised last. */
  raisedAt?: number;
  setting?: number | 'no-limit' | 'paused';
  configuration?: string;
  refusedConfiguration?: string;
  connected?: boolean;
}

export interface GroupState {
  measuredAt?: number;
  /** Readings since the start, the last silence or the last gap. */
  fresh: number;
  staleAt?: number;
  overAt?: number;
  staleTold?: boolean;
  /** By lane, the most that all but the chargers have drawn lately. */
  peaks?: readonly DrawBucket[];
  energyWh?: number;
}

/** The window of a demand limit. */
export interface WindowState {
  /** Minutes since the epoch at which it began, by the zone's wall clock. */
  readonly minute: number;
  readonly beganAt: number;
  /** The energy counter at its begin; absent: the window was under way at the start. */
  readonly beganWh?: number;
  readonly spentTold?: boolean;
  /** The day on which it began, by the zone's calendar. */
  readonly day?: string;
  /** The largest power that was read in it, W. */
  readonly mostW?: number;
}

export interface ManagerState {
  version: 1;
  startedAt: number;
  saved: Now;
  nextAction: number;
  meters: Record<string, MeterMemory>;
  groups: Record<string, GroupState>;
  loads: Record<string, LoadState>;
  answeredAt?: number;
  lastRestoreAt?: number;
  /** When the raise of a charger had to be taken back before long. */
  takenBackAt?: number;
  demand?: WindowState;
  month?: MonthState;
  messageLimit?: { readonly value: number; readonly endsAt: number };
  level?: { readonly name: LevelName; readonly endsAt?: number };
  paused?: { readonly endsAt?: number };
  futile?: { readonly sinceAt: number; readonly x: readonly number[] };
  told: Record<string, true>;
}

export function initialState(now: Now): ManagerState {
  return {
    version: 1,
    startedAt: now.monotonicMs,
    saved: now,
    nextAction: 1,
    meters: {},
    groups: {},
    loads: {},
    told: {},
  };
}

export function newLoadState(): LoadState {
  return { phase: 'normal', opensAt: [], operations: 0, operationsByMonth: {} };
}

/** A copy whose loads and groups may be changed in place. */
export function draftOf(state: ManagerState): ManagerState {
  const loads: Record<string, LoadState> = {};
  for (const id in state.loads) loads[id] = { ...(state.loads[id] as LoadState) };
  const groups: Record<string, GroupState> = {};
  for (const id in state.groups) groups[id] = { ...(state.groups[id] as GroupState) };
  return { ...state, loads, groups, meters: { ...state.meters }, told: { ...state.told } };
}

const dayMs = 24 * 3_600_000;

/**
 * The state of a process that has ended, for one that begins now. Times go on by the wall clock, within 24 h; what was timed by
 * readings begins anew, and what was under way is waited for: an open that may never have been sent is not sent again.
 */
export function stateAfterStart(saved: ManagerState, now: Now): ManagerState {
  const passedMs = Math.min(Math.max(0, now.wallMs - saved.saved.wallMs), dayMs);
  const shiftMs = now.monotonicMs - passedMs - saved.saved.monotonicMs;
  const state = shifted(saved, shiftMs) as ManagerState;
  const loads = Object.entries(state.loads).map(([id, load]) => [id, loadAfterStart(load)]);
  const { answeredAt: _answeredAt, futile: _futile, ...kept } = state;
  const groups = Object.entries(state.groups).map(([id, { peaks }]): [string, GroupState] => [
    id,
    peaks === undefined ? { fresh: 0 } : { fresh: 0, peaks },
  ]);
  return {
    ...{ ...kept, startedAt: now.monotonicMs, saved: now },
    ...{ groups: Object.fromEntries(groups), loads: Object.fromEntries(loads) },
  };
}

function loadAfterStart(load: LoadState): LoadState {
  const { fitsAt: _fitsAt, headA: _headA, idleAt: _idleAt, askedAt: _askedAt, lookedAt: _lookedAt, ...kept } = load;
  const isCharger = (load.claim ?? load.claimBefore) !== undefined;
  if (load.phase === 'opening' && !isCharger) return { ...kept, awaited: true };
  // A claim without a number holds, and sends nothing: somebody may have closed the circuit since, and it was not read yet.
  const { action: _action, ...held } = kept;
  if (isCharger) return chargerAfterStart(held);
  // Whether a close was carried out shows in the position; until then it is as open as before.
  if (load.phase === 'closing' || load.phase === 'proving') return { ...held, phase: 'shed', letGo: true };
  return held;
}

/** Whether it was reduced or raised shows in its setting; until then it is as limited as it may be. */
function chargerAfterStart(load: LoadState): LoadState {
  const { phase, claim, claimBefore, openedAt = load.claimedAt } = load;
  const opened = openedAt === undefined ? {} : { openedAt };
  if (phase === 'opening')
    return { ...load, ...opened, ...(claim === undefined ? {} : { claimBefore: claim }), phase: 'shed' };
  if (phase === 'closing')
    return { ...load, ...(claimBefore === undefined ? {} : { claim: claimBefore }), phase: 'shed', awaited: true };
  return load;
}

function shifted(value: unknown, byMs: number, key = ''): unknown {
  if (typeof value === 'number') return key.endsWith('At') ? value + byMs : value;
  if (Array.isArray(value)) return value.map((item) => shifted(item, byMs, key));
  if (typeof value !== 'object' || value === null) return value;
  // The keys of a record are ids, which may end in anything.
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shifted(item, byMs, name)]));
}
