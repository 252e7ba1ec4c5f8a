import type { NodeAPI } from 'node-red';
import { defineNode } from '../../src/runtime';
import type { ReceivingNode } from '../../src/runtime/admin';
import { createEndpoint } from '../../src/runtime/receiver';
import { fields } from './breaker-endpoint.fields';

/** Where the service's pushes and webhooks come in. spec 6 */
export default function breakerEndpoint(RED: NodeAPI): void {
  defineNode(RED, 'breaker-endpoint', fields, ({ node, config, texts, clock }) => {
    const endpoint = createEndpoint({ RED, node, config, texts, clock, userDir: String(RED.settings.userDir ?? '.') });
    Object.assign(node, { endpoint } satisfies ReceivingNode);
    return { close: (removed) => endpoint.close(removed) };
  });
}
