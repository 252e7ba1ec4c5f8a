import assert from 'node:assert/strict';
import { type InputOf, type OperationId, rowOf } from '../../../src/catalog';
import { type Client, type ClientSettings, createClient } from '../../../src/client';
import { createManualClock, type ManualClock } from '../../../src/clock';
import type { LoggedRequest, Simulator, SimulatorOptions, SimulatorSnapshot } from '../../../src/simulator';
import type { RawAnswer } from '../../simulator/raw-http';
import { startServedSimulator } from '../../simulator/running-simulator';
import { account, apiKey, smallState } from '../../simulator/small-state';

/** Who calls over raw HTTP. */
export type Who = keyof typeof account | 'nobody';

/** A simulator with two organizations and clients for both, on one clock that is turned by hand. */
export interface ServiceUnderTest {
  readonly simulator: Simulator;
  readonly clock: ManualClock;
  /** With the credentials of the application and of the first organization, which has the devices. */
  readonly client: Client;
  /** With those of the other organization. */
  readonly neighbour: Client;
  /** Those of `client`. */
  readonly settings: ClientSettings;
  /** Another client, closed with the service. */
  clientOf(settings: ClientSettings): Client;
  /** One whose settings differ in parts from those of `client`. */
  clientWith(changed: Partial<ClientSettings>): Client;
  /** The same request as the client's, unchecked. */
  raw<Id extends OperationId>(who: Who, id: Id, input: Loose<InputOf<Id>>, headers?: Headers): Promise<RawAnswer>;
  /** What reached the simulator, tokens included; of one operation if one is given. */
  requests(id?: OperationId): readonly LoggedRequest[];
  /** Waits until the next thing due on the clock is `ms` away, and turns the clock there. */
  waitOut(ms: number): Promise<void>;
  /** Waits until so many timers are pending. */
  untilTimers(count: number): Promise<void>;
  close(): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;
type Loose<T> = { readonly [K in keyof T]?: unknown };

/** Of the event loop, until it is clear that something will not happen. */
const mostRounds = 100_000;

export const credentials = {
  application: { clientId: account.application.clientId, secret1: account.application.clientSecret },
  organization: { clientId: account.organization.clientId, secret1: account.organization.clientSecret },
  neighbour: { clientId: account.otherOrganization.clientId, secret1: account.otherOrganization.clientSecret },
} as const;

export async function startService(
  options: Partial<SimulatorOptions> & { readonly clock?: ManualClock } = {},
): Promise<ServiceUnderTest> {
  const { simulator, baseUrl, clock, call, untilTimers } = await startServedSimulator(options);
  const clients: Client[] = [];

  const settings: ClientSettings = {
    baseUrl,
    apiKey: options.initialState?.apiKey ?? apiKey,
    application: credentials.application,
    organization: credentials.organization,
  };

  function clientOf(given: ClientSettings): Client {
    const client = createClient({ settings: given, clock, random: () => 0.5, environment: {} });
    clients.push(client);
    return client;
  }
  const clientWith = (changed: Partial<ClientSettings>) => clientOf({ ...settings, ...changed });

  return {
    simulator,
    clock,
    client: clientOf(settings),
    settings,
    clientOf,
    neighbour: clientWith({ organization: credentials.neighbour }),
    clientWith,
    raw(who, id, input, headers = {}) {
      const { body } = input as { body?: unknown };
      return call(who, rowOf(id).method, targetOf(id, input), { headers, ...(body === undefined ? {} : { body }) });
    },
    requests: (id) => simulator.controls.requests.filter(({ operation }) => id === undefined || operation === id),
    async waitOut(ms) {
      for (let round = 0; clock.nextTimerMs() !== ms; round += 1) {
        assert.ok(round < mostRounds, `nothing is due in ${ms} ms, the next in ${clock.nextTimerMs()} ms`);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      await clock.advance(ms);
    },
    untilTimers,
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await simulator.close();
    },
  };
}

type Texts = Readonly<Record<string, unknown>>;

function targetOf(id: OperationId, input: { readonly [part: string]: unknown }): string {
  const { path = {}, query = {}, page = {}, filter = {}, orderby } = input as Record<string, Texts>;
  const criteria = Object.entries(filter).flatMap(([field, value]) =>
    Object.entries(typeof value === 'object' && value !== null ? value : { eq: value }).map(
      ([operator, operand]) => `${field} ${operator} ${literal(operand)}`,
    ),
  );
  const search = Object.entries({
    ...query,
    ...page,
    ...(criteria.length === 0 ? {} : { $filter: criteria.join(' and ') }),
    ...(orderby === undefined ? {} : { $orderby: `${orderby.by} ${orderby.direction}` }),
  })
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  const target = rowOf(id).path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  return search === '' ? target : `${target}?${search}`;
}

/** Instants and booleans stand bare in a filter, texts in quotes. */
function literal(operand: unknown): string {
  return typeof operand === 'boolean' || /^\d{4}-\d\d-\d\dT/.test(String(operand)) ? String(operand) : `'${operand}'`;
}

/** Runs `test` with a service of its own. */
export function withService(
  test: (service: ServiceUnderTest) => Promise<void>,
  change: (state: SimulatorSnapshot, now: number) => void = () => {},
): () => Promise<void> {
  return async () => {
    const clock = createManualClock();
    const initialState = smallState(clock.now());
    change(initialState, clock.now());
    const service = await startService({ clock, initialState });
    try {
      await test(service);
    } finally {
      await service.close();
    }
  };
}
