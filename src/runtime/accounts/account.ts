import type { NodeAPI } from 'node-red';
import {
  type Client,
  ClientError,
  type ClientSettings,
  createClient,
  type Reservation,
  serviceQueue,
  serviceUrl,
  type Transport,
} from '../../client';
import { type Clock, sleep } from '../../clock';
import {
  type BreakerOperator,
  type CallOperator,
  type ChargerOperator,
  type DeviceOperator,
  type KeyOperator,
  memoryContext,
  type OperatorContext,
  type OwnSecrets,
  type SafetySettings,
  type SettingEntries,
  type WaveformOperator,
} from '../../control';
import type { SiteSettings } from '../../fields';
import { defined } from '../../object';
import { callOrigin } from '../node/call-origin';
import { hasWrongSettings, missingNode } from '../node/missing-node';
import { type CallRing, createCallRing } from './call-ring';
import { type Circuits, noCircuits } from './circuit-directories';
import { createDirectory, type Directory } from './directory';
import { createKnownDevices, type KnownDevices } from './known-devices';
import { createOperators, type Operators } from './operators';
import { protectedCircuits } from './protected-circuits';
import { settingEntries } from './setting-entries';
import type { EmbeddedSimulatorOptions, SimulatorLease } from './simulators';

/** The service of an account. */
export type AccountSource =
  | { readonly kind: 'service'; readonly settings: ClientSettings; readonly ownSecrets: readonly OwnSecrets[] }
  /** `party`: whose calls are made: those of the house that owns the site, or of the grid operator. */
  | {
      readonly kind: 'simulator';
      readonly options: EmbeddedSimulatorOptions;
      /** The name of the site. */
      readonly site: string;
      readonly party: 'house' | 'gridOperator';
      /** The house has a second organization, with devices of its own. */
      readonly secondHouse?: boolean;
      readonly callsPerMinute: number;
    };

/** The simulated site of an account: what the account asks for, and what runs. */
export interface SiteInUse {
  readonly site: string;
  readonly asked: SiteSettings;
  readonly running: SiteSettings;
}

/** The service as the nodes of one account see it. */
export interface Account {
  readonly name: string;
  readonly kind: AccountSource['kind'];
  readonly safety: SafetySettings;
  /** The names of its devices, and what else people have said of them. */
  readonly circuits: Circuits;
  /** When the application's secrets end, as a person has entered it: the service does not tell. ISO 8601. */
  readonly enteredSecrets: readonly { readonly name: string; readonly endsAt: string }[];
  /** Its devices as last read: asked at each message, without a call a message. */
  readonly known: KnownDevices;
  /** Methods and paths that replace those of the catalog. */
  readonly replaced: NonNullable<ClientSettings['replaced']>;
  /** Shared with the operators of the other accounts: the command record and the lock-outs. */
  readonly context: OperatorContext;
  /**
   * Reserves the position of a message among all writes to the service: call it in the input handler, before anything
   * asynchronous, and release it when the devices have been entered, or will not be.
   */
  reserve(): Reservation;
  /**
   * Enters devices whose settings are read, compared and written: a later input for one of them is written later.
   * `leave` must be called in the end.
   */
  enterSettings(deviceIds: readonly string[], reservation: Reservation): SettingEntries;
  /** Resolves when the client can be used; the embedded simulator takes a moment to start. */
  client(): Promise<Client>;
  operator(): Promise<BreakerOperator>;
  charger(): Promise<ChargerOperator>;
  device(): Promise<DeviceOperator>;
  keys(): Promise<KeyOperator>;
  waveforms(): Promise<WaveformOperator>;
  /** Any operation of the catalog. */
  caller(): Promise<CallOperator>;
  directory(): Promise<Directory>;
  /** The newest calls, for the sidebar. */
  readonly calls: CallRing;
  /** Aborted when the account closes. */
  readonly ended: AbortSignal;
  /** The built-in simulator's controls, where the account has one. */
  simulator(): Promise<SimulatorLease['controls'] | undefined>;
  /** The simulated site, where the account is one of a built-in simulator; its settings may be those of another account. */
  site(): Promise<SiteInUse | undefined>;
  /**
   * Keeps the account usable after `close`, until the returned function is called or for 30 s: a deleted node deletes
   * what it registered at the service although its account is deleted by the same deploy.
   */
  hold(): () => void;
  close(): Promise<void>;
}

interface AccountOptions {
  readonly name: string;
  readonly source: AccountSource;
  readonly safety: SafetySettings;
  readonly clock: Clock;
  readonly random: () => number;
  /** Starts or shares the embedded simulator of this account. */
  readonly leaseSimulator: (options: EmbeddedSimulatorOptions) => Promise<SimulatorLease>;
  readonly commandSpacingMs: number;
  readonly enteredSecrets?: Account['enteredSecrets'];
  /** What the circuit directory of the account says; nothing by default. */
  readonly circuits?: Circuits;
  /** Called when the account has come to its simulated site. */
  readonly onSite?: (site: SiteInUse) => void;
  /** Carries the requests; by default over HTTP. */
  readonly transport?: Transport;
  /** The command record, the lock-outs and the log of the process; by default they end with the account. */
  readonly shared?: Omit<OperatorContext, 'service'>;
}

interface OpenAccount extends Operators {
  readonly client: Client;
  readonly directory: Directory;
  readonly lease?: SimulatorLease;
  readonly site?: SiteInUse;
}

/** The longest hold after `close`, and how long Node-RED's close waits for it. */
const holdMaxMs = 30_000;
const holdWaitMs = 1_500;

/** Connects on first use, so that an idle account costs nothing. */
export function createAccount(options: AccountOptions): Account {
  const { source, clock, random, circuits = noCircuits } = options;
  const safety: SafetySettings = {
    ...options.safety,
    critical: protectedCircuits(circuits, options.safety.protectedDevices),
  };
  // The built-in simulator operates no real circuit, so it needs no arming.
  const effectiveSafety: SafetySettings = source.kind === 'simulator' ? { ...safety, armed: true } : safety;
  let opening: Promise<OpenAccount> | undefined;
  let closed = false;
  const holds = new Set<object>();
  let onReleased: (() => void) | undefined;
  const calls = createCallRing();
  const service = serviceOf(source);
  const queue = serviceQueue(clock, service);
  const context = { ...memoryContext(clock), ...options.shared, service };
  const ending = new AbortController();

  async function connect(): Promise<OpenAccount> {
    const lease = source.kind === 'simulator' ? await options.leaseSimulator(source.options) : undefined;
    const site = lease === undefined ? undefined : siteInUse(source, lease);
    if (site !== undefined) options.onSite?.(site);
    const settings: ClientSettings =
      source.kind === 'service'
        ? { ...source.settings, commandSpacingMs: options.commandSpacingMs }
        : { ...settingsOf(lease as SimulatorLease, source), callsPerMinute: source.callsPerMinute };
    const client = createClient({
      ...{ settings, clock, random, queue, onCall: (record) => calls.add(record, callOrigin()) },
      ...defined({ transport: options.transport ?? lease?.transport }),
    });
    const ownSecrets = source.kind === 'service' ? source.ownSecrets : simulatorSecrets(settings);
    return {
      client,
      ...createOperators({ client, clock, safety: effectiveSafety, context, ownSecrets }),
      directory: createDirectory(client),
      ...defined({ lease, site }),
    };
  }

  function open(): Promise<OpenAccount> {
    if (closed) return Promise.reject(new ClientError('CLOSED', 'the account was closed', {}));
    opening ??= connect().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function within(limitMs: number, work: Promise<void>): Promise<void> {
    const waited = new AbortController();
    await Promise.race([work, sleep(clock, limitMs, waited.signal).catch(() => {})]);
    waited.abort();
  }

  return {
    name: options.name,
    kind: source.kind,
    safety: effectiveSafety,
    circuits,
    enteredSecrets: options.enteredSecrets ?? [],
    known: createKnownDevices({ client: async () => (await open()).client, clock, ended: ending.signal }),
    calls,
    context,
    reserve: queue.reserve,
    enterSettings: (deviceIds, reservation) => settingEntries(queue, deviceIds, reservation),
    ended: ending.signal,
    replaced: source.kind === 'service' ? (source.settings.replaced ?? {}) : {},
    client: async () => (await open()).client,
    operator: async () => (await open()).operator,
    charger: async () => (await open()).charger,
    device: async () => (await open()).device,
    keys: async () => (await open()).keys,
    waveforms: async () => (await open()).waveforms,
    caller: async () => (await open()).caller,
    directory: async () => (await open()).directory,
    simulator: async () => (await open()).lease?.controls,
    site: async () => (await open()).site,
    hold() {
      const hold = {};
      holds.add(hold);
      return () => {
        holds.delete(hold);
        if (holds.size === 0) onReleased?.();
      };
    },
    async close() {
      ending.abort();
      const ended = (async () => {
        if (holds.size > 0) await within(holdMaxMs, new Promise<void>((resolve) => (onReleased = resolve)));
        closed = true;
        const opened = await opening?.catch(() => undefined);
        await opened?.client.close();
        await opened?.lease?.release();
      })();
      if (holds.size > 0) await within(holdWaitMs, ended);
      else await ended;
    },
  };
}

function siteInUse(source: AccountSource, lease: SimulatorLease): SiteInUse | undefined {
  if (source.kind !== 'simulator') return undefined;
  const { seed, speed, stateFile } = source.options;
  return { site: source.site, asked: { seed, speed, keepState: stateFile !== undefined }, running: lease.settings };
}

/** A simulated site is the same service for all its accounts and after each start, although its port changes. */
function serviceOf(source: AccountSource): string {
  return source.kind === 'service' ? serviceUrl(source.settings.baseUrl) : `simulator:${source.options.id}`;
}

function settingsOf(
  { baseUrl, credentials, controls }: SimulatorLease,
  { party, secondHouse = false }: Extract<AccountSource, { kind: 'simulator' }>,
): ClientSettings {
  const { apiKey, application } = credentials;
  const organization = party === 'gridOperator' ? controls.gridOperator.credentials() : credentials.organization;
  const other = secondHouse && party === 'house' ? controls.secondHouse() : undefined;
  return {
    ...(other === undefined
      ? {}
      : { organizations: [{ clientId: other.clientId, secret1: other.clientSecret, name: other.name }] }),
    baseUrl,
    apiKey,
    application: { clientId: application.clientId, secret1: application.clientSecret },
    organization: { clientId: organization.clientId, secret1: organization.clientSecret },
    commandSpacingMs: 1_000,
  };
}

function simulatorSecrets({ application, organization, organizations = [] }: ClientSettings): OwnSecrets[] {
  return [application, organization, ...organizations].flatMap((used) =>
    used === undefined ? [] : [{ clientId: used.clientId, held: ['secret1' as const] }],
  );
}

/** The account that a node's field names; the error says whether it is missing, disabled or wrong. */
export function accountOf(RED: NodeAPI, id: string): Account {
  const account = runningAccount(RED, id);
  if (account === undefined || hasWrongSettings(RED, id)) throw missingNode(RED, id, 'account');
  return account;
}

/** The account that runs behind a config node now. */
export function runningAccount(RED: NodeAPI, id: string): Account | undefined {
  return (RED.nodes.getNode(id) as unknown as { readonly account?: Account } | null)?.account;
}
