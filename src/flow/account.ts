import type { NodeAPI } from 'node-red';
import { type Client, ClientError, type ClientSettings, createClient } from '../client';
import { type Clock, sleep } from '../clock';
import {
  type BreakerOperator,
  type ChargerOperator,
  createBreakerOperator,
  createChargerOperator,
  type SafetySettings,
} from '../control';
import { createDirectory, type Directory } from './directory';
import type { SimulatorLease, SimulatorOptions } from './simulators';

/** Where an account's service is. */
export type AccountSource =
  | { readonly kind: 'service'; readonly settings: ClientSettings }
  | { readonly kind: 'simulator'; readonly options: SimulatorOptions };

/** The service as the nodes of one account see it. */
export interface Account {
  readonly name: string;
  readonly kind: AccountSource['kind'];
  readonly safety: SafetySettings;
  /** Resolves when the client can be used; the embedded simulator takes a moment to start. */
  client(): Promise<Client>;
  operator(): Promise<BreakerOperator>;
  charger(): Promise<ChargerOperator>;
  directory(): Promise<Directory>;
  /** The built-in simulator's controls, where the account has one. */
  simulator(): Promise<SimulatorLease['controls'] | undefined>;
  /**
   * Keeps the service within reach after `close`, for at most 30 s, until what it returns is called: a deleted node takes
   * back what it registered although its account is deleted by the same deploy.
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
  readonly leaseSimulator: (options: SimulatorOptions) => Promise<SimulatorLease>;
  readonly commandSpacingMs: number;
}

interface Opened {
  readonly client: Client;
  readonly operator: BreakerOperator;
  readonly charger: ChargerOperator;
  readonly directory: Directory;
  readonly lease?: SimulatorLease;
}

/** What is held open after `close` ends then, and Node-RED waits only so long for it. */
const holdMaxMs = 30_000;
const holdWaitMs = 1_500;

/** Opens nothing before the first use, so that a flow without work costs nothing. */
export function createAccount(options: AccountOptions): Account {
  const { source, safety, clock, random } = options;
  // The built-in simulator operates no real circuit, so it needs no arming.
  const effective: SafetySettings = source.kind === 'simulator' ? { ...safety, armed: true } : safety;
  let opening: Promise<Opened> | undefined;
  let closed = false;
  const holds = new Set<object>();
  let onReleased: (() => void) | undefined;

  async function connect(): Promise<Opened> {
    const lease = source.kind === 'simulator' ? await options.leaseSimulator(source.options) : undefined;
    const settings: ClientSettings =
      source.kind === 'service'
        ? { ...source.settings, commandSpacingMs: options.commandSpacingMs }
        : settingsOf(lease as SimulatorLease);
    const client = createClient({ settings, clock, random });
    return {
      client,
      operator: createBreakerOperator(client, clock, effective),
      charger: createChargerOperator(client, clock, effective),
      directory: createDirectory(client),
      ...(lease === undefined ? {} : { lease }),
    };
  }

  function open(): Promise<Opened> {
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
    safety: effective,
    client: async () => (await open()).client,
    operator: async () => (await open()).operator,
    charger: async () => (await open()).charger,
    directory: async () => (await open()).directory,
    simulator: async () => (await open()).lease?.controls,
    hold() {
      const hold = {};
      holds.add(hold);
      return () => {
        holds.delete(hold);
        if (holds.size === 0) onReleased?.();
      };
    },
    async close() {
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

function settingsOf({ baseUrl, credentials }: SimulatorLease): ClientSettings {
  const { apiKey, application, organization } = credentials;
  return {
    baseUrl,
    apiKey,
    application: { clientId: application.clientId, secret1: application.clientSecret },
    organization: { clientId: organization.clientId, secret1: organization.clientSecret },
    commandSpacingMs: 1_000,
  };
}

/** The account that a node's field names, or the error that says it is missing. */
export function accountOf(RED: NodeAPI, id: string): Account {
  const node = RED.nodes.getNode(id) as unknown as { readonly account?: Account } | null;
  if (node?.account === undefined)
    throw new ClientError('INVALID_INPUT', 'the account is missing or disabled', {
      validations: [{ field: 'account', rule: 'required', message: 'is missing or disabled' }],
      retryable: false,
    });
  return node.account;
}
