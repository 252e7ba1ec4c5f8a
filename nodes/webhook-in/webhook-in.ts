import type { NodeAPI } from 'node-red';
import { defineNode, startWebhookIn } from '../../src/flow';
import { fields } from './webhook-in.fields';

/** Receives the service's registered webhooks as typed events. spec 6.1 */
export default function webhookIn(RED: NodeAPI): void {
  defineNode(RED, 'webhook-in', fields, startWebhookIn);
}
