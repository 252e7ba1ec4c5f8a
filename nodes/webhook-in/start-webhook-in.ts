import { type WebhookKind, webhookEvents } from '../../src/catalog';
import { defined } from '../../src/object';
import { createWebhookTarget, type LoggedRejection, type WebhookAccess } from '../../src/receiver';
import {
  accountOf,
  circuitsOf,
  createNames,
  createWords,
  invalidInput,
  type NodeContext,
  onceAMinute,
  ownTexts,
  presentError,
  type StartedNode,
  stateTroubleLog,
  toldMessage,
  userDirOf,
  withNames,
} from '../../src/runtime';
import type { ReceivingNode } from '../../src/runtime/admin';
import { createMadeByNode, generatedSecrets, receiverMemory, type SecretOf } from '../../src/runtime/made';
import {
  createLiveOutput,
  createReceiverStatus,
  createUnreadTeller,
  endpointOf,
  isRedeploying,
  openReceiver,
  testFromOutside,
} from '../../src/runtime/receiver';
import { problem } from '../../src/schema';
import { tellEvent } from './event-words';
import type english from './locales/en-US/webhook-in.json';
import { failureText, WebhookFailures } from './webhook-failures';
import { keepWebhooksRegistered } from './webhook-registration';

/** The configuration of a webhook receiver. */
export interface WebhookInConfig {
  readonly endpoint: string;
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
  readonly repeatMinutes: number | undefined;
  readonly outputsBy: 'one' | 'kind';
  readonly refusalOutput: boolean;
  readonly name: string;
  readonly words: boolean;
  readonly wordsZone: string;
}

type Context = Omit<NodeContext<Record<never, never>>, 'config'> & { readonly config: WebhookInConfig };

/** In the editor. */
const maxShownDeliveries = 20;

/** Starts a receiver of webhooks, with a route per kind. Each event is delivered once. */
export function startWebhookIn(context: Context): StartedNode {
  const { RED, node, config, texts, clock, status: badge } = context;
  const kinds = (Object.keys(webhookEvents) as WebhookKind[]).filter((kind) => config[kind]);
  if (kinds.length === 0)
    throw invalidInput('no webhook is chosen', [
      problem('deviceOnboarding', 'webhookKind', texts('problem.webhookKind')),
    ]);
  const endpoint = endpointOf(RED, config.endpoint);
  const memory = receiverMemory(userDirOf(RED), stateTroubleLog(RED));
  const access = accessOf(config, generatedSecrets(RED, node, memory));
  const account = config.register ? accountOf(RED, config.account) : undefined;
  const namesOf = createNames(circuitsOf(config.account).now, () => account?.known);
  const status = createReceiverStatus(badge, texts);
  const output = createLiveOutput(RED, node, clock);
  const reportError = onceAMinute(clock, (text) => node.error(text));
  const words = createWords({ texts, now: () => clock.now(), zone: config.wordsZone });
  const teller = { text: ownTexts<typeof english>(RED, 'webhook-in'), texts, words, nodeName: config.name };
  const failureWords = { texts, text: teller.text, namesOf };
  /** The failures of all kinds in one error, for the dialog. */
  const tellAll = (error: unknown): never => {
    throw error instanceof WebhookFailures ? new Error(failureText(error, failureWords)) : error;
  };
  const tellUnread = createUnreadTeller(clock, texts, (text) => node.warn(text));
  const deliveries: { readonly kind: WebhookKind; readonly at: number }[] = [];
  const eventOutputs = config.outputsBy === 'kind' ? kinds.length : 1;
  let accepted = 0;

  async function deliver(kind: WebhookKind, payload: unknown): Promise<void> {
    const event = withNames(payload, namesOf);
    const message = config.words
      ? { kind, ...toldMessage(event, tellEvent(teller, kind, event)) }
      : { topic: kind, payload: event };
    const sent = eventOutputs === 1 ? message : kinds.map((each) => (each === kind ? message : null));
    await new Promise<void>((done, failed) => output.send([sent], { done, failed }));
    accepted += 1;
    endpoint.noteAccepted('webhook', account);
    deliveries.unshift({ kind, at: clock.now() });
    deliveries.length = Math.min(deliveries.length, maxShownDeliveries);
    status.event(texts(`webhook.${kind}`));
  }

  const receiver = openReceiver({
    node,
    clock,
    status,
    texts,
    endpoint,
    route: config.route,
    account,
    onRejected({ reason, remote, at, count }) {
      if (!config.refusalOutput) return;
      const before = Array.from({ length: eventOutputs }, () => null);
      node.send([...before, { topic: reason, payload: { reason, remote, at, count } }]);
    },
    targets: ({ deliverOnce }, rejections) =>
      kinds.map((kind) =>
        createWebhookTarget({
          clock,
          scope: node.id,
          kind,
          path: endpoint.pathOf(`${config.route}/${kind}`),
          access,
          bodyLimitBytes: endpoint.maxBodyBytes,
          deliverOnce,
          repeatMs: (config.repeatMinutes ?? 2) * 60_000,
          deliver({ payload, unread }) {
            tellUnread(texts(`webhook.${kind}`), unread);
            return deliver(kind, payload);
          },
          rejections,
          onError(error) {
            if (!isRedeploying(error)) reportError(presentError(error, texts, namesOf).message);
          },
        }),
      ),
  });

  const headers: Readonly<Record<string, string>> =
    'header' in access ? { [access.header]: access.secrets[0] ?? '' } : {};
  const registration =
    account === undefined
      ? undefined
      : keepWebhooksRegistered({
          clock,
          account,
          made: createMadeByNode({ RED, node, accountId: config.account, removeWithNode: config.removeWithNode }),
          nodeId: node.id,
          accountId: config.account,
          memory,
          webhooks: kinds.map((kind) => ({
            kind,
            uri: `${endpoint.publicUrl}${endpoint.pathOf(`${config.route}/${kind}`)}`,
            headers,
          })),
          ready: async () => {
            await receiver.ready;
            if (account.kind === 'service') endpoint.requirePublicUrl(texts);
          },
          onRegistered(count, isMemoryOnly) {
            const look = isMemoryOnly || memory.trouble() !== undefined ? 'warning' : 'fresh';
            status.registered(look, texts(`receiver.${look === 'fresh' ? 'registered' : 'forgetful'}`, { count }));
          },
          onFailure(error, count) {
            const total = kinds.length;
            if (count === 0) status.registered('error', texts('receiver.notRegistered'));
            else status.registered('warning', texts('receiver.partlyRegistered', { count, total }));
            node.warn(failureText(error, failureWords));
          },
        });

  Object.assign(node, {
    receiver: {
      async report() {
        const drift = await registration?.drift().catch(() => undefined);
        return { ...(await receiver.report()), deliveries, ...defined({ drift }) };
      },
      test: () =>
        testFromOutside(endpoint, () => ({
          // Not JSON: it passes every check but the last one, and is not delivered.
          request: {
            method: 'POST',
            path: endpoint.pathOf(`${config.route}/${kinds[0] ?? ''}`),
            headers: {
              Host: new URL(endpoint.publicUrl).host,
              'Content-Type': 'application/json',
              'Content-Length': '4',
              ...headers,
            },
            body: 'test',
          },
          received: () => ({ accepted, rejected: receiver.rejections.recent()[0] }),
          isExpected: ({ check }: LoggedRejection) => check === 'content',
        })),
      ...(registration === undefined
        ? {}
        : {
            register: () => registration.register().catch(tellAll),
            withdraw: () => registration.withdraw().catch(tellAll),
          }),
    } satisfies ReceivingNode['receiver'],
  });

  return {
    async close(removed) {
      output.close();
      await receiver.close(removed);
      await registration?.close();
    },
  };
}

/** A receiver that registers itself generates a secret if none is configured, so that an imported flow works. */
function accessOf(config: WebhookInConfig, secretOf: SecretOf): WebhookAccess {
  if (config.open) return { open: true };
  const { header } = config;
  const secrets = [config.secret, config.nextSecret].filter((secret) => secret !== '');
  if (secrets.length > 0) return { header, secrets };
  if (!config.register) throw invalidInput('the webhook has no secret', [problem('secret', 'required', 'is required')]);
  return { header, secrets: [secretOf('webhook secret')] };
}
