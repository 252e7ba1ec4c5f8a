import type { Clock } from '../clock';
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
import { isLoopback, reachable } from './listening-host';
import type { LoggedRequest } from './logged-request';
import { longStretches } from './missed-time';
import { otherOrganization } from './other-organization';
import { markOwnSecrets, replaceSeededSecrets } from './own-secrets';
import { processes } from './processes';
import { createService } from './service';
import { createServiceClock } from './service-clock';
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
  /** Where it listens; 127.0.0.1 by default. Elsewhere than on this machine its secrets are random and do not follow from the seed. */
  readonly host?: string;
  /** Where the state is kept; what is there is restored at the start. */
  readonly stateFile?: string;
  /** In place of the demo site, when no state is restored. */
  readonly initialState?: ServiceState;
  /** What the clock showed when `initialState` was taken: what fell due since then is made up for. Now, when absent. */
  readonly initialStateAt?: number;
  readonly tokenLifetimeMs?: number;
  readonly commandPaceMs?: number;
  /** How registered webhooks and streams are called: on this machine only, unless it says otherwise. */
  readonly deliveries?: DeliveryOptions;
  /**
   * Hears of what failed in the background: the state could not be written, or what was due could not be done; and of a state file
   * that was set aside, as a {@link StateFileError}.
   */
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
/** Of real time: how late it is seen at most that the machine slept, or that its clock was set forward. */
const lookAgainMs = 60_000;

/**
 * The whole service on the loopback interface. Rejects with a {@link StateFileError} for a state file that can neither be read nor
 * set aside, and with Node's error when the port cannot be had.
 */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const onError = (error: Error) => options.onError?.(error);
  const saved = options.stateFile === undefined ? undefined : await readStateFile(options.stateFile, onError);
  const before = saved?.savedAt ?? options.initialStateAt;
  const clock = createServiceClock(options.clock, before);
  const host = options.host ?? '127.0.0.1';
  const state = initialState(options, saved, clock.now());
  const identifiers = createIdentifiers(state.seed, state, state.secretsAre);
  const settings: ServiceSettings = {
    tokenLifetimeMs: options.tokenLifetimeMs ?? defaults.tokenLifetimeMs,
    commandPaceMs: options.commandPaceMs ?? defaults.commandPaceMs,
  };
  const events = createBoundedList<SimulatorEvent>(entriesKept);
  const requests = createBoundedList<LoggedRequest>(entriesKept);
  const listeners = new Set<(event: SimulatorEvent) => void>();
  const faults = createFaults();

  const contextAt = (at: Clock, hear: (event: SimulatorEvent) => void): ServiceContext => ({
    state,
    clock: at,
    settings,
    ...identifiers,
    emit(happening) {
      const event = { ...happening, at: at.now() };
      events.add(event);
      hear(event);
      for (const listener of listeners) listener(event);
    },
  });
  const serviceClock: Clock = { ...clock, now: () => engine.now() };
  const context = contextAt(serviceClock, (event) => deliveries.hear(event));

  const stateFile =
    options.stateFile === undefined
      ? undefined
      : createStateFile({
          path: options.stateFile,
          snapshot: () => ({ savedAt: engine.now(), state }),
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
    clock: serviceClock,
    changed: stateChanged,
    isUpToDate() {
      engine.settleAlone();
      return !engine.isBehind();
    },
    onError,
  });
  const changed = () => {
    stateChanged();
    if (started) deliveries.refresh();
  };
  const engine = createEngine({
    clock,
    state,
    contextAt: (at) => contextAt(at, (event) => deliveries.note(event)),
    processes,
    from: before ?? clock.now(),
    stretch: longStretches(context),
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
    now: serviceClock.now,
    clock: speedControl(options.clock),
  };

  let origin = '';
  const server = createHttpServer({
    clock: serviceClock,
    service: createService(context, handlers, () => `${origin}${basePath}`),
    faults,
    origin: () => origin,
    controlRoute: createControlRoutes(controls),
    engine,
    changed,
    onError,
    expireToken: (value) => {
      state.tokens = state.tokens.filter((token) => token.value !== value);
    },
    log: requests.add,
  });
  const address = await server.listen(options.port ?? 0, host);
  origin = `http://${reachable(host)}:${address.port}`;
  try {
    if (saved !== undefined || options.initialState !== undefined)
      for (const process of processes) process.resume?.(context, clock.now());
    engine.settle();
    await engine.caughtUp();
  } catch (error) {
    engine.stop();
    deliveries.close();
    await server.close();
    throw error;
  }
  started = true;
  changed();
  // No timer of the clock falls due by that.
  const lookingAgain = setInterval(engine.settleAlone, lookAgainMs).unref();

  return {
    baseUrl: `${origin}${basePath}`,
    get credentials() {
      return credentialsOf(state, engine.now());
    },
    controls,
    snapshot: () => structuredClone(state),
    async close() {
      clearInterval(lookingAgain);
      engine.stop();
      deliveries.close();
      await server.close();
      await stateFile?.close();
    },
  };
}

function initialState(options: SimulatorOptions, saved: SavedState | undefined, now: number): ServiceState {
  const state = saved?.state ?? structuredClone(options.initialState) ?? seededState(options.seed ?? 1, now);
  if (saved !== undefined) markOwnSecrets(state);
  // What was given by the caller is the caller's.
  const isGiven = saved === undefined && options.initialState !== undefined;
  const isOpen = options.host !== undefined && !isLoopback(options.host);
  if (isOpen && !isGiven && state.secretsAre !== 'random')
    replaceSeededSecrets(state, createIdentifiers(state.seed, state, 'random'));
  return state;
}

function seededState(seed: number, now: number): ServiceState {
  const counter = { sequence: 0 };
  const site = createSite({ seed, now, ...createIdentifiers(seed, counter) });
  return { ...site, sequence: counter.sequence };
}
