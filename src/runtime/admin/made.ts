import type { NodeAPI } from 'node-red';
import type { MadeByGone } from '../../admin-api';
import { configuredNodes, type Made, takeBackOf } from '../made';
import { addRoute } from './route';

/** What is still at the service although its node is gone: the list, another try, and giving it up. */
export function registerMadeRoutes(RED: NodeAPI): void {
  // Deploys are listened to from the start: a node that is deleted has to be noticed.
  takeBackOf(RED);
  const idOf = (body: unknown) => String((body as { readonly id?: unknown } | undefined)?.id ?? '');
  const list = () => ({
    made: takeBackOf(RED)
      .left()
      .map(([id, made]) => shown(id, made, configuredNodes(RED).has(made.nodeId))),
  });

  addRoute(RED, 'get', 'made', async () => list());
  addRoute(RED, 'post', 'made/take-back', async ({ body }) => {
    const { memory, now } = takeBackOf(RED);
    const id = idOf(body);
    if (memory.get(id) === undefined) return undefined;
    const why = await now(id);
    return { ...list(), ...(why === undefined ? {} : { why }) };
  });
  addRoute(RED, 'post', 'made/give-up', async ({ body }) => (takeBackOf(RED).giveUp(idOf(body)) ? list() : undefined));
}

function shown(id: string, made: Made, isNodeThere: boolean): MadeByGone {
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
    ...(failure === undefined ? {} : { failure: failure.why }),
  };
}
