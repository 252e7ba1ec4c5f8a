// Every import here is loaded after time was replaced: src/rehearsal/child/entry.ts sees to that.
import { systemClock } from '../../clock';
import { siteKey } from '../../fields';
import { leaseSimulator } from '../../runtime';
import type { Controls } from '../../simulator';
import type { Job, Result } from '../job';
import { keepLastFunction } from '../last-function';
import { createLog } from '../log';
import { drive } from './driver';
import { installFences } from './fences';
import { flowNodes } from './flow-nodes';
import { howItEnded, wouldHaveEnded } from './how-it-ended';
import { installNetwork } from './in-process-network';
import type { RealTime } from './install-time';
import { misconfiguredNodes } from './misconfigured-nodes';
import { type EmbeddedNodeRed, settingsOf } from './node-red';
import { recordedCommands } from './recorded-commands';
import { createRecorder, type Recorder } from './recorder';
import { scheduleSteps } from './scenario-steps';
import type { SeededRandom } from './seeded-random';
import { maxRequests, type ServiceRequests, serviceRequests } from './service-requests';
import { registerStandIn } from './stand-in';
import { noteCaught, noteLogged } from './told-errors';
import type { VirtualTime } from './virtual-time';

export interface ChildTools {
  readonly job: Job;
  /** The directory of the job: also Node-RED's user directory. */
  readonly folder: string;
  readonly time: VirtualTime;
  readonly real: RealTime;
  readonly random: SeededRandom;
  /** Tells the parent that the flow begins, and with it what it may take. */
  begins(): void;
  /** Tells the parent how far it is. */
  progress(simulatedMs: number): void;
}

const hourMs = 3_600_000;
const commandsEachMinutes = 10;

/** Rehearses a job and returns what was seen. Rejects where Node-RED does not start. */
export async function rehearse({ job, folder, time, real, random, begins, progress }: ChildTools): Promise<Result> {
  const { scenario, budgetMs } = job;
  const startMs = Date.parse(scenario.start);
  const log = createLog(time.now);
  // What Node-RED itself tries while it is loaded is none of the flow's.
  let fencesTell = false;
  const noteFunction = keepLastFunction(folder);
  // Before anything else is loaded: whoever has taken a function before keeps it.
  const refuse = installFences({
    folder,
    readable: job.readable,
    onTry: (what) => fencesTell && log.add('fence', { what }),
  });
  installNetwork(refuse);
  const nodeRed = require(job.nodeRed) as EmbeddedNodeRed;
  const { events, hooks } = nodeRed;
  events.once('flows:starting', () => (fencesTell = true));
  const nodes = flowNodes(job, nodeRed.nodes);
  const { nodeOf } = nodes;
  const recorder = createRecorder(log, { events, hooks, nodeOf, now: time.now, noteFunction });
  const requests = serviceRequests(recorder, random);
  // Nodes inside subflows have ids that no flow file has: one that is not configured says so when it is made.
  const warned = new Set(nodes.ids);
  nodeRed.init(
    settingsOf(job, folder, (level, entry) => {
      if (entry.id !== undefined) warned.add(entry.id);
      noteLogged(recorder, level, entry);
    }),
  );
  registerStandIn(nodeRed.nodes, { log, answers: scenario.answers ?? {} });
  const sites = await leaseSites(job, requests, recorder);
  noteCaught(recorder, nodes, hooks);
  begins();
  // Its start waits for timers, which only the driver lets come.
  const starting = nodeRed.start();
  scheduleSteps(scenario, { time, log, sites, nodes });
  const noteCommands = recordedCommands(job, nodeRed.nodes, recorder);
  let minutes = 0;
  const driving = drive({
    ...{ time, real, budgetMs, endMs: startMs + scenario.hours * hourMs },
    onStep: random.beginStep,
    isTooMuch: () => requests.count > maxRequests,
    onMinute(atMs) {
      recorder.sample(atMs);
      minutes += 1;
      if (minutes % commandsEachMinutes === 0) noteCommands(false);
      progress(atMs - startMs);
    },
  });
  const driven = Promise.all([driving, starting]).then(([ending]) =>
    howItEnded(ending, { budgetMs, maxRequests, recent: recorder.recent }),
  );
  const ended = await Promise.race([driven, wouldHaveEnded()]);
  noteCommands(true);
  return {
    ...ended,
    figures: {
      simulatedMs: time.now() - startMs,
      requests: requests.count,
      droppedEvents: log.dropped,
      hash: log.hash(),
    },
    events: log.events,
    samples: recorder.samples(),
    misconfigured: misconfiguredNodes(warned, nodes, nodeRed.nodes),
    received: Object.fromEntries([...recorder.received].map(([id, count]) => [nodeOf(id).id, count])),
  };
}

/** The sites of the job, which the clients of the accounts find by their keys. */
async function leaseSites({ sites }: Job, { carriedBy }: ServiceRequests, recorder: Recorder): Promise<Controls[]> {
  const leased: Controls[] = [];
  for (const { site, state } of sites) {
    const options = { id: `site-${siteKey(site)}`, seed: state.seed, speed: 1, carriedBy, initialState: state };
    const { controls } = await leaseSimulator(options, systemClock);
    leased.push(controls);
    recorder.watchSite(controls);
  }
  return leased;
}
