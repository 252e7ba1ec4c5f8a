import {
  initialPlant,
  initialState,
  type ManagerSettings,
  type ManagerState,
  type PlantState,
  stateAfterStart,
} from '../../automation';
import type { Desk } from './desk';

/** The state that a manager goes on from, and the plant of a dry run. */
export function remembered(
  desk: Desk,
  { by, dryRun }: ManagerSettings,
  now: { readonly monotonicMs: number; readonly wallMs: number },
): { state: ManagerState; plant: PlantState } {
  const { live, dry } = desk.memory.managers[by] ?? {};
  const saved = dryRun ? dry?.state : live;
  const { savedMs: _savedMs, ...plant } = (dryRun ? dry?.plant : undefined) ?? initialPlant;
  const state = saved === undefined ? initialState(now) : stateAfterStart(saved, now);
  // A number that was used before would be taken as carried out.
  return { state: { ...state, nextAction: Math.max(state.nextAction, desk.nextAction(by)) }, plant };
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
