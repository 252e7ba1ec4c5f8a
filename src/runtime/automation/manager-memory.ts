import {
  initialPlant,
  initialState,
  type ManagerSettings,
  type ManagerState,
  type PlantState,
  type ServiceSpan,
  stateAfterStart,
} from '../../automation';
import type { OperatorContext } from '../../control';
import { defined } from '../../object';
import type { Desk } from './desk';

/** A command is sent within so long after it was decided, and carried out. */
const sentWithinMs = 60_000;

/** The state that a manager goes on from, and the plant of a dry run. */
export function remembered(
  desk: Desk,
  { by, dryRun }: ManagerSettings,
  now: { readonly monotonicMs: number; readonly wallMs: number },
  context: Pick<OperatorContext, 'record' | 'service'>,
): { state: ManagerState; plant: PlantState } {
  const { live, dry } = desk.memory.managers[by] ?? {};
  const saved = dryRun ? dry?.state : live;
  const { savedMs: _savedMs, ...plant } = (dryRun ? dry?.plant : undefined) ?? initialPlant;
  const state = saved === undefined ? initialState(now) : stateAfterStart(saved, now);
  if (saved !== undefined && !dryRun)
    for (const [deviceId, load] of Object.entries(state.loads))
      if (load.awaited === true && load.opened === undefined) {
        const decidedAt = saved.saved.wallMs - (saved.saved.monotonicMs - (saved.loads[deviceId]?.claimedAt ?? 0));
        Object.assign(load, defined({ opened: sentOf(context, { deviceId, decidedAt, isManager: desk.isManager }) }));
      }
  // A number that was used before would be taken as carried out.
  return { state: { ...state, nextAction: Math.max(state.nextAction, desk.nextAction(by)) }, plant };
}

interface Awaited {
  readonly deviceId: string;
  readonly decidedAt: number;
  readonly isManager: (nodeId: string) => boolean;
}

/**
 * When an open was sent whose answer this process never got: only what the record holds as sent is known as ours later. Of two
 * managers that wanted it, it was sent for one.
 */
function sentOf(
  { record, service }: Pick<OperatorContext, 'record' | 'service'>,
  { deviceId, decidedAt, isManager }: Awaited,
): ServiceSpan | undefined {
  const [newest] = record.recent({ service, deviceId, sentOnly: true, limit: 1 });
  if (newest?.command !== 'open' || !isManager(newest.askedBy.nodeId ?? '')) return undefined;
  const { sentAt = Number.NaN, serviceAt } = newest;
  const isIts = sentAt >= decidedAt && sentAt <= decidedAt + sentWithinMs;
  return isIts && serviceAt !== undefined ? { fromMs: serviceAt, toMs: serviceAt + sentWithinMs } : undefined;
}

/** Breakers that the manager holds open no more: it never opened them, or somebody else has operated them since. */
export function idleOf({ loads }: ManagerSettings, state: ManagerState): string[] {
  return loads.flatMap(({ deviceId, kind }) =>
    kind === 'breaker' && (state.loads[deviceId]?.phase ?? 'normal') === 'normal' ? [deviceId] : [],
  );
}

/** What may not be lost, as a text to compare; readings and what they teach are not part of it. */
export function decidedOf({ loads, level, paused, messageLimit, demand, nextAction }: ManagerState): string {
  const ofLoads = Object.entries(loads).map(([id, load]) => {
    const { phase, action, claim, opened, manualAt, seenOpen, allowed, operations } = load;
    return [id, phase, action, claim, opened, manualAt, seenOpen, allowed, operations];
  });
  return JSON.stringify([ofLoads, level, paused, messageLimit, demand?.minute, nextAction]);
}
