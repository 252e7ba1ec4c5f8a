import type { InputOf } from '../../src/catalog';
import { type Client, ClientError } from '../../src/client';
import type { Clock } from '../../src/clock';
import { defined } from '../../src/object';
import type { Account } from '../../src/runtime';
import {
  attachDevice,
  detachDevices,
  type MadeByNode,
  type ReceiverMemory,
  type RegisteredStream,
  registerStream,
  removeStreams,
  retryUntilDone,
  type WantedStream,
} from '../../src/runtime/made';

/** The delivery status of one device at the service. */
export interface DeviceHealth {
  readonly deviceId: string;
  readonly code?: number;
  readonly message: string;
  readonly at?: string | undefined;
}

/** A stream at the service, for the editor. */
export interface StreamReport {
  readonly streamId: string | undefined;
  readonly found: RegisteredStream['found'] | undefined;
  readonly attached: number;
  readonly health: readonly DeviceHealth[];
}

/** The stream of a receiver at the service. */
export interface StreamRegistration {
  report(): Promise<StreamReport>;
  /** Registers now; rejects with the error. */
  register(): Promise<void>;
  /** Detaches all devices and deletes the stream, until it is registered again. */
  withdraw(): Promise<void>;
  attach(deviceId: string, signal: AbortSignal): Promise<{ streamId: string; deviceStreamId: string }>;
  detach(deviceId: string, signal: AbortSignal): Promise<{ streamId: string; detached: boolean }>;
  close(): Promise<void>;
}

interface StreamRegistrationOptions {
  readonly clock: Clock;
  readonly nodeId: string;
  readonly account: Account;
  readonly accountId: string;
  readonly memory: ReceiverMemory;
  readonly made: MadeByNode;
  readonly request: InputOf<'streams.create'>['body'];
  readonly deviceIds: readonly string[];
  /** Resolves when the receiver can accept requests. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  readonly onRegistered: (registered: RegisteredStream, isMemoryOnly: boolean) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Limit of devices whose status is fetched for the editor. */
const healthMax = 50;

/** Keeps the stream registered while the node exists. */
export function keepStreamRegistered(options: StreamRegistrationOptions): StreamRegistration {
  const { clock, nodeId, account, accountId, memory, made, request, deviceIds } = options;
  const wanted: WantedStream = { request, deviceIds, fingerprint: memory.fingerprint(request) };
  const stream = { kind: 'stream', name: 'stream' } as const;
  let registered: RegisteredStream | undefined;

  async function register(signal: AbortSignal): Promise<void> {
    await made.idle();
    await options.ready(signal);
    const client = await account.client();
    const former = memory.streamOf(nodeId);
    // Recorded before the stream is created: after a crash the record says what to look for.
    await made.record([
      { ...stream, what: identityOf(request, former?.account === accountId ? former.streamId : undefined) },
    ]);
    registered = await registerStream(client, wanted, former, signal);
    const { streamId, attachments } = registered;
    const attached = attachments.flatMap(({ deviceId, error }) => (error === undefined ? [deviceId] : []));
    memory.saveStream(nodeId, { account: accountId, streamId, fingerprint: wanted.fingerprint, deviceIds: attached });
    await made.record([{ ...stream, what: identityOf(request, streamId) }]);
    void made.keepOnly([stream]);
    options.onRegistered(registered, made.isStateUnsaved() || memory.trouble() !== undefined);
    const error = attachments.find((attachment) => attachment.error !== undefined)?.error;
    if (error !== undefined) throw error;
  }

  async function remove(client: Client): Promise<void> {
    await removeStreams(client, identityOf(request, memory.streamOf(nodeId)?.streamId));
    memory.deleteStream(nodeId);
    made.forget(stream);
    registered = undefined;
  }

  const retryLoop = retryUntilDone(clock, register, options.onFailure);

  async function streamId(): Promise<string> {
    // A registered stream is usable even if one of its devices could not be attached.
    if (registered === undefined) await retryLoop.now().catch((error) => registered ?? Promise.reject(error));
    if (registered === undefined) throw new ClientError('CONFLICT', 'the stream is not registered', {});
    return registered.streamId;
  }

  return {
    async report() {
      const { streamId: id, found } = registered ?? {};
      if (id === undefined) return { streamId: id, found, attached: 0, health: [] };
      const client = await account.client();
      const attached = await client.list('deviceStreams.list', { filter: { streamId: id } });
      const shown = attached.slice(0, healthMax);
      const health = await Promise.all(
        shown.map(({ id: deviceStreamId, deviceId = '' }) => healthOf(client, deviceId, deviceStreamId)),
      );
      const failed = registered?.attachments.flatMap(({ deviceId, error }) =>
        error === undefined ? [] : [{ deviceId, message: error.message }],
      );
      return { streamId: id, found, attached: attached.length, health: [...(failed ?? []), ...health] };
    },
    register: () => retryLoop.now(),
    async withdraw() {
      await remove(await account.client());
    },
    async attach(deviceId, signal) {
      const id = await streamId();
      return { streamId: id, deviceStreamId: await attachDevice(await account.client(), id, deviceId, signal) };
    },
    async detach(deviceId, signal) {
      const id = await streamId();
      const count = await detachDevices(await account.client(), id, [deviceId], signal);
      return { streamId: id, detached: count > 0 };
    },
    async close() {
      await retryLoop.close();
      made.close();
    },
  };
}

/** The properties by which the stream is found at the service; no secrets. */
function identityOf(
  { description, format, webhookStreamConfig }: StreamRegistrationOptions['request'],
  id: string | undefined,
): Readonly<Record<string, string>> {
  const { baseUrl, publishPath } = webhookStreamConfig ?? {};
  return {
    description,
    format,
    ...defined({ baseUrl, publishPath, id }),
  };
}

async function healthOf(client: Client, deviceId: string, deviceStreamId: string): Promise<DeviceHealth> {
  try {
    const { data } = await client.call('deviceStreams.status', { path: { deviceStreamId } }, { maxAgeMs: 2_000 });
    const { streamStatusCode, message = '', dateTime } = data;
    return { deviceId, message, at: dateTime, ...defined({ code: streamStatusCode }) };
  } catch (failure) {
    return { deviceId, message: failure instanceof Error ? failure.message : String(failure) };
  }
}
