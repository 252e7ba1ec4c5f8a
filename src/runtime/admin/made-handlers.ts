import type { NodeAPI } from 'node-red';
import type { MadeByGone } from '../../admin-api';
import { defined } from '../../object';
import { configuredNodes, type Made, takeBackOf } from '../made';
import type { Handlers } from './route';

/** What is still at the service although its node is gone: the list, another try, and giving it up. */
export function madeHandlers(RED: NodeAPI) {
  // Deploys are listened to from the start: a node that is deleted has to be noticed.
  takeBackOf(RED);
  const list = () => ({
    made: takeBackOf(RED)
      .left()
      .map(([id, made]) => madeByGoneOf(id, made, configuredNodes(RED).has(made.nodeId))),
  });

  return {
    'GET made': async () => list(),
    'POST made/take-back': async ({ string }) => {
      const { memory, now } = takeBackOf(RED);
      const id = string('id');
      if (memory.get(id) === undefined) return undefined;
      const why = await now(id);
      return { ...list(), ...defined({ why }) };
    },
    'POST made/give-up': async ({ string }) => (takeBackOf(RED).giveUp(string('id')) ? list() : undefined),
  } satisfies Partial<Handlers>;
}

function madeByGoneOf(id: string, made: Made, isNodeThere: boolean): MadeByGone {
  const { kind, nodeId, nodeName, service, what, madeAt, failure, undecided, unwanted } = made;
  const state = failure !== undefined ? 'failed' : undecided === true ? 'undecided' : 'pending';
  return {
    id,
    kind,
    nodeId,
    nodeName,
    service,
    what: what.uri ?? what.id ?? what.baseUrl ?? '',
    madeAt,
    why: isNodeThere && unwanted !== true ? 'account' : state,
    ...defined({ failure: failure?.why }),
  };
}
