import { type WebhookKind, webhookEvents } from '../../catalog';
import { defined } from '../../object';
import type { WebhookState } from '../service-state';
import type { SimulatorEvent } from '../simulator-event';
import { effectOf } from './delivery-fault-kinds';
import type { DeliveryService } from './delivery-service';
import { createOutbox, type Outbox } from './outbox';

/** Posts of events to the uris that are registered for them. */
export interface WebhookDeliveries {
  /** Registrations may have been deleted. */
  refresh(): void;
  hear(event: SimulatorEvent): void;
  close(): void;
}

/** 12.6 minutes in total: events are rare, and no later event replaces a lost one. */
const retryDelaysMs = [1000, 5000, 30_000, 120_000, 600_000];
const maxWaitingEvents = 1000;

const kindOf: { readonly [Type in SimulatorEvent['type']]?: WebhookKind } = {
  'device-commissioned': 'deviceOnboarding',
  'permission-changed': 'userPermission',
  'participation-changed': 'deviceOverrideEvent',
  'share-code-changed': 'shareDeviceCode',
};

/** Additional headers with these names are ignored, because the sender determines how a request is framed. */
const framingHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);

/**
 * At least once, and in order for each registration; the specification does not say how the service does it. spec 6.1
 */
export function createWebhookDeliveries(service: DeliveryService): WebhookDeliveries {
  const { state, clock } = service;
  const outboxes = new Map<WebhookState, Outbox<string>>();

  function open(webhook: WebhookState): Outbox<string> {
    const url = URL.canParse(webhook.uri) ? new URL(webhook.uri) : undefined;
    const outbox = createOutbox<string>({
      ...service,
      target: url?.origin ?? '',
      capacity: maxWaitingEvents,
      retryDelaysMs,
      faultOf: (_, attempt) => service.faults.take({ delivery: 'webhook', url: webhook.uri, attempt }),
      async send(body, attempt, fault) {
        if (url === undefined) return 'refused';
        const headers = headersOf(webhook, url, body);
        const request = { method: 'POST', url, headers, body } as const;
        const outcome = await service.transport.send(request, effectOf(fault).cut === true);
        service.log({
          delivery: 'webhook',
          at: clock.now(),
          url: webhook.uri,
          attempt,
          delivered: outcome.delivered,
          code: outcome.code,
          message: outcome.message,
          ...defined({ fault: fault?.kind }),
        });
        if (outcome.delivered) return 'delivered';
        return outcome.final ? 'refused' : 'failed';
      },
      onDropped: () => service.dropped(1),
      onGivenUp: () => undefined,
      onIdle: () => outboxes.delete(webhook),
    });
    outboxes.set(webhook, outbox);
    return outbox;
  }

  return {
    refresh() {
      for (const [webhook, outbox] of outboxes) {
        if (state.webhooks.includes(webhook)) continue;
        outbox.close();
        outboxes.delete(webhook);
      }
    },
    hear(event) {
      const kind = kindOf[event.type];
      if (kind === undefined || !('payload' in event)) return;
      const payload = service.variation.push<unknown>(event.payload, webhookEvents[kind].payload.json);
      for (const webhook of state.webhooks)
        if (webhook.kind === kind) (outboxes.get(webhook) ?? open(webhook)).add(JSON.stringify(payload));
    },
    close() {
      for (const outbox of outboxes.values()) outbox.close();
      outboxes.clear();
    },
  };
}

function headersOf({ additionalHttpHeaders }: WebhookState, url: URL, body: string): Record<string, string> {
  const own = { Host: url.host, 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  const additional = Object.entries(additionalHttpHeaders).filter(([name]) => !framingHeaders.has(name.toLowerCase()));
  return { ...own, ...Object.fromEntries(additional) };
}
