import { type WebhookKind, webhookEvents } from '../catalog';
import { createWebhookTarget, type WebhookAccess } from '../inbound';
import { problem } from '../schema';
import { accountOf } from './account';
import type { NodeContext, StartedNode } from './define-node';
import type { Endpoint } from './endpoint';
import { invalidInput } from './invalid-input';
import { presentError } from './present-error';
import { openReceiver } from './receiver';
import { registerWebhook, removeWebhook } from './registered-webhook';
import { keepTrying } from './registration';

/** The configuration of a webhook receiver, as its fields are read. */
export interface WebhookInConfig {
  readonly route: string;
  readonly deviceOnboarding: boolean;
  readonly userPermission: boolean;
  readonly deviceOverrideEvent: boolean;
  readonly shareDeviceCode: boolean;
  readonly open: boolean;
  readonly header: string;
  readonly secret: string;
  readonly nextSecret: string;
  readonly register: boolean;
  readonly account: string;
  readonly removeWithNode: boolean;
  readonly outputsBy: 'one' | 'kind';
}

type Context = Omit<NodeContext<Record<never, never>>, 'config'> & { readonly config: WebhookInConfig };

/** How many deliveries the editor is shown. */
const deliveriesKept = 20;

/** One route a kind of webhook; each event is sent on once. */
export function startWebhookIn(context: Context, endpoint: Endpoint): StartedNode {
  const { RED, node, config, texts, clock, status } = context;
  const kinds = (Object.keys(webhookEvents) as WebhookKind[]).filter((kind) => config[kind]);
  if (kinds.length === 0)
    throw invalidInput('no webhook is chosen', [problem('deviceOnboarding', 'required', 'choose at least one kind')]);
  const access = accessOf(config);
  const account = config.register ? accountOf(RED, config.account) : undefined;
  const deliveries: { kind: WebhookKind; at: number }[] = [];
  let drift: Record<string, string> = {};

  const receiver = openReceiver({
    node,
    clock,
    status,
    texts,
    endpoint,
    route: config.route,
    ...(account === undefined ? {} : { account }),
    targets: (pathOf, hub, refusals) =>
      kinds.map((kind) =>
        createWebhookTarget({
          clock,
          scope: node.id,
          kind,
          path: pathOf(`${config.route}/${kind}`),
          access,
          bodyLimitBytes: endpoint.maxBodyBytes,
          deliverOnce: hub.deliverOnce,
          deliver({ payload }) {
            const message = { topic: kind, payload };
            node.send(config.outputsBy === 'one' ? message : kinds.map((each) => (each === kind ? message : null)));
            deliveries.unshift({ kind, at: clock.now() });
            deliveries.length = Math.min(deliveries.length, deliveriesKept);
            status.show('fresh', texts(`webhook.${kind}`));
          },
          refusals,
          onError: (error) => node.error(presentError(error, texts).message),
        }),
      ),
  });

  const uriOf = (kind: WebhookKind) => `${endpoint.publicUrl}${endpoint.pathOf(`${config.route}/${kind}`)}`;
  const headers: Record<string, string> = 'header' in access ? { [access.header]: access.secrets[0] ?? '' } : {};
  const upkeep =
    account === undefined
      ? undefined
      : keepTrying(
          clock,
          async (signal) => {
            await receiver.ready;
            const client = await account.client();
            const results: Record<string, string> = {};
            for (const kind of kinds)
              results[kind] = await registerWebhook(client, { kind, uri: uriOf(kind), headers }, signal);
            drift = results;
            status.show('fresh', texts('receiver.registered', { count: kinds.length }));
          },
          (error) => {
            status.show('error', texts('receiver.notRegistered'));
            node.warn(presentError(error, texts).message);
          },
        );

  Object.assign(node, {
    receiver: {
      report: async () => ({ ...(await receiver.report()), deliveries, registered: drift }),
    },
  });

  return {
    async close(removed) {
      await upkeep?.close();
      await receiver.close(removed);
      if (!removed || !config.removeWithNode || account === undefined) return;
      try {
        const client = await account.client();
        for (const kind of kinds) await removeWebhook(client, { kind, uri: uriOf(kind) });
      } catch (error) {
        node.warn(presentError(error, texts).message);
      }
    },
  };
}

function accessOf(config: WebhookInConfig): WebhookAccess {
  if (config.open) return { open: true };
  const secrets = [config.secret, config.nextSecret].filter((secret) => secret !== '');
  if (secrets.length === 0)
    throw invalidInput('the webhook has no secret', [problem('secret', 'required', 'is required')]);
  return { header: config.header, secrets };
}
