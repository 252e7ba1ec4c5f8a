import { existsSync, renameSync } from 'node:fs';
import type { Transport } from '../../client';
import { type Clock, createAcceleratedClock, type Timer } from '../../clock';
import type { SiteSettings } from '../../fields';
import { defined } from '../../object';
import type { Simulator, SimulatorSnapshot } from '../../simulator';
import { idleClock } from './idle-clock';

/** The site that an account asks for. */
export interface EmbeddedSimulatorOptions {
  /** The same for all accounts of one site. */
  readonly id: string;
  readonly seed: number;
  /** How much faster than real time its clock runs. */
  readonly speed: number;
  /** Keeps its state over restarts. */
  readonly stateFile?: string;
  /** Where an older version kept the state of this account; it becomes the state file where there is none. */
  readonly formerStateFile?: string;
  /** What the site begins with, where nothing of it was saved; the demo site of the seed by default. */
  readonly initialState?: SimulatorSnapshot;
  /** The site is not served at a port: its accounts reach it by what this makes of its transport. */
  readonly carriedBy?: (transport: Transport) => Transport;
}

/** A share of the simulator of a site, ended by `release`. */
export interface SimulatorLease extends Pick<Simulator, 'credentials' | 'controls'> {
  readonly baseUrl: string;
  /** Carries the requests of a site that is not served at a port. */
  readonly transport?: Transport;
  /** The settings of the account that started the site; `seed` is that of a state which was kept. */
  readonly settings: SiteSettings;
  release(): Promise<void>;
}

type OnError = (error: Error) => void;

interface StartedSimulator {
  readonly simulator: Simulator;
  readonly baseUrl: string;
  readonly transport?: Transport;
  readonly seed: number;
}

interface RunningSite {
  readonly options: EmbeddedSimulatorOptions;
  readonly starting: Promise<StartedSimulator>;
  readonly holders: Set<{ readonly onError: OnError }>;
  /** Runs while nobody holds the site. */
  lingering?: Timer | undefined;
}

/** The sites of one clock. A process has one clock; each test has its own. */
interface Sites {
  readonly running: Map<string, RunningSite>;
  /** A site starts when its previous simulator has saved its state. */
  readonly ending: Map<string, Promise<unknown>>;
  /** The last state of ended sites, which the next start restores. */
  readonly saved: Map<string, { readonly state: SimulatorSnapshot; readonly at: number }>;
}

/** Where nobody listens. */
const unservedUrl = 'http://127.0.0.1:1/api/v1';

const byClock = new WeakMap<Clock, Sites>();
const maxSaved = 20;
/** How long a site goes on without an account: a redeploy finds the same simulator at the same port. */
const lingerMs = 10_000;

/**
 * Starts the simulator of a site, or shares the running one with whatever settings it was started. 10 s after its last
 * release it ends; until then a caller with the same settings gets the same simulator, and one with others starts it anew.
 * Errors in the background, such as an unusable state file, go to the `onError` of all holders.
 */
export async function leaseSimulator(
  options: EmbeddedSimulatorOptions,
  clock: Clock,
  onError: OnError = () => undefined,
): Promise<SimulatorLease> {
  const sites = sitesOf(clock);
  const site = runningSite(sites, options) ?? startSite(sites, options, clock, onError);
  const holder = { onError };
  site.holders.add(holder);
  site.lingering?.cancel();
  site.lingering = undefined;
  try {
    const { simulator, baseUrl, seed, transport } = await site.starting;
    const { speed, stateFile } = site.options;
    return {
      baseUrl,
      settings: { seed, speed, keepState: stateFile !== undefined },
      credentials: simulator.credentials,
      controls: simulator.controls,
      ...defined({ transport }),
      async release() {
        if (!site.holders.delete(holder) || site.holders.size > 0) return;
        site.lingering = idleClock(clock).after(lingerMs, () => void end(sites, site));
        // The process may end before the site does.
        await simulator.save().catch(onError);
      },
    };
  } catch (error) {
    site.holders.delete(holder);
    forget(sites, site);
    throw error;
  }
}

function sitesOf(clock: Clock): Sites {
  const known = byClock.get(clock);
  if (known !== undefined) return known;
  const sites = { running: new Map(), ending: new Map(), saved: new Map() };
  byClock.set(clock, sites);
  return sites;
}

/** The running simulator of a site. One that nobody holds ends when it is asked for with other settings. */
function runningSite(sites: Sites, { id, seed, speed, stateFile }: EmbeddedSimulatorOptions): RunningSite | undefined {
  const site = sites.running.get(id);
  if (site === undefined || site.holders.size > 0) return site;
  const { options } = site;
  if (options.seed === seed && options.speed === speed && options.stateFile === stateFile) return site;
  void end(sites, site);
  return undefined;
}

function startSite(sites: Sites, options: EmbeddedSimulatorOptions, clock: Clock, onStartError: OnError): RunningSite {
  const holders: RunningSite['holders'] = new Set();
  const onError = (error: Error) => {
    // The first holder is added when the start has begun.
    if (holders.size === 0) onStartError(error);
    for (const holder of holders) holder.onError(error);
  };
  const site = { options, holders, starting: startSimulator(sites, options, clock, onError) };
  sites.running.set(options.id, site);
  return site;
}

function forget(sites: Sites, site: RunningSite): void {
  if (sites.running.get(site.options.id) === site) sites.running.delete(site.options.id);
}

async function end(sites: Sites, site: RunningSite): Promise<void> {
  forget(sites, site);
  site.lingering?.cancel();
  const { id } = site.options;
  const ended = Promise.allSettled([sites.ending.get(id), stop(sites, site)]);
  sites.ending.set(id, ended);
  await ended;
  if (sites.ending.get(id) === ended) sites.ending.delete(id);
}

async function stop({ saved }: Sites, { options, starting }: RunningSite): Promise<void> {
  const { simulator, seed } = await starting;
  const key = savedKey(options.id, seed);
  saved.delete(key);
  saved.set(key, { state: simulator.snapshot(), at: simulator.controls.now() });
  const [oldest] = saved.keys();
  if (saved.size > maxSaved && oldest !== undefined) saved.delete(oldest);
  await simulator.close();
}

const savedKey = (id: string, seed: number) => `${id} ${seed}`;

async function startSimulator(
  sites: Sites,
  { id, seed, speed, stateFile, formerStateFile, initialState, carriedBy }: EmbeddedSimulatorOptions,
  clock: Clock,
  onError: OnError,
): Promise<StartedSimulator> {
  // Loaded on first use: a real account never needs it.
  const { createSimulator } = require('../../simulator') as typeof import('../../simulator');
  await sites.ending.get(id);
  const known = stateFile === undefined ? sites.saved.get(savedKey(id, seed)) : undefined;
  if (stateFile !== undefined && formerStateFile !== undefined) takeOver(formerStateFile, stateFile);
  const idle = idleClock(clock);
  const simulator = await createSimulator({
    // A faster clock runs ahead of ours, and time must not turn back.
    clock: createAcceleratedClock(idle, speed, Math.max(clock.now(), known?.at ?? 0)),
    seed,
    onError,
    // On an accelerated clock a token of normal lifetime would expire before its use.
    tokenLifetimeMs: 3_600_000 * speed,
    // Receivers use real time, and their certificate may be self-signed.
    deliveries: { transportClock: idle, acceptSelfSigned: true },
    ...defined({ stateFile, initialState }),
    ...(known === undefined ? {} : { initialState: known.state, initialStateAt: known.at }),
  });
  if (carriedBy !== undefined)
    return { simulator, seed, baseUrl: unservedUrl, transport: carriedBy(simulator.transport) };
  const { baseUrl } = await simulator.serve({ keepsProcess: false });
  return { simulator, baseUrl, seed: stateFile === undefined ? seed : simulator.snapshot().seed };
}

// Renamed, not copied: who removes the state of a site later must not get the old one back.
function takeOver(former: string, stateFile: string): void {
  if (!existsSync(stateFile) && existsSync(former)) renameSync(former, stateFile);
}
