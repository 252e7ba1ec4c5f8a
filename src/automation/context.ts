import { largestDraw } from './learned-draw';
import { isSilent, type MeterMemory } from './meter-memory';
import { onLanes, type Plan, type PlannedLoad } from './plan';
import type { Readings } from './readings';
import type { EventKey, ManagerEvent, Parameters } from './reasons';
import type { ManagerSettings, Now } from './settings';
import { type LoadState, type ManagerState, newLoadState, type Why } from './state';
import type { Supply } from './supply';

/** What the runtime is asked to read. */
export type Request =
  | { readonly kind: 'look'; readonly deviceId: string; readonly action: number }
  | { readonly kind: 'read'; readonly deviceIds: readonly string[] }
  | { readonly kind: 'charger-setting'; readonly deviceId: string };

/** All that the parts of one step share. */
export interface Context {
  readonly draft: ManagerState;
  readonly settings: ManagerSettings;
  readonly plan: Plan;
  readonly readings: Readings;
  readonly now: Now;
  readonly nowMs: number;
  /** By the index of the load. */
  readonly states: readonly LoadState[];
  readonly supplies: readonly Supply[];
  /** Of each group: read twice since the start or the last silence, and not silent. */
  readonly live: boolean[];
  /** By lane. A limit of Infinity: nothing is opened for it now. */
  readonly x: readonly number[];
  readonly forRestore: readonly number[];
  readonly limits: readonly number[];
  readonly restoreLimits: readonly number[];
  /** The average that a window of demand is kept at; absent for other quantities. */
  readonly windowLimit?: number;
  readonly events: ManagerEvent[];
  readonly requests: Request[];
}

export function loadState({ states }: Pick<Context, 'states'>, { index }: PlannedLoad): LoadState {
  return states[index] as LoadState;
}

/** The states of the loads in the order of the plan; a load that is new gets one. */
export function statesOf(draft: ManagerState, { loads }: Plan): LoadState[] {
  return loads.map(({ load: { deviceId } }) => {
    const known = draft.loads[deviceId];
    if (known !== undefined) return known;
    const made = newLoadState();
    draft.loads[deviceId] = made;
    return made;
  });
}

export function tell(
  context: Pick<Context, 'events' | 'settings'>,
  event: EventKey,
  severity: ManagerEvent['severity'],
  parameters: Parameters = {},
  deviceId?: string,
): void {
  const { dryRun } = context.settings;
  context.events.push({ event, severity, parameters, dryRun, ...(deviceId === undefined ? {} : { deviceId }) });
}

/** Tells once, until `holds` is false again. */
export function tellWhile(
  context: Pick<Context, 'draft' | 'events' | 'settings'>,
  holds: boolean,
  event: EventKey,
  severity: ManagerEvent['severity'],
  parameters: Parameters = {},
  deviceId?: string,
): void {
  const { told } = context.draft;
  const key = deviceId === undefined ? event : `${event} ${deviceId}`;
  if (!holds) {
    if (told[key] === true) delete told[key];
  } else if (told[key] === undefined) {
    told[key] = true;
    tell(context, event, severity, parameters, deviceId);
  }
}

export const memoryOf = ({ draft }: Context, { load }: PlannedLoad): MeterMemory | undefined =>
  draft.meters[load.deviceId];

/** What a load draws now, A of each pole; undefined: not read for too long. */
export function polesNow(context: Context, planned: PlannedLoad): readonly number[] | undefined {
  const memory = memoryOf(context, planned);
  return memory === undefined || isSilent(memory, context.nowMs) ? undefined : memory.poles;
}

/** What a load that is off may draw when it comes back: the larger of what it carried and its largest of the day. */
export function backOnLanes(context: Context, planned: PlannedLoad): number[] {
  const { back = [] } = loadState(context, planned);
  const largest = largestDraw(memoryOf(context, planned)?.largest ?? []);
  const poles = Array.from({ length: Math.max(back.length, largest.length) }, (_, pole) =>
    Math.max(back[pole] ?? 0, largest[pole] ?? 0),
  );
  return onLanes(context.plan, planned, poles, 'back');
}

/** Whether its command was not answered yet. */
export const isUnderWay = ({ phase }: LoadState) => phase === 'opening' || phase === 'closing';

/** Whether its close waits for other managers, or for its minute: nothing was sent. */
export const isWaiting = ({ nowMs }: Context, { phase, waitingAt }: LoadState) =>
  phase === 'closing' && waitingAt === nowMs;

/** Whether a breaker is open, or about to be, for us. */
export const isOff = ({ phase }: LoadState) => phase === 'opening' || phase === 'pending' || phase === 'shed';

export function claimAnew({ draft, nowMs }: Context, state: LoadState, phase: 'opening' | 'closing'): void {
  state.phase = phase;
  state.action = draft.nextAction++;
  state.claimedAt = nowMs;
  delete state.answeredAt;
  delete state.awaited;
  delete state.askedAt;
  delete state.lookedAt;
  delete state.waitingAt;
}

export function openLoad(context: Context, planned: PlannedLoad, why: Why): void {
  const state = loadState(context, planned);
  // What is opened again was ours already: what is known of the first opening stays.
  if (why === 'revert') state.reverting = true;
  else {
    state.why = why;
    delete state.reverting;
    delete state.opened;
    delete state.openedAt;
    delete state.allowed;
    state.back = polesNow(context, planned) ?? largestDraw(memoryOf(context, planned)?.largest ?? []);
  }
  delete state.fitsAt;
  delete state.seenOpen;
  delete state.letGo;
  delete state.seenClosed;
  claimAnew(context, state, 'opening');
}

/** Ends our claim and our memory of the opening: the circuit is as any other, and open only by somebody else. */
export function forget(state: LoadState): void {
  state.phase = 'normal';
  delete state.letGo;
  delete state.why;
  delete state.exceeded;
  delete state.reverting;
  delete state.openedAt;
  delete state.opened;
  delete state.seenOpen;
  delete state.seenClosed;
  delete state.back;
  delete state.fitsAt;
  delete state.headA;
  delete state.allowed;
  delete state.awaited;
  delete state.askedAt;
  delete state.lookedAt;
}
