import type { NodeAPI } from 'node-red';
import { addRoute } from './route';

interface ReceivingNode {
  readonly receiver?: {
    report(): Promise<unknown>;
    testFromOutside?(): Promise<unknown>;
  };
}

/** What the dialogs of receiving nodes and endpoints ask. */
export function registerReceiverRoutes(RED: NodeAPI): void {
  const nodeOf = (id: string | undefined) => RED.nodes.getNode(id ?? '') as unknown as ReceivingNode | null;

  addRoute(RED, 'get', 'receivers/:id', async ({ params }) => nodeOf(params.id)?.receiver?.report());
  addRoute(RED, 'post', 'receivers/:id/test', async ({ params }) => nodeOf(params.id)?.receiver?.testFromOutside?.());
  addRoute(RED, 'get', 'endpoint-facts', async () => ({
    httpNodeAuth: (RED.settings as unknown as { readonly httpNodeAuth?: unknown }).httpNodeAuth !== undefined,
    httpNodeRoot: String(RED.settings.httpNodeRoot ?? '/'),
  }));
}
