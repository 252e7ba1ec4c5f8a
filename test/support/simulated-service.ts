import assert from 'node:assert/strict';
import type { OperationId } from '../../src/catalog';
import { type Client, type ClientSettings, createClient, type Transport } from '../../src/client';
import { type Clock, createManualClock, type ManualClock } from '../../src/clock';
import { createSimulator, type LoggedRequest, type Simulator, type SimulatorOptions } from '../../src/simulator';
import { inProcessUrl } from '../simulator/raw-in-process';
import { turned, watched } from './turn-clock';

/** The demo site, its time turned by hand. */
export interface SimulatedService {
  readonly clock: ManualClock;
  readonly simulator: Simulator;
  /** For a client of the organization and the application. */
  readonly settings: ClientSettings;
  /** Where it has no socket. */
  readonly transport?: Transport;
  /** Its requests go to the service, or where another transport carries them. */
  client(settings?: Partial<ClientSettings>, transport?: Transport): Client;
  /** The device behind a label of the panel, such as `Kitchen outlets`. */
  device(label: string): string;
  position(deviceId: string): 'open' | 'closed';
  /** What reached the service, in order; for one operation when it is named. */
  requests(operation?: OperationId): LoggedRequest[];
  /** Handle commands that reached the service. */
  commands(): LoggedRequest[];
  /** Those that it took: one with a timer is refused during an override event, and sent again without. */
  taken(): LoggedRequest[];
  close(): Promise<void>;
}

interface ServiceOptions extends Partial<Omit<SimulatorOptions, 'clock'>> {
  readonly clock?: ManualClock;
  /** The service's own clock, when it differs. */
  readonly serviceClock?: Clock;
}

/** On a free port. */
export async function startService({ serviceClock, ...options }: ServiceOptions = {}): Promise<SimulatedService> {
  // The library is loaded on the first request; loading files is nothing that a manual clock can wait for.
  await import('got');
  const clock = options.clock ?? createManualClock();
  const simulator = await createSimulator({ ...options, clock: serviceClock ?? clock });
  const { baseUrl } = await simulator.serve();
  return serviceOf(simulator, clock, baseUrl);
}

/** Without a socket, for what is not about HTTP. */
export async function startServiceInProcess(options: ServiceOptions = {}): Promise<SimulatedService> {
  const { serviceClock, clock = createManualClock(), ...others } = options;
  const simulator = await createSimulator({ ...others, clock: serviceClock ?? clock });
  return serviceOf(simulator, clock, inProcessUrl, watched(simulator.transport));
}

function serviceOf(simulator: Simulator, clock: ManualClock, baseUrl: string, transport?: Transport): SimulatedService {
  const { apiKey, application, organization } = simulator.credentials;
  const settings: ClientSettings = {
    baseUrl,
    apiKey,
    application: { clientId: application.clientId, secret1: application.clientSecret },
    organization: { clientId: organization.clientId, secret1: organization.clientSecret },
  };
  const clients: Client[] = [];
  const requests = (operation?: OperationId) =>
    simulator.controls.requests.filter((request) => operation === undefined || request.operation === operation);
  const panelDevice = (fits: (device: ReturnType<Simulator['controls']['devices']>[number]) => boolean) => {
    const found = simulator.controls.devices().find(fits);
    assert(found !== undefined);
    return found;
  };
  return {
    clock,
    simulator,
    settings,
    ...(transport === undefined ? {} : { transport }),
    client(changed = {}, carriedBy = transport) {
      const client = createClient({
        settings: { ...settings, ...changed },
        clock,
        random: () => 0.5,
        environment: {},
        ...(carriedBy === undefined ? {} : { transport: carriedBy }),
      });
      clients.push(client);
      return client;
    },
    device: (label) => panelDevice((device) => device.label === label).id,
    position: (deviceId) => panelDevice(({ id }) => id === deviceId).remoteHandle,
    requests,
    commands: () => requests('remoteHandle.setPosition'),
    taken: () => requests('remoteHandle.setPosition').filter(({ status }) => status < 300),
    async close() {
      for (const client of clients) await turned(clock, client.close());
      await simulator.close();
    },
  };
}

/** A device of the site in an override event of another organization. */
export interface OverriddenDevice {
  readonly eventId: string;
  readonly code: string;
  /** The devices of the event, as both organizations name them. */
  readonly sharedDeviceIds: string[];
  /** The organization that owns the device, and the one that made the event. */
  readonly owner: Client;
  readonly other: Client;
  readonly joins: () => Promise<void>;
  readonly removed: () => Promise<void>;
  readonly optedOut: () => Promise<void>;
  /** Once no device takes part in it. */
  readonly cancelled: () => Promise<void>;
}

/** Another organization, with which the device is shared, takes it into an override event that is active. */
export async function holdByOverrideEvent(
  service: SimulatedService,
  deviceId: string,
  event: { readonly endTime?: string } = {},
): Promise<OverriddenDevice> {
  const device = await shareForOverride(service, deviceId, event);
  await device.joins();
  return device;
}

/** The same, before the device takes part in the event. */
export async function shareForOverride(
  { client, clock }: SimulatedService,
  deviceId: string,
  times: { readonly endTime?: string } = {},
): Promise<OverriddenDevice> {
  const owner = client();
  const call = <T>(promise: Promise<T>) => turned(clock, promise);
  const body = { name: 'Grid operator', description: 'Takes devices into override events' };
  const { data: organization } = await call(owner.call('organizations.create', { body }));
  const { clientId, secrets } = organization.serviceAccount ?? {};
  const secret1 = secrets?.[0]?.value;
  assert(clientId !== undefined && secret1 !== undefined);
  const other = client({ organization: { clientId, secret1 } });
  const { data: share } = await call(owner.call('shareDeviceCodes.create', { body: { deviceId } }));
  const code = String(share.code);
  await call(other.call('shareDeviceCodes.claim', { path: { code } }));
  const { data: shared } = await call(other.call('sharedDevices.list', {}));
  const sharedDeviceIds = shared.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const { data: event } = await call(other.call('overrideEvents.create', { body: { description: 'peak', ...times } }));
  const eventId = String(event.id);
  const path = { eventId };
  const change = (by: Client, operation: 'addParticipations' | 'removeDevices' | 'optOut') => async () => {
    await call(by.call(`overrideEvents.${operation}`, { path, body: { sharedDeviceIds } }));
  };
  return {
    eventId,
    code,
    sharedDeviceIds,
    owner,
    other,
    joins: change(other, 'addParticipations'),
    removed: change(other, 'removeDevices'),
    optedOut: change(owner, 'optOut'),
    cancelled: async () => {
      await call(other.call('overrideEvents.cancel', { path }));
    },
  };
}
