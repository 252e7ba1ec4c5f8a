// Every import here is loaded after time was replaced: src/rehearsal/child/entry.ts sees to that.
import { writeFileSync } from 'node:fs';
import type { Node, NodeAPI } from 'node-red';
import type { Transport } from '../../client';
import { systemClock } from '../../clock';
import { siteKey } from '../../fields';
import { leaseSimulator, type RefusedNode } from '../../runtime';
import type { Controls } from '../../simulator';
import type { EarlyEnd } from '../early-end';
import { nodeName } from '../findings';
import type { Job, Misconfigured, Result } from '../job';
import { keepLastFunction } from '../last-function';
import { cappedPayload, createLog, type EventNode } from '../log';
import { excludedCoreFiles } from '../node-kinds';
import { instantOf, nodesNamed } from '../scenario';
import { drive, type Ending } from './driver';
import { installFences } from './fences';
import { installNetwork } from './in-process-network';
import type { RealTime } from './install-time';
import { createRecorder, type RecordedCommand } from './recorder';
import { runStep, stepText } from './scenario-steps';
import type { SeededRandom } from './seeded-random';
import { registerStandIn } from './stand-in';
import type { VirtualTime } from './virtual-time';

/** The parts of an embedded Node-RED that are used here. */
interface EmbeddedNodeRed {
  init(settings: object): void;
  start(): Promise<void>;
  readonly events: NodeAPI['events'];
  readonly hooks: { add(name: string, hook: (event: never) => void): void };
  readonly nodes: NodeAPI['nodes'];
}

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

/** Of the way to the service and back, and how much of it is left to chance. */
const latencyMs = 150;
const jitterMs = 50;
const maxRequests = 2_000_000;
const hourMs = 3_600_000;

/** Rehearses a job and returns what was seen. Rejects where Node-RED does not start. */
export async function rehearse({ job, folder, time, real, random, begins, progress }: ChildTools): Promise<Result> {
  const { scenario } = job;
  const startMs = Date.parse(scenario.start);
  const endMs = startMs + scenario.hours * hourMs;
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
  const known = new Map(job.flow.map((node) => [node.id, node]));
  for (const { id, type, name } of job.standIns) known.set(id, { id, type, name });
  const nodeOf = (id: string): EventNode => {
    // A node inside a subflow has an id of its own; it stands for the one in the template.
    const template = (nodeRed.nodes.getNode(id) as unknown as { _alias?: string } | null)?._alias;
    const node = known.get(template ?? id);
    return { id: node?.id ?? id, type: node?.type ?? '', name: node?.name ?? '' };
  };
  const { events, hooks } = nodeRed;
  events.once('flows:starting', () => (fencesTell = true));
  const recorder = createRecorder(log, { events, hooks, nodeOf, now: time.now });

  let requests = 0;
  const carriedBy =
    (transport: Transport): Transport =>
    async (request, sending) => {
      requests += 1;
      if (request.method !== 'GET') recorder.noteBeforeWrite();
      const wait = () => new Promise((resolve) => setTimeout(resolve, (latencyMs + jitterMs * random.next()) / 2));
      await wait();
      const result = await transport(request, sending);
      await wait();
      recorder.noteRequest(request, result.kind === 'answer' ? result.statusCode : 0);
      return result;
    };

  // Nodes inside subflows have ids that no flow file has: one that is not configured says so when it is made.
  const warned = new Set(known.keys());
  nodeRed.init(
    settingsOf(job, folder, (level, entry) => {
      if (entry.id !== undefined) warned.add(entry.id);
      noteLogged(recorder, level, entry);
    }),
  );
  registerStandIn(nodeRed.nodes, { log, answers: scenario.answers ?? {} });
  events.on('comms', (message: { topic: string; data: { id?: string; msg?: unknown; path?: string } }) => {
    if (message.topic !== 'debug' || message.data.id === undefined) return;
    log.add('debug', { node: nodeOf(message.data.id), payload: cappedPayload(message.data.msg) });
  });
  const sites: Controls[] = [];
  for (const { site, state } of job.sites) {
    const options = { id: `site-${siteKey(site)}`, seed: state.seed, speed: 1, carriedBy, initialState: state };
    const { controls } = await leaseSimulator(options, systemClock);
    sites.push(controls);
    recorder.watchSite(controls);
  }
  const caught = catchesOf(known, recorder);
  hooks.add('onReceive.rehearsal-errors', caught as (event: never) => void);
  hooks.add('onReceive.rehearsal-function', (({ destination }: { destination: { id: string } }) => {
    const node = nodeOf(destination.id);
    if (node.type === 'function') noteFunction(nodeName(node));
  }) as (event: never) => void);
  begins();
  // Its start waits for timers, which only the driver lets come.
  const starting = nodeRed.start();

  const runningNodes = (name: string) =>
    nodesNamed({ nodes: [...known.values()] }, name).map(({ id }) => {
      const node = nodeRed.nodes.getNode(id) as Node | null;
      if (node === null) throw new Error(`the node ${name} does not run`);
      return node;
    });
  const emit = (name: string, msg: Readonly<Record<string, unknown>>) => {
    for (const node of runningNodes(name)) node.send(structuredClone(msg) as never);
  };
  const press = (name: string) => {
    for (const node of runningNodes(name)) node.receive({});
  };
  for (const step of scenario.steps ?? [])
    time.after(instantOf(step.at, startMs) - time.now(), () => {
      try {
        runStep(step, { sites, emit, press });
        log.add('step', { text: stepText(step) });
      } catch (error) {
        log.add('step', { text: stepText(step), failed: error instanceof Error ? error.message : String(error) });
      }
    });

  const accounts = job.flow.filter(({ type }) => type === 'breaker-account').map(({ id }) => id);
  const noted = new Set<number>();
  const noteCommands = (isEnd: boolean) => {
    const account = accounts.map((id) => nodeRed.nodes.getNode(id) as unknown as RunningAccount | null).find(Boolean);
    const ended = (account?.account?.context.record.recent() ?? []).filter(
      ({ sequence, outcome, error }) => !noted.has(sequence) && (isEnd || outcome !== undefined || error !== undefined),
    );
    for (const { sequence } of ended) noted.add(sequence);
    recorder.noteCommands(ended.reverse());
  };
  let minutes = 0;
  const driving = drive({
    ...{ time, real, endMs, budgetMs: job.budgetMs },
    onStep: random.beginStep,
    isTooMuch: () => requests > maxRequests,
    onMinute(atMs) {
      recorder.sample(atMs);
      minutes += 1;
      if (minutes % 10 === 0) noteCommands(false);
      progress(atMs - startMs);
    },
  });
  const uncaught = new Promise<Ended>((resolve) => {
    const end = (error: unknown) => resolve(early({ ending: 'failed', said: textOf(error) }));
    process.on('uncaughtException', end).on('unhandledRejection', end);
  });
  const whyEarly: { readonly [Why in Exclude<Ending, 'done'>]: () => EarlyEnd } = {
    'never-quiet': () => ({ ending: 'never-quiet', nodes: recorder.recent() }),
    'out-of-time': () => ({ ending: 'out-of-time', seconds: job.budgetMs / 1000 }),
    'too-many-requests': () => ({ ending: 'too-many-requests', most: maxRequests }),
  };
  const driven = Promise.all([driving, starting]).then(
    ([ending]): Ended => (ending === 'done' ? { ending } : early(whyEarly[ending]())),
  );
  const ended = await Promise.race([driven, uncaught]);
  noteCommands(true);
  return {
    ...ended,
    figures: {
      simulatedMs: time.now() - startMs,
      requests,
      droppedEvents: log.dropped,
      hash: log.hash(),
    },
    events: log.events,
    samples: recorder.samples(),
    misconfigured: misconfiguredOf([...warned], nodeRed, nodeOf),
    received: Object.fromEntries([...recorder.received].map(([id, count]) => [nodeOf(id).id, count])),
  };
}

/** Once each, whatever how often a subflow is used. */
function misconfiguredOf(
  ids: readonly string[],
  nodeRed: EmbeddedNodeRed,
  nodeOf: (id: string) => EventNode,
): Misconfigured[] {
  const found = new Map<string, Misconfigured>();
  for (const id of ids) {
    const problems = (nodeRed.nodes.getNode(id) as unknown as RefusedNode | null)?.wrongSettings;
    const node = nodeOf(id);
    if (problems !== undefined && !found.has(node.id)) found.set(node.id, { node, problems });
  }
  return [...found.values()];
}

type Ended = Pick<Result, 'ending' | 'early'>;

const early = (why: EarlyEnd): Ended => ({ ending: why.ending, early: why });

interface RunningAccount {
  readonly account?: { readonly context: { readonly record: { recent(): RecordedCommand[] } } };
}

interface LogEntry {
  readonly id?: string;
  readonly msg: unknown;
}

/** Node-RED logs an error of a node where no Catch node has taken it. */
function noteLogged(recorder: ReturnType<typeof createRecorder>, level: number, { id, msg }: LogEntry): void {
  const isError = level <= 20;
  if (!isError || id === undefined) return;
  recorder.noteError(id, textOf(msg), codeOf(msg), false);
}

const textOf = (value: unknown) =>
  value instanceof Error ? value.message : String((value as { message?: unknown })?.message ?? value);
const codeOf = (value: unknown) => {
  const { code } = (value ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** Tells the errors that have come to a Catch node, once each. */
function catchesOf(known: ReadonlyMap<string, { type: string }>, recorder: ReturnType<typeof createRecorder>) {
  const told = new WeakSet<object>();
  return ({ msg, destination }: { msg: { error?: Caught }; destination: { id: string } }) => {
    const { error } = msg;
    if (known.get(destination.id)?.type !== 'catch' || error?.source?.id === undefined || told.has(error)) return;
    told.add(error);
    recorder.noteError(error.source.id, String(error.message), codeOf(error), true);
  };
}

interface Caught {
  readonly message?: unknown;
  readonly source?: { readonly id?: string };
}

function settingsOf(job: Job, folder: string, onLog: (level: number, entry: LogEntry) => void): object {
  const nothing = async () => ({});
  return {
    ...{ userDir: folder, lang: job.language },
    httpAdminRoot: false,
    httpNodeRoot: false,
    httpStatic: false,
    credentialSecret: false,
    telemetry: { enabled: false, updateNotification: false },
    editorTheme: { projects: { enabled: false } },
    externalModules: { autoInstall: false, palette: { allowInstall: false }, modules: { allowInstall: false } },
    nodesExcludes: excludedCoreFiles,
    logging: {
      rehearsal: {
        level: 'warn',
        metrics: false,
        audit: false,
        handler: () => (entry: LogEntry & { level: number }) => onLog(entry.level, entry),
      },
    },
    storageModule: {
      init: async () => {},
      getFlows: async () => job.flow,
      saveFlows: nothing,
      getCredentials: nothing,
      saveCredentials: nothing,
      getSettings: nothing,
      saveSettings: nothing,
      getSessions: nothing,
      saveSessions: nothing,
      getLibraryEntry: nothing,
      saveLibraryEntry: nothing,
    },
  };
}

/** Writes the result where the parent reads it. */
export function writeResult(folder: string, result: Result): void {
  writeFileSync(`${folder}/result.json`, JSON.stringify(result));
}
