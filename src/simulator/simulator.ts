import { type Clock, systemClock } from '../clock';
import { createBoundedList } from './bounded-list';
import { createControlRoutes } from './control-routes';
import { type Controls, speedControl } from './controls';
import { credentialsOf, type SimulatorCredentials } from './credentials';
import { createDeliveries, type DeliveryOptions } from './deliveries';
import { createDeviceControls } from './device-controls';
import { createEngine } from './engine';
import { createFaults } from './faults';
import type { ServiceContext, ServiceSettings } from './handler';
import { handlers } from './handlers';
import { basePath, createHttpServer } from './http-server';
import { createIdentifiers } from './identifiers';
import type { LoggedRequest } from './logged-request';
import { otherOrganization } from './other-organization';
import { processes } from './processes';
import { createService } from './service';
import type { ServiceState } from './service-state';
import type { SimulatorEvent } from './simulator-event';
import { createSite } from './site';
import { createStateFile, readStateFile, type SavedState } from './state-file';
import { acceptInviteCode, verifyUser } from './user-accounts';

export interface SimulatorOptions {
  /** Time of the simulated service; an accelerated clock lets its speed be changed. */
  readonly clock: Clock;
  /** Decides the site, its loads and every identifier; 1 by default. */
  readonly seed?: number;
  /** 0, the default: any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Where the state is kept; what is there is restored at the start. */
  readonly stateFile?: string;
  /** In place of the demo site, when no state is restored. */
  readonly initialState?: ServiceState;
  readonly tokenLifetimeMs?: number;
  readonly commandPaceMs?: number;
  /** How registered webhooks and streams are called: on this machine only, unless it says otherwise. */
  readonly deliveries?: DeliveryOptions;
  /** Hears of what failed in the background: the state could not be written, or what was due could not be done. */
  readonly onError?: (error: Error) => void;
}

export interface Simulator {
  readonly baseUrl: string;
  /** Each account with its first secret that is valid now. */
  readonly credentials: SimulatorCredentials;
  readonly controls: Controls;
  /** A copy of everything the service knows, as `initialState` takes it. */
  snapshot(): ServiceState;
  /** Cuts every connection, ends every timer and writes the state file. */
  close(): Promise<void>;
}

/** What any operation does when `tokenLifetimeMs` and `commandPaceMs` are not given. */
const defaults: ServiceSettings = { tokenLifetimeMs: 3_600_000, commandPaceMs: 1000 };
const entriesKept = 1000;

/**
 * The whole service on the loopback interface. Rejects with a {@link StateFileError} for a state file that cannot be
 * used, and with Node's error when the port cannot be had.
 */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const saved = options.stateFile === undefined ? undefined : await readStateFile(options.stateFile);
  const clock = neverBefore(options.clock, saved?.savedAt);
  const state = initialState(options, saved, clock.now());
  const identifiers = createIdentifiers(state.seed, state);
  const settings: ServiceSettings = {
    tokenLifetimeMs: options.tokenLifetimeMs ?? defaults.tokenLifetimeMs,
    commandPaceMs: options.commandPaceMs ?? defaults.commandPaceMs,
  };
  const events = createBoundedList<SimulatorEvent>(entriesKept);
  const requests = createBoundedList<LoggedRequest>(entriesKept);
  const listeners = new Set<(event: SimulatorEvent) => void>();
  const faults = createFaults();

  const contextAt = (at: Clock): ServiceContext => ({
    state,
    clock: at,
    settings,
    ...identifiers,
    emit(happening) {
      const event = { ...happening, at: at.now() };
      events.add(event);
      deliveries.hear(event);
      for (const listener of listeners) listener(event);
    },
  });
  const context = contextAt(clock);

  const onError = (error: Error) => options.onError?.(error);
  const stateFile =
    options.stateFile === undefined
      ? undefined
      : createStateFile({
          path: options.stateFile,
          clock: systemClock,
          snapshot: () => ({ savedAt: clock.now(), state }),
          onError,
        });
  let started = false;
  // Until it has started nothing is written: the port may belong to another simulator with the same file.
  const stateChanged = () => {
    if (started) stateFile?.changed();
  };
  const deliveries = createDeliveries({
    options: options.deliveries ?? {},
    state,
    clock,
    changed: stateChanged,
    onError,
  });
  const changed = () => {
    stateChanged();
    if (started) deliveries.refresh();
  };
  const engine = createEngine({
    clock,
    state,
    contextAt,
    processes,
    from: saved?.savedAt ?? clock.now(),
    onRun: changed,
    onError,
  });

  function read<T>(look: (context: ServiceContext) => T): T {
    engine.settle();
    return look(context);
  }

  function control<T>(change: (context: ServiceContext) => T): T {
    const result = read(change);
    engine.settle();
    changed();
    return result;
  }

  const controls: Controls = {
    ...createDeviceControls(read, control),
    verifyUser: (email) => control((at) => void verifyUser(at, email)),
    acceptInviteCode: (code, email) => control((at) => void acceptInviteCode(at, code, email)),
    organization: (name) => control((at) => otherOrganization(at, name)),
    faults,
    requests: requests.entries,
    clearRequests: requests.clear,
    events: events.entries,
    deliveries: deliveries.controls,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: clock.now,
    clock: speedControl(options.clock),
  };

  let origin = '';
  const server = createHttpServer({
    clock,
    service: createService(context, handlers, () => `${origin}${basePath}`),
    faults,
    origin: () => origin,
    controlRoute: createControlRoutes(controls),
    settle: engine.settle,
    changed,
    onError,
    expireToken: (value) => {
      state.tokens = state.tokens.filter((token) => token.value !== value);
    },
    log: requests.add,
  });
  const host = options.host ?? '127.0.0.1';
  const address = await server.listen(options.port ?? 0, host);
  origin = `http://${reachable(host)}:${address.port}`;
  try {
    if (saved !== undefined || options.initialState !== undefined)
      for (const process of processes) process.resume?.(context, clock.now());
    engine.settle();
  } catch (error) {
    engine.stop();
    deliveries.close();
    await server.close();
    throw error;
  }
  started = true;
  changed();

  return {
    baseUrl: `${origin}${basePath}`,
    get credentials() {
      return credentialsOf(state, clock.now());
    },
    controls,
    snapshot: () => structuredClone(state),
    async close() {
      engine.stop();
      deliveries.close();
      await server.close();
      await stateFile?.close();
    },
  };
}

/** The host of a URL that leads to an address which is listened on. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Whole milliseconds, and never earlier than what a restored state has seen already. */
function neverBefore(base: Clock, earliest = Number.NEGATIVE_INFINITY): Clock {
  const aheadMs = Math.max(0, earliest - base.now());
  return { ...base, now: () => Math.floor(base.now() + aheadMs) };
}

function initialState(options: SimulatorOptions, saved: SavedState | undefined, now: number): ServiceState {
  if (saved !== undefined) return saved.state;
  if (options.initialState !== undefined) return structuredClone(options.initialState);
  const seed = options.seed ?? 1;
  const counter = { sequence: 0 };
  const site = createSite({ seed, now, ...createIdentifiers(seed, counter) });
  return { ...site, sequence: counter.sequence };
}
