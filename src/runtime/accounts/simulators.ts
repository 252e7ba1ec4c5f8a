import { type Clock, createAcceleratedClock } from '../../clock';
import { defined } from '../../object';
import type { Simulator, SimulatorSnapshot } from '../../simulator';

export interface EmbeddedSimulatorOptions {
  readonly id: string;
  readonly seed: number;
  /** How much faster than real time its clock runs. */
  readonly speed: number;
  /** Keeps its state over restarts. */
  readonly stateFile?: string;
}

/** A share of an embedded simulator, ended by `release`. */
export interface SimulatorLease extends Pick<Simulator, 'credentials' | 'controls'> {
  readonly baseUrl: string;
  release(): Promise<void>;
}

interface ServedSimulator {
  readonly simulator: Simulator;
  readonly baseUrl: string;
}

interface Running {
  readonly options: EmbeddedSimulatorOptions;
  readonly starting: Promise<ServedSimulator>;
  leases: number;
}

/** By all options: a dialog that tries other settings gets a simulator of its own. */
const running = new Map<string, Running>();
/** By account: a simulator starts when the previous one has saved its state. */
const ending = new Map<string, Promise<unknown>>();
/** The last state of ended simulators, which a redeploy restores. */
const savedStates = new Map<string, { readonly state: SimulatorSnapshot; readonly at: number }>();
const maxSavedStates = 20;

/**
 * Starts the embedded simulator of an account, or shares the running one: the editor's picker and the deployed
 * account see the same devices. The last release ends it; the next start restores its state. Errors in the background,
 * such as an unusable state file, go to the `onError` of the lease that started it.
 */
export async function leaseSimulator(
  options: EmbeddedSimulatorOptions,
  clock: Clock,
  onError: (error: Error) => void = () => undefined,
): Promise<SimulatorLease> {
  const key = JSON.stringify(options);
  let entry = running.get(key);
  if (entry === undefined) {
    entry = { options, starting: startSimulator(withoutSharedFile(options), clock, onError), leases: 0 };
    running.set(key, entry);
  }
  entry.leases += 1;
  const held = entry;
  try {
    const { simulator, baseUrl } = await held.starting;
    let released = false;
    return {
      baseUrl,
      credentials: simulator.credentials,
      controls: simulator.controls,
      async release() {
        if (released) return;
        released = true;
        await leave(key, held);
      },
    };
  } catch (error) {
    await leave(key, held);
    throw error;
  }
}

// Two simulators must not write the same file: the first one keeps it.
function withoutSharedFile({ stateFile, ...options }: EmbeddedSimulatorOptions): EmbeddedSimulatorOptions {
  const isTaken = [...running.values()].some((other) => other.options.stateFile === stateFile);
  return stateFile === undefined || isTaken ? options : { ...options, stateFile };
}

async function leave(key: string, entry: Running): Promise<void> {
  entry.leases -= 1;
  if (entry.leases > 0) return;
  if (running.get(key) === entry) running.delete(key);
  const { id } = entry.options;
  const ended = Promise.allSettled([ending.get(id), end(entry)]);
  ending.set(id, ended);
  await ended;
  if (ending.get(id) === ended) ending.delete(id);
}

async function end({ options, starting }: Running): Promise<void> {
  const { simulator } = await starting;
  const world = worldOf(options);
  savedStates.delete(world);
  savedStates.set(world, { state: simulator.snapshot(), at: simulator.controls.now() });
  const [oldest] = savedStates.keys();
  if (savedStates.size > maxSavedStates && oldest !== undefined) savedStates.delete(oldest);
  await simulator.close();
}

function worldOf({ id, seed }: EmbeddedSimulatorOptions): string {
  return `${id} ${seed}`;
}

async function startSimulator(
  options: EmbeddedSimulatorOptions,
  clock: Clock,
  onError: (error: Error) => void,
): Promise<ServedSimulator> {
  // Loaded on first use: a real account never needs it.
  const { createSimulator } = require('../../simulator') as typeof import('../../simulator');
  await ending.get(options.id);
  const known = options.stateFile === undefined ? savedStates.get(worldOf(options)) : undefined;
  const simulator = await createSimulator({
    // A faster clock runs ahead of ours, and time must not turn back.
    clock: createAcceleratedClock(clock, options.speed, Math.max(clock.now(), known?.at ?? 0)),
    seed: options.seed,
    onError,
    // On an accelerated clock a token of normal lifetime would expire before its use.
    tokenLifetimeMs: 3_600_000 * options.speed,
    // Receivers use real time, and their certificate may be self-signed.
    deliveries: { transportClock: clock, acceptSelfSigned: true },
    ...defined({ stateFile: options.stateFile }),
    ...(known === undefined ? {} : { initialState: known.state, initialStateAt: known.at }),
  });
  const { baseUrl } = await simulator.serve();
  return { simulator, baseUrl };
}
