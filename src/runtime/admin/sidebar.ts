import type { NodeAPI } from 'node-red';
import type { FieldTable } from '../../fields';
import { type Account, clockOf, createTexts } from '..';
import { accountAt } from './account-at';
import { readHealth } from './account-health';
import { readDiagnostics } from './diagnostics';
import { createLiveView, type LiveView } from './live-view';
import { addRoute } from './route';
import { controlSimulator, readSimulator } from './simulator-panel';
import { readTree } from './site-tree';

/**
 * What the sidebar asks. Everybody with `status.read` hears what is published, so that only says that something is new;
 * what it is needs `breakerflow.read`.
 */
export function registerSidebarRoutes(RED: NodeAPI, accountFields: FieldTable): void {
  const texts = createTexts(RED);
  const liveViews = new WeakMap<Account, LiveView>();

  function liveView(id: string, account: Account): LiveView {
    const known = liveViews.get(account);
    if (known !== undefined) return known;
    const view = createLiveView({
      account,
      clock: clockOf(RED),
      texts,
      publish: (changes) => RED.comms.publish(`breakerflow/site/${id}`, changes, false),
    });
    liveViews.set(account, view);
    return view;
  }

  addRoute(RED, 'get', 'accounts/:id/tree', async ({ params }) => {
    const account = await accountAt(RED, params.id);
    return account === undefined ? undefined : readTree(account);
  });

  addRoute(RED, 'get', 'accounts/:id/live', async ({ params, query }) => {
    const account = await accountAt(RED, params.id);
    if (account === undefined) return undefined;
    const ids = String(query.devices ?? '')
      .split(',')
      .filter((id) => id !== '');
    return liveView(params.id ?? '', account).look(String(query.view ?? '').slice(0, 64), ids);
  });

  addRoute(RED, 'get', 'accounts/:id/health', async ({ params }) => {
    const account = await accountAt(RED, params.id);
    return account === undefined
      ? undefined
      : readHealth(account, storedNode(RED, params.id), texts, clockOf(RED).now());
  });

  addRoute(RED, 'get', 'accounts/:id/calls', async ({ params }) => {
    const account = await accountAt(RED, params.id);
    if (account === undefined) return undefined;
    const { apiKeyHeader = 'Em-Api-Subscription-Key' } = storedNode(RED, params.id);
    return { apiKeyHeader, calls: account.calls.entries() };
  });

  addRoute(RED, 'get', 'accounts/:id/simulator', async ({ params }) => {
    const account = await accountAt(RED, params.id);
    return account === undefined ? undefined : readSimulator(account);
  });

  addRoute(RED, 'post', 'accounts/:id/simulator', async ({ params, body }) => {
    const account = await accountAt(RED, params.id);
    if (account === undefined) return undefined;
    const result = await controlSimulator(account, body);
    liveViews.get(account)?.touch();
    return result;
  });

  addRoute(RED, 'get', 'diagnostics', () => readDiagnostics(RED, accountFields));
}

function storedNode(RED: NodeAPI, id: string | undefined): Readonly<Record<string, unknown>> {
  let found = {};
  RED.nodes.eachNode((node) => {
    if (node.id === id) found = node;
  });
  return found;
}
