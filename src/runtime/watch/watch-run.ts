import type { NodeAPI } from 'node-red';
import type { ClientError } from '../../client';
import type { Clock, Timer } from '../../clock';
import {
  afterStart,
  type Balance,
  dueEvents,
  initialWatch,
  type MeasureName,
  notTold,
  type Observation,
  parseSubject,
  type Silence,
  tableOf,
  telling,
  told,
  type WatchEvent,
  type WatchRow,
  type WatchSettings,
  type WatchState,
  watchStep,
} from '../../watch';
import { type Account, ForgetfulError, keepOrigin, stateTroubleLog, userDirOf } from '..';
import { createEndingSources } from './ending-sources';
import { watchMemory } from './memory';
import type { DeviceFacts } from './message-facts';
import { createSources } from './sources';

/** A device that is watched. */
export interface WatchedDevice {
  readonly deviceId: string;
  /** What is watched of it. */
  readonly measures: readonly MeasureName[];
}

export interface WatchOptions {
  readonly RED: NodeAPI;
  readonly nodeId: string;
  readonly account: Account;
  readonly clock: Clock;
  readonly settings: WatchSettings;
  readonly devices: readonly WatchedDevice[];
  /** The interval of the polls of one device, ms; it is longer where there are more than 60 calls a minute. */
  readonly everyMs: number;
  /** Tells events, each once; they are on the disk. */
  readonly onEvents: (events: readonly WatchEvent[]) => void | Promise<void>;
  /** Something new is known. */
  readonly onStep: (rows: readonly WatchRow[]) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** A watch that runs. */
export interface WatchRun {
  /** What a message has told of a device of the watch. */
  take(pushed: DeviceFacts & { readonly deviceId: string }): void;
  /** Alarms of these devices are not repeated; undefined: all. */
  acknowledge(deviceIds: readonly string[] | undefined): void;
  /** The report of all devices now, or as soon as each was asked. */
  report(): void;
  devices(devices: readonly WatchedDevice[]): void;
  rows(): readonly WatchRow[];
  /** The service's clock, epoch ms. */
  now(): number;
  /** The newest currents that are known of a device, oldest first. */
  currents(deviceId: string): readonly Observation[];
  /** What the legs carry; undefined where it is not watched or not known. */
  balance(): Balance | undefined;
  /** `removed`: the node is deleted or disabled, and what it remembers is forgotten. */
  close(removed: boolean): Promise<void>;
}

/** Times end between readings, too. */
const tickMs = 5_000;
/** A burst of messages is one step. */
const leastStepMs = 200;
/** Readings are written this often; what decides is written at once. */
const keepEveryMs = 300_000;

/** Runs one watch until it is closed: reads, decides, and tells what is on the disk. */
export function startWatch(options: WatchOptions): WatchRun {
  const { RED, nodeId, clock, settings, onTrouble } = options;
  const memory = watchMemory(userDirOf(RED), stateTroubleLog(RED));
  let state = afterStart(memory.of(nodeId) ?? initialWatch());
  let observations: Observation[] = [];
  let silences: Silence[] = [];
  let acknowledged: string[] = [];
  let isReportAsked = false;
  let kept = { text: decidedOf(state), atMs: clock.monotonicMs() };
  let forgetful = '';
  let flushing: Promise<void> | undefined;
  let waking = false;
  let closed = false;
  let timer: Timer | undefined;
  let soon: Timer | undefined;
  let steppedMs = Number.NEGATIVE_INFINITY;

  const isOfAccount = settings.condition.kind === 'ends';
  const sources = (isOfAccount ? createEndingSources : createSources)({
    ...options,
    timeZone: settings.timeZone,
    remembered: Object.keys(state.subjects),
    onObservation(observation) {
      observations.push(observation);
      wake();
    },
    onSilence(silence: Silence, _error?: ClientError) {
      silences.push(silence);
      wake();
    },
  });
  tick();
  wake();

  function tick(): void {
    timer = clock.after(tickMs, () => {
      tick();
      step();
    });
  }

  /** Steps soon, once for all that has come meanwhile. */
  function wake(): void {
    if (waking || closed) return;
    waking = true;
    const waitMs = steppedMs + leastStepMs - clock.monotonicMs();
    if (waitMs > 0) soon = clock.after(waitMs, step);
    else setImmediate(step);
  }

  function step(): void {
    waking = false;
    soon?.cancel();
    if (closed) return;
    steppedMs = clock.monotonicMs();
    const nowMs = sources.now();
    const health = sources.health();
    const input = { subjects: sources.subjects(), observations, silences, acknowledged, health, isReportAsked };
    if (health !== undefined) isReportAsked = false;
    [observations, silences, acknowledged] = [[], [], []];
    state = watchStep(state, input, settings, nowMs);
    keep();
    flushing ??= flush().finally(() => {
      flushing = undefined;
    });
    options.onStep(tableOf(state, settings, nowMs));
  }

  /** First on the disk, then told: what a process that ends has not told is told by the next one. */
  async function flush(): Promise<void> {
    for (;;) {
      const due = dueEvents(state, settings, sources.now());
      if (due.length === 0) return;
      const ids = due.map(({ id }) => id);
      state = telling(state, ids);
      await saved();
      if (closed) {
        state = notTold(state, ids);
        return;
      }
      try {
        await options.onEvents(due);
      } catch (error) {
        onTrouble(error);
      }
      state = told(state, ids);
      await saved();
    }
  }

  function keep(): void {
    const text = decidedOf(state);
    const nowMs = clock.monotonicMs();
    if (text === kept.text && nowMs - kept.atMs < keepEveryMs) return;
    void saved();
  }

  /** Never rejects: an alarm that is told and forgotten is better than one that is not told. */
  async function saved(): Promise<void> {
    kept = { text: decidedOf(state), atMs: clock.monotonicMs() };
    memory.keep(nodeId, state);
    try {
      await memory.save();
      forgetful = '';
    } catch (error) {
      if (error instanceof ForgetfulError && error.message === forgetful) return;
      if (error instanceof ForgetfulError) forgetful = error.message;
      onTrouble(error);
    }
  }

  return {
    take: sources.take,
    acknowledge: keepOrigin((deviceIds) => {
      const isMeant = (subject: string) => deviceIds?.includes(parseSubject(subject).deviceId) ?? true;
      acknowledged.push(...sources.subjects().filter(isMeant));
      step();
    }),
    report() {
      isReportAsked = true;
      step();
    },
    devices: sources.devices,
    rows: () => tableOf(state, settings, sources.now()),
    now: sources.now,
    currents: sources.currents,
    balance: sources.balance,
    async close(removed) {
      closed = true;
      timer?.cancel();
      soon?.cancel();
      sources.close();
      await flushing;
      if (removed) memory.forget(nodeId);
      else memory.keep(nodeId, state);
      await memory.save().catch(() => {});
    },
  };
}

/** What may not be lost, as a text to compare. */
function decidedOf({ condition, nextId, outbox, subjects, accountSilence, report }: WatchState): string {
  const incidents = Object.values(subjects).map(({ incident, unread }) => [
    incident,
    unread?.incident,
    unread?.withAccount,
  ]);
  return JSON.stringify([condition, nextId, outbox, incidents, accountSilence, report?.atMs]);
}
