import type { InputOf } from '../../src/catalog';
import { defined } from '../../src/object';
import {
  type Completion,
  createMessageIntake,
  createReportByException,
  createStreamTarget,
  type MessageIntake,
  type ReceivedPublish,
} from '../../src/receiver';
import {
  accountOf,
  calledOf,
  circuitsOf,
  createNames,
  invalidInput,
  type NodeContext,
  onceAMinute,
  presentError,
  type StartedNode,
  stateTroubleLog,
  userDirOf,
} from '../../src/runtime';
import type { ReceivingNode } from '../../src/runtime/admin';
import { createMadeByNode, generatedSecrets, receiverMemory } from '../../src/runtime/made';
import {
  acquireSharedEndpoint,
  createLiveOutput,
  createReceiverStatus,
  createUnreadTeller,
  duplicatesEndpointOf,
  type Endpoint,
  endpointOf,
  isRedeploying,
  openReceiver,
  type Receiver,
  type SharedEndpoint,
  testFromOutside,
  validationProbe,
} from '../../src/runtime/receiver';
import { problem } from '../../src/schema';
import { createDeviceLocations } from './device-locations';
import { localTime } from './local-time';
import { openQueue } from './open-queue';
import { partTeller } from './part-teller';
import { credentialsOf, deadBandsOf, listOf, type StreamReceiverConfig } from './stream-config';
import { createStreamInput } from './stream-input';
import { streamMessages } from './stream-messages';
import { keepStreamRegistered, type StreamRegistration } from './stream-registration';

type Context = Omit<NodeContext<Record<never, never>>, 'config'> & { readonly config: StreamReceiverConfig };

/** Duplicate window of a receiver without an endpoint. */
const duplicateWindowMs = 24 * 3_600_000;

/** Starts a receiver of publishes from the endpoint or from the flow. If configured, it registers its stream. */
export function startStreamReceiver(context: Context): StartedNode {
  const { RED, node, config, texts, clock, status: badge } = context;
  const memory = receiverMemory(userDirOf(RED), stateTroubleLog(RED));
  const isWebhook = config.format === 'webhook';
  const credentials = isWebhook ? credentialsOf(config, generatedSecrets(RED, node, memory)) : [];
  const endpoint = isWebhook ? endpointOf(RED, config.endpoint) : undefined;
  const duplicatesEndpoint =
    endpoint ?? (config.duplicates === '' ? undefined : duplicatesEndpointOf(RED, config.duplicates));
  const account = config.register ? accountOf(RED, config.account) : undefined;
  const request = requestOf(config, endpoint, credentials[0]);
  const circuits = circuitsOf(config.account);
  const namesOf = createNames(circuits.now, () => account?.known);
  const locations = createDeviceLocations(account, clock);
  const status = createReceiverStatus(badge, texts);
  const queue = openQueue(context, status);
  const output = createLiveOutput(RED, node, clock);
  const reportError = onceAMinute(clock, (text) => node.error(text));
  const tellUnread = createUnreadTeller(clock, texts, (text) => node.warn(text));
  const changed = config.byException
    ? createReportByException({ deadBand: config.deadBand ?? 0, deadBands: deadBandsOf(config.deadBands) })
    : undefined;
  const messageOptions = {
    output: config.output,
    shape: config.shape,
    topicBy: config.topicBy,
    devices: listOf(config.onlyDevices),
    namedDevice: (text: string) => {
      const found = circuits.now().resolve(text);
      // A text that fits two devices selects none of them, by any name.
      return found === undefined || found.by === 'several' ? undefined : found.deviceId;
    },
    channels: listOf(config.channels),
    locationOf: locations.of,
    namesOf,
    ...defined({ changed, tell: partTeller(context) }),
  };
  const calledDevice = ({ publish }: ReceivedPublish) => calledOf(publish.deviceId, namesOf(publish.deviceId));
  let validations = 0;
  /** A validation may be that of the test, which proves nothing. */
  let isTesting = false;

  let shownSecond = 0;

  function deliver(received: ReceivedPublish, completion: Completion<void>): void {
    const messages = streamMessages(received, messageOptions);
    if (received.unread.length > 0) tellUnread(calledDevice(received), received.unread);
    const second = Math.floor(received.receivedAtMs / 1000);
    output.send(messages, messages.length === 0 || second === shownSecond ? completion : showing(second, completion));
  }

  /** Shows the time of the delivery after `completion`, because nothing may run between delivery and journal. */
  function showing(second: number, completion: Completion<void>): Completion<void> {
    return {
      done() {
        completion.done();
        shownSecond = second;
        status.event(texts('status.lastPush', { time: localTime(second * 1000) }));
      },
      failed: (error) => completion.failed(error),
    };
  }

  const receiver = endpoint === undefined ? undefined : receive(endpoint);
  const shared: Promise<SharedEndpoint> =
    duplicatesEndpoint?.shared() ??
    acquireSharedEndpoint({
      id: node.id,
      clock,
      listener: { kind: 'none' },
      duplicates: { kind: 'memory' },
      duplicateWindowMs,
      onError: (error) => reportError(presentError(error, texts, namesOf).message),
    });
  let intake: Promise<MessageIntake> | undefined;
  const watching = receiver === undefined ? shared.then(watchMemory, () => undefined) : undefined;

  /** A receiver without requests of its own still shows that the journal cannot be written. */
  function watchMemory(store: SharedEndpoint): () => void {
    const show = () => status.listener(store.state(), store.isMemoryOnly());
    if (store.isMemoryOnly()) show();
    return store.onState(show);
  }

  function receive(at: Endpoint): Receiver {
    return openReceiver({
      node,
      clock,
      status,
      texts,
      endpoint: at,
      route: config.route,
      account,
      onRejected: ({ reason, remote, at: atMs, count }) =>
        node.send([null, { topic: reason, payload: { reason, remote, at: atMs, count } }]),
      targets: ({ deliverOnce }, rejections) => [
        createStreamTarget({
          clock,
          scope: node.id,
          validationPath: at.pathOf(`${config.route}/validation`),
          publishPath: at.pathOf(`${config.route}/publish`),
          credentials,
          hosts: [new URL(at.publicUrl).host],
          ...(config.service === '' ? {} : { service: config.service }),
          windowMs: at.windowMs,
          bodyLimitBytes: at.maxBodyBytes,
          ...(at.perSecond === undefined ? {} : { rate: { perSecond: at.perSecond, burst: 2 * at.perSecond } }),
          deliverOnce,
          deliver(received, completion) {
            at.noteAccepted('push', account);
            deliver(received, completion);
          },
          ...queue.options,
          onValidated() {
            validations += 1;
            if (!isTesting) at.noteAccepted('validation', account);
            status.event(texts('receiver.validated'));
          },
          rejections,
          onError(error) {
            if (!isRedeploying(error)) reportError(presentError(error, texts, namesOf).message);
          },
        }),
      ],
    });
  }

  const warn = onceAMinute(clock, (text) => node.warn(text));
  let isRegistered = false;
  const registration: StreamRegistration | undefined =
    account === undefined
      ? undefined
      : keepStreamRegistered({
          clock,
          nodeId: node.id,
          account,
          accountId: config.account,
          memory,
          made: createMadeByNode({ RED, node, accountId: config.account, removeWithNode: config.removeWithNode }),
          request,
          deviceIds: config.devices,
          async ready(signal) {
            await receiver?.ready;
            if (account.kind === 'service') endpoint?.requirePublicUrl(texts);
            await locations.read(signal).catch(() => {});
          },
          onRegistered({ wasUnknown, attachments }, isMemoryOnly) {
            isRegistered = true;
            const attached = attachments.filter(({ error }) => error === undefined).length;
            const count = attached === attachments.length ? attached : `${attached}/${attachments.length}`;
            const look = attached === attachments.length && !isMemoryOnly && !wasUnknown ? 'fresh' : 'warning';
            const key = isMemoryOnly ? 'forgetful' : wasUnknown ? 'renewed' : 'attached';
            status.registered(look, texts(`receiver.${key}`, { count }));
          },
          onFailure(error) {
            if (!isRegistered) status.registered('error', texts('receiver.notRegistered'));
            warn(presentError(error, texts, namesOf).message);
          },
        });

  const received = () => ({ accepted: validations, rejected: receiver?.rejections.recent()[0] });
  Object.assign(node, {
    receiver: {
      async report() {
        return {
          ...(await receiver?.report()),
          accessKeyIds: credentials.map(({ accessKeyId }) => accessKeyId),
          ...(await registration?.report()),
        };
      },
      ...(endpoint === undefined
        ? {}
        : {
            async test() {
              isTesting = true;
              try {
                return await testFromOutside(endpoint, () => {
                  const [credential] = credentials;
                  if (credential === undefined) throw invalidInput('the signature has no credentials', []);
                  const path = endpoint.pathOf(`${config.route}/validation`);
                  return validationProbe(endpoint, path, credential, config.service, received);
                });
              } finally {
                isTesting = false;
              }
            },
          }),
      ...(registration === undefined
        ? {}
        : { register: () => registration.register(), withdraw: () => registration.withdraw() }),
    } satisfies ReceivingNode['receiver'],
  });

  return {
    input: createStreamInput({
      intake() {
        intake ??= shared.then(({ deliverOnce }) =>
          createMessageIntake({ clock, scope: node.id, deliverOnce, deliver, ...queue.options }),
        );
        return intake;
      },
      registration,
      account,
      isEventGrid: config.format === 'azure-iot-hub' && config.comesFrom === 'event-grid',
      report: (run, msg) => run.send([null, null, msg]),
      answer: (run, msg) => run.send([null, null, null, msg]),
      clock,
      onDelayed: (error) => {
        if (!isRedeploying(error)) reportError(presentError(error, texts, namesOf).message);
      },
    }),
    async close(removed) {
      output.close();
      (await watching)?.();
      await receiver?.close(removed);
      await queue.close();
      if (duplicatesEndpoint === undefined) await (await shared).release(!removed);
      await registration?.close();
    },
  };
}

function requestOf(
  config: StreamReceiverConfig,
  endpoint: Endpoint | undefined,
  credential: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined,
): InputOf<'streams.create'>['body'] {
  const { description, connectionString } = config;
  if (endpoint === undefined || credential === undefined) {
    if (config.register && connectionString === '')
      throw invalidInput('the hub has no connection string', [problem('connectionString', 'required', 'is required')]);
    return {
      description,
      format: 'azure-iot-hub',
      azureIotHubStreamConfig: { registryConnectionString: connectionString },
    };
  }
  return {
    description,
    format: 'webhook',
    webhookStreamConfig: {
      baseUrl: endpoint.publicUrl,
      authType: 'aws-request-v4-signature',
      authCredentials: { accessKeyId: credential.accessKeyId, secretAccessKey: credential.secretAccessKey },
      validationPath: endpoint.pathOf(`${config.route}/validation`),
      publishPath: endpoint.pathOf(`${config.route}/publish`),
    },
  };
}
