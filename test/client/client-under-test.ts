import assert from 'node:assert/strict';
import {
  type CallRecord,
  type Client,
  ClientError,
  type ClientSettings,
  createClient,
  type Transport,
} from '../../src/client';
import { createManualClock, type ManualClock } from '../../src/clock';
import { localhostCertificate } from '../support/localhost-certificate';
import { createScriptedService, type ScriptedService, startScriptedService } from '../support/scripted-service';
import { type TurnOptions, turned, watched } from '../support/turn-clock';

export const apiKey = 'api-key-0123456789';
export const application = { clientId: 'application-id', secret1: 'application-secret-1' };
export const organization = { clientId: 'organization-id', secret1: 'organization-secret-1' };
export const tokenRoute = 'POST /serviceAccount/authToken';

export interface ClientUnderTest {
  readonly clock: ManualClock;
  readonly service: ScriptedService;
  readonly client: Client;
  readonly records: CallRecord[];
  /** Another client for the same service. */
  anotherClient(settings?: Partial<ClientSettings>): Client;
  /** What the promise comes to, with the clock turned as far as it takes. */
  turn<T>(promise: Promise<T>, options?: TurnOptions): Promise<T>;
  /** The error that it ends with. */
  failure(promise: Promise<unknown>, options?: TurnOptions): Promise<ClientError>;
  close(): Promise<void>;
}

interface HttpOptions {
  readonly tls?: boolean;
  readonly keepAlive?: boolean;
  readonly settings?: Partial<ClientSettings>;
}

/** Without a socket, for what is not about HTTP. */
export async function startClientUnderTest({
  settings = {},
}: Pick<HttpOptions, 'settings'> = {}): Promise<ClientUnderTest> {
  const clock = createManualClock();
  const { transport, ...service } = createScriptedService(clock);
  return clientUnderTest(clock, service, settings, watched(transport));
}

/** On a port of its own. */
export async function startClientOverHttp({
  tls = false,
  keepAlive = false,
  settings = {},
}: HttpOptions = {}): Promise<ClientUnderTest> {
  // Loading a library is nothing that a manual clock can wait for.
  await import('got');
  const clock = createManualClock();
  const service = await startScriptedService(clock, { tls, keepAlive });
  return clientUnderTest(clock, service, { ...(tls ? { ca: localhostCertificate.certificate } : {}), ...settings });
}

function clientUnderTest(
  clock: ManualClock,
  service: ScriptedService,
  settings: Partial<ClientSettings>,
  transport?: Transport,
): ClientUnderTest {
  const records: CallRecord[] = [];
  const clients: Client[] = [];
  const anotherClient = (changed: Partial<ClientSettings> = {}) => {
    const client = createClient({
      settings: {
        baseUrl: service.origin,
        apiKey,
        application,
        organization,
        ...settings,
        ...changed,
      },
      clock,
      random: () => 0.5,
      onCall: (record) => records.push(record),
      environment: {},
      ...(transport === undefined ? {} : { transport }),
    });
    clients.push(client);
    return client;
  };
  return {
    clock,
    service,
    client: anotherClient(),
    records,
    anotherClient,
    turn: (promise, options) => turned(clock, promise, options),
    failure: (promise, options) => failureOf(turned(clock, promise, options)),
    async close() {
      for (const client of clients) await client.close();
      await service.close();
    },
  };
}

export async function failureOf(promise: Promise<unknown>): Promise<ClientError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert(error instanceof ClientError, `expected an error of the client, got ${String(error)}`);
  return error;
}
