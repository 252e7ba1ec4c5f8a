import type { ArbiterCommand, ArbiterState } from './arbiter';

/** The record after a command that may have been carried out: what was released is held by nobody any more. */
export function afterDone(state: ArbiterState, { deviceId, to, releases }: ArbiterCommand): ArbiterState {
  const breaker = state.breakers[deviceId];
  const charger = state.chargers[deviceId];
  if (to === 'closed' && breaker !== undefined)
    return { ...state, breakers: { ...state.breakers, [deviceId]: { ...breaker, holders: [] } } };
  if (releases === true && charger !== undefined)
    return { ...state, chargers: { ...state.chargers, [deviceId]: { done: charger.done } } };
  return state;
}

/** The record after a command has failed for sure: who was to hold a breaker open does not. */
export function afterFailure(state: ArbiterState, { deviceId, to, for: whose }: ArbiterCommand): ArbiterState {
  const record = state.breakers[deviceId];
  if (record === undefined || to !== 'open') return state;
  const nodes = whose.map(({ by }) => by);
  const holders = record.holders.filter((by) => !nodes.includes(by));
  return { ...state, breakers: { ...state.breakers, [deviceId]: { ...record, holders } } };
}

/** The record after a person has switched a device, or freed it in the sidebar: nobody holds it any more. */
export function afterPerson(state: ArbiterState, deviceId: string): ArbiterState {
  const { [deviceId]: breaker, ...breakers } = state.breakers;
  const { [deviceId]: charger, ...chargers } = state.chargers;
  return {
    ...state,
    breakers: breaker === undefined ? breakers : { ...breakers, [deviceId]: { ...breaker, holders: [] } },
    chargers: charger === undefined ? chargers : { ...chargers, [deviceId]: { done: charger.done } },
  };
}
