import { type Clock, createAcceleratedClock, systemClock } from '../clock';
import { createBoundedList } from './bounded-list';
import { createControlRoutes } from './control-routes';
import { type Controls, speedControl } from './controls';
import { credentialsOf } from './credentials';
import { createDeliveries } from './deliveries';
import { createDeviceControls } from './device-controls';
import { createEngine } from './engine';
import { createFaults } from './faults';
import { createGridOperatorControls } from './grid-operator';
import type { ServiceContext, ServiceSettings } from './handler';
import { handlers } from './handlers';
import { createHttpServer, type HttpServer } from './http-server';
import { createIdentifiers } from './identifiers';
import { createInProcessTransport } from './in-process';
import { initialState } from './initial-state';
import type { Simulator, SimulatorOptions } from './interface';
import { isLoopback } from './listening-host';
import type { LoggedRequest } from './logged-request';
import { longStretches } from './missed-time';
import { otherOrganization } from './other-organization';
import { replaceSeededSecrets } from './own-secrets';
import { processes } from './processes';
import { basePath, createRequestHandler } from './request-handler';
import { secondHouse } from './second-house';
import { createService } from './service';
import { createServiceClock } from './service-clock';
import type { SimulatorEvent } from './simulator-event';
import { describeState } from './site';
import { createStateFile, readStateFile } from './state-file';
import { setSupply, supplyPercent } from './supply-control';
import { acceptInviteCode, verifyUser } from './user-accounts';
import { createVariation } from './variants';

/** What any operation does when `tokenLifetimeMs` and `commandPaceMs` are not given. */
const defaults: ServiceSettings = { tokenLifetimeMs: 3_600_000, commandPaceMs: 1000 };
const maxLogEntries = 1000;
/** Of real time: how late it is seen at most that the machine slept, or that its clock was set forward. */
const lookAgainMs = 60_000;

/**
 * The whole service, without a server until `serve` is called. Rejects with a {@link StateFileError} for a state file
 * that can neither be read nor set aside, and with a {@link VariantError} for a variant that it does not have.
 */
export async function createSimulator({
  clock: givenClock = createAcceleratedClock(systemClock),
  ...options
}: SimulatorOptions = {}): Promise<Simulator> {
  const onError = (error: Error) => options.onError?.(error);
  const variation = createVariation(options.variants ?? []);
  const saved = options.stateFile === undefined ? undefined : await readStateFile(options.stateFile, onError);
  const before = saved?.savedAt ?? options.initialStateAt;
  const clock = createServiceClock(givenClock, before);
  const state = initialState(options, saved, clock.now());
  // What was given by the caller is the caller's.
  const isGivenState = saved === undefined && options.initialState !== undefined;
  const identifiers = createIdentifiers(state.seed, state);
  const settings: ServiceSettings = {
    tokenLifetimeMs: options.tokenLifetimeMs ?? defaults.tokenLifetimeMs,
    commandPaceMs: options.commandPaceMs ?? defaults.commandPaceMs,
  };
  const events = createBoundedList<SimulatorEvent>(maxLogEntries);
  const requests = createBoundedList<LoggedRequest>(maxLogEntries);
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
  const stateChanged = () => {
    if (started) stateFile?.changed();
  };
  const deliveries = createDeliveries({
    options: options.deliveries ?? {},
    state,
    variation,
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
    supplyPercent: () => read(supplyPercent),
    describe: () => read(({ state: described }) => describeState(described, engine.now())),
    setSupply: (percent) => control((at) => setSupply(at, percent)),
    verifyUser: (email) => control((at) => void verifyUser(at, email)),
    acceptInviteCode: (code, email) => control((at) => void acceptInviteCode(at, code, email)),
    organization: (name) => control((at) => otherOrganization(at, name)),
    secondHouse: () => control(secondHouse),
    gridOperator: createGridOperatorControls(read, control),
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
    clock: speedControl(givenClock),
  };

  const closing = new AbortController();
  const requestHandler = createRequestHandler({
    clock: serviceClock,
    service: createService(context, handlers),
    faults,
    variation,
    engine,
    closing: closing.signal,
    changed,
    onError,
    expireToken: (value) => {
      state.tokens = state.tokens.filter((token) => token.value !== value);
    },
    log: requests.add,
  });
  let server: HttpServer | undefined;
  let lookingAgain: NodeJS.Timeout | undefined;
  let ending: Promise<void> | undefined;

  async function stop(): Promise<void> {
    closing.abort(new Error('The simulator is closed'));
    clearInterval(lookingAgain);
    engine.stop();
    deliveries.close();
    await server?.close();
    await stateFile?.close();
  }

  function end(): Promise<void> {
    ending ??= stop();
    return ending;
  }

  try {
    if (saved !== undefined || options.initialState !== undefined)
      for (const process of processes) process.resume?.(context, clock.now());
    engine.settle();
    await engine.caughtUp();
  } catch (error) {
    await end();
    throw error;
  }
  started = true;
  deliveries.refresh();
  // No timer of the clock falls due by that.
  lookingAgain = setInterval(engine.settleAlone, lookAgainMs).unref();

  return {
    get credentials() {
      return credentialsOf(state, engine.now());
    },
    controls,
    transport: createInProcessTransport(requestHandler),
    async serve({ port = 0, host = '127.0.0.1', keepsProcess = true } = {}) {
      if (server !== undefined) throw new Error('The simulator is served already');
      if (!isLoopback(host) && !isGivenState && state.secretsAre !== 'random') replaceSeededSecrets(state, identifiers);
      server = createHttpServer({ requests: requestHandler, controlRoute: createControlRoutes(controls) });
      try {
        const origin = await server.listen(port, host);
        if (!keepsProcess) server.unref();
        stateChanged();
        return { baseUrl: `${origin}${basePath}` };
      } catch (error) {
        await end();
        throw error;
      }
    },
    snapshot: () => structuredClone(state),
    async save() {
      if (ending !== undefined) return;
      stateChanged();
      await stateFile?.save();
    },
    async close() {
      if (ending === undefined) stateChanged();
      await end();
    },
  };
}
