import type { NodeAPI } from 'node-red';
import { defineNode } from '../../src/runtime';
import { startWebhookIn } from './start-webhook-in';
import { fields } from './webhook-in.fields';

/** Receives the service's registered webhooks as typed events. spec 6.1 */
export default function webhookIn(RED: NodeAPI): void {
  defineNode(RED, 'webhook-in', fields, startWebhookIn);
}
