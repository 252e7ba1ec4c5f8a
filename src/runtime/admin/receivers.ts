import type { NodeAPI } from 'node-red';
import type { OutsideTest } from '../receiver';
import { addRoute } from './route';

/** What a receiving node offers its dialog. */
interface ReceivingNode {
  readonly receiver?: {
    report(): Promise<object>;
    test?(): Promise<OutsideTest>;
    register?(): Promise<void>;
    withdraw?(): Promise<void>;
  };
  readonly endpoint?: { test(): Promise<OutsideTest> };
}

const receiving = new Set(['stream-receiver', 'webhook-in', 'breaker-endpoint']);

/** What the dialogs of receiving nodes and endpoints ask, and do at the service. None of it operates a device. */
export function registerReceiverRoutes(RED: NodeAPI): void {
  // Another node may have a property of that name.
  const nodeOf = (id = '') => {
    const node = RED.nodes.getNode(id) as unknown as (ReceivingNode & { readonly type: string }) | null;
    return node !== null && receiving.has(node.type) ? node : undefined;
  };

  addRoute(RED, 'get', 'receivers/:id', async ({ params }) => nodeOf(params.id)?.receiver?.report());
  addRoute(RED, 'post', 'receivers/:id/test', async ({ params }) => nodeOf(params.id)?.receiver?.test?.());
  addRoute(RED, 'post', 'receivers/:id/register', ({ params }) => done(nodeOf(params.id)?.receiver?.register));
  addRoute(RED, 'post', 'receivers/:id/withdraw', ({ params }) => done(nodeOf(params.id)?.receiver?.withdraw));
  addRoute(RED, 'post', 'endpoints/:id/test', async ({ params }) => nodeOf(params.id)?.endpoint?.test());
  addRoute(RED, 'get', 'endpoint-facts', async () => ({
    httpNodeAuth: (RED.settings as unknown as { readonly httpNodeAuth?: unknown }).httpNodeAuth !== undefined,
    httpNodeRoot: String(RED.settings.httpNodeRoot ?? '/'),
  }));
}

async function done(work: (() => Promise<void>) | undefined): Promise<object | undefined> {
  if (work === undefined) return undefined;
  await work();
  return {};
}
