import { createReportByException, createStreamTarget } from '../inbound';
import { problem } from '../schema';
import type { Account } from './account';
import { accountOf } from './account';
import type { NodeContext, StartedNode } from './define-node';
import type { Endpoint } from './endpoint';
import { invalidInput } from './invalid-input';
import { presentError } from './present-error';
import { openReceiver } from './receiver';
import { type RegisteredStream, registerStream, removeStream, type WantedStream } from './registered-stream';
import { keepTrying } from './registration';
import { type StreamMessage, streamMessages } from './stream-messages';
import { testFromOutside } from './test-from-outside';

/** The configuration of a stream receiver, as its fields are read. */
export interface StreamReceiverConfig {
  readonly route: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly nextAccessKeyId: string;
  readonly nextSecretAccessKey: string;
  readonly service: string;
  readonly register: boolean;
  readonly account: string;
  readonly description: string;
  readonly devices: readonly string[];
  readonly removeWithNode: boolean;
  readonly output: 'publish' | 'channel' | 'reading';
  readonly shape: 'flat' | 'tree';
  readonly channels: string;
  readonly byException: boolean;
  readonly deadBand: number | undefined;
}

type Context = Omit<NodeContext<Record<never, never>>, 'config'> & { readonly config: StreamReceiverConfig };

/** How often the places of the devices, for the topics, are read again. */
const placesMaxAgeMs = 600_000;

/** Receives at the endpoint and, when asked to, sees to it that the service pushes. */
export function startStreamReceiver(context: Context, endpoint: Endpoint): StartedNode {
  const { RED, node, config, texts, clock, status } = context;
  const credentials = credentialsOf(config);
  const account = config.register ? accountOf(RED, config.account) : undefined;
  const places = createPlaces(account, clock.now);
  const changed = config.byException ? createReportByException({ deadBand: config.deadBand ?? 0 }) : undefined;
  const channels = config.channels
    .split(',')
    .map((channel) => channel.trim())
    .filter((channel) => channel !== '');
  let registered: RegisteredStream | undefined;

  const receiver = openReceiver({
    node,
    clock,
    status,
    texts,
    endpoint,
    route: config.route,
    ...(account === undefined ? {} : { account }),
    targets: (pathOf, hub, refusals) => [
      createStreamTarget({
        clock,
        scope: node.id,
        validationPath: pathOf(`${config.route}/validation`),
        publishPath: pathOf(`${config.route}/publish`),
        credentials,
        hosts: hostsOf(endpoint),
        ...(config.service === '' ? {} : { service: config.service }),
        windowMs: endpoint.windowMs,
        bodyLimitBytes: endpoint.maxBodyBytes,
        ...(endpoint.perSecond === undefined
          ? {}
          : { rate: { perSecond: endpoint.perSecond, burst: Math.max(1, 2 * endpoint.perSecond) } }),
        deliverOnce: hub.deliverOnce,
        deliver(received) {
          const messages = streamMessages(received, {
            output: config.output,
            shape: config.shape,
            channels,
            locationOf: places,
            ...(changed === undefined ? {} : { changed }),
          });
          send(messages);
        },
        onValidated: () => status.show('fresh', texts('receiver.validated')),
        refusals: { ...refusals, add: (refusal, remote) => refuse(refusals, refusal, remote) },
        onError: (error) => node.error(presentError(error, texts).message),
      }),
    ],
  });

  function send(messages: readonly StreamMessage[]): void {
    for (const message of messages) node.send([{ ...message }, null]);
    if (messages.length > 0) status.show('fresh', new Date(clock.now()).toISOString().slice(11, 19));
  }

  function refuse(log: typeof receiver.refusals, ...[refusal, remote]: Parameters<typeof log.add>): void {
    log.add(refusal, remote);
    const reason = `${refusal.check}.${refusal.reason}`;
    node.send([null, { topic: reason, payload: { reason, remote, at: clock.now(), count: 1 } }]);
  }

  const wanted: WantedStream = {
    description: config.description,
    deviceIds: config.devices,
    config: {
      baseUrl: endpoint.publicUrl,
      authType: 'aws-request-v4-signature',
      authCredentials: {
        accessKeyId: credentials[0]?.accessKeyId ?? '',
        secretAccessKey: credentials[0]?.secretAccessKey ?? '',
      },
      validationPath: endpoint.pathOf(`${config.route}/validation`),
      publishPath: endpoint.pathOf(`${config.route}/publish`),
    },
  };
  const upkeep =
    account === undefined
      ? undefined
      : keepTrying(
          clock,
          async (signal) => {
            await receiver.ready;
            registered = await registerStream(await account.client(), wanted, signal);
            const failed = registered.attachments.filter(({ error }) => error !== undefined);
            const [first] = failed;
            if (first?.error !== undefined) throw first.error;
            status.show('fresh', texts('receiver.attached', { count: registered.attachments.length }));
          },
          (error) => {
            status.show('error', texts('receiver.notRegistered'));
            node.warn(presentError(error, texts).message);
          },
        );

  Object.assign(node, {
    receiver: {
      async report() {
        return { ...(await receiver.report()), ...(await healthOf(account, registered)) };
      },
      testFromOutside: () =>
        testFromOutside(
          endpoint.publicUrl,
          wanted.config.validationPath,
          wanted.config.authCredentials,
          config.service,
          receiver.refusals,
          clock.now(),
        ),
    },
  });

  return {
    async close(removed) {
      await upkeep?.close();
      await receiver.close(removed);
      if (removed && config.removeWithNode && account !== undefined)
        await removeStream(await account.client(), wanted).catch((error) =>
          node.warn(presentError(error, texts).message),
        );
    },
  };
}

function credentialsOf(config: StreamReceiverConfig) {
  const pairs = [
    { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    { accessKeyId: config.nextAccessKeyId, secretAccessKey: config.nextSecretAccessKey },
  ].filter(({ accessKeyId, secretAccessKey }) => accessKeyId !== '' && secretAccessKey !== '');
  if (pairs.length === 0)
    throw invalidInput('the signature has no credentials', [
      problem('accessKeyId', 'required', 'is required'),
      problem('secretAccessKey', 'required', 'is required'),
    ]);
  return pairs;
}

function hostsOf({ publicUrl }: Endpoint): string[] {
  return [new URL(publicUrl).host];
}

/** The location of a device as last read; reads again in the background when that is old. */
function createPlaces(account: Account | undefined, now: () => number): (deviceId: string) => string {
  let places = new Map<string, string>();
  let readAt = Number.NEGATIVE_INFINITY;
  return (deviceId) => {
    if (account !== undefined && now() - readAt > placesMaxAgeMs) {
      readAt = now();
      account
        .directory()
        .then((directory) => directory.devices())
        .then((devices) => {
          places = new Map(devices.map(({ id, locationId }) => [id, locationId ?? '-']));
        })
        .catch(() => {});
    }
    return places.get(deviceId) ?? '-';
  };
}

async function healthOf(account: Account | undefined, registered: RegisteredStream | undefined) {
  if (account === undefined || registered === undefined) return { health: [] };
  const client = await account.client();
  const health = await Promise.all(
    registered.attachments.map(async ({ deviceId, deviceStreamId, error }) => {
      if (deviceStreamId === undefined) return { deviceId, message: error?.message ?? '' };
      try {
        const { data } = await client.call('deviceStreams.status', { path: { deviceStreamId } }, { maxAgeMs: 5_000 });
        return { deviceId, code: data.streamStatusCode, message: data.message ?? '', at: data.dateTime };
      } catch (failure) {
        return { deviceId, message: failure instanceof Error ? failure.message : String(failure) };
      }
    }),
  );
  return { health };
}
