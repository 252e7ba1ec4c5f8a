import type { ArbiterState } from '../../automation';

/**
 * What a node that is gone leaves behind is kept under a name that no node has. A node with its id that comes later, such as
 * one that was disabled, therefore cannot release it: a person does.
 */
const mark = 'gone:';

export const goneId = (nodeId: string) => `${mark}${nodeId}`;
export const nodeOfHolder = (holder: string) => (holder.startsWith(mark) ? holder.slice(mark.length) : holder);

/** The state after a node has gone: breakers stay open and chargers keep their current, held by it until a person frees them. */
export function afterGone(state: ArbiterState, nodeId: string): ArbiterState {
  const breakers = Object.entries(state.breakers).map(([id, record]) => [
    id,
    record.holders.includes(nodeId)
      ? { ...record, holders: record.holders.map((holder) => (holder === nodeId ? goneId(nodeId) : holder)) }
      : record,
  ]);
  const chargers = Object.entries(state.chargers).map(([id, record]) => {
    const { [nodeId]: limit, ...limits } = record.limits ?? {};
    return [id, limit === undefined ? record : { ...record, limits: { ...limits, [goneId(nodeId)]: limit } }];
  });
  return { ...state, breakers: Object.fromEntries(breakers), chargers: Object.fromEntries(chargers) };
}

/** The state after a node has let a breaker go without a close, because somebody else operated it. */
export function afterLetGo(state: ArbiterState, deviceId: string, nodeId: string): ArbiterState {
  const record = state.breakers[deviceId];
  if (record === undefined || !record.holders.includes(nodeId)) return state;
  const holders = record.holders.filter((holder) => holder !== nodeId);
  return { ...state, breakers: { ...state.breakers, [deviceId]: { ...record, holders } } };
}
