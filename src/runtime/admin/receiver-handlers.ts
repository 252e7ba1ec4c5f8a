import type { NodeAPI } from 'node-red';
import type { OutsideTest, ReceiverReport } from '../../admin-api';
import { serverOrigin } from '..';
import type { Handlers } from './route';

/** What a receiving node offers its dialog. */
export interface ReceivingNode {
  readonly receiver?: {
    report(): Promise<ReceiverReport>;
    test?(): Promise<OutsideTest>;
    register?(): Promise<void>;
    withdraw?(): Promise<void>;
  };
  /** `publicUrl`: as typed; of the deployed endpoint if it is empty. */
  readonly endpoint?: { test(publicUrl: string): Promise<OutsideTest> };
}

const receiving = new Set(['stream-receiver', 'webhook-in', 'breaker-endpoint']);

/** The routes of receiving nodes and endpoints. None of them operates a device. */
export function receiverHandlers(RED: NodeAPI) {
  // Another node may have a property of that name.
  const nodeOf = (id: string) => {
    const node = RED.nodes.getNode(id) as unknown as (ReceivingNode & { readonly type: string }) | null;
    return node !== null && receiving.has(node.type) ? node : undefined;
  };

  return {
    'GET receivers/:id': async ({ param }) => nodeOf(param('id'))?.receiver?.report(),
    'POST receivers/:id/test': async ({ param }) => nodeOf(param('id'))?.receiver?.test?.(),
    'POST receivers/:id/register': ({ param }) => done(nodeOf(param('id'))?.receiver?.register),
    'POST receivers/:id/withdraw': ({ param }) => done(nodeOf(param('id'))?.receiver?.withdraw),
    'POST endpoints/:id/test': async ({ param, string }) => nodeOf(param('id'))?.endpoint?.test(string('publicUrl')),
    'GET endpoint-facts': async () => ({
      httpNodeAuth: (RED.settings as unknown as { readonly httpNodeAuth?: unknown }).httpNodeAuth !== undefined,
      httpNodeRoot: String(RED.settings.httpNodeRoot ?? '/'),
      serverOrigin: serverOrigin(RED),
    }),
  } satisfies Partial<Handlers>;
}

async function done(work: (() => Promise<void>) | undefined): Promise<object | undefined> {
  if (work === undefined) return undefined;
  await work();
  return {};
}
