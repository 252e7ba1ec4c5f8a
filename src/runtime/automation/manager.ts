import type { NodeAPI } from 'node-red';
import {
  type Answer,
  type LoadSummary,
  loadManagerStep,
  type ManagerEvent,
  type ManagerMessage,
  type ManagerSettings,
  type ManagerStep,
  type ManagerSummary,
  pretend,
  type Readings,
  type Sentence,
  type TotalReading,
} from '../../automation';
import type { Clock, Timer } from '../../clock';
import { type Account, ForgetfulError, keepOrigin, stateTroubleLog, userDirOf } from '..';
import type { DeskManager } from './desk-manager';
import { deskOf } from './desks';
import { effective, withLimit } from './effective-settings';
import { tellKeptLimits } from './kept-limits';
import { decidedOf, idleOf, remembered } from './manager-memory';
import { automationMemory } from './memory';
import { createReadings, type PushedMeter } from './readings';

export interface ManagerOptions {
  readonly RED: NodeAPI;
  readonly node: { readonly id: string; readonly name?: string };
  readonly account: Account;
  readonly settings: ManagerSettings;
  readonly clock: Clock;
  readonly readEveryMs: number;
  /** The text of a reason, for the record of commands. */
  readonly reasonText: (reason: Sentence, deviceId: string) => string;
  /** Why a load is held off or limited, for the sidebar. */
  readonly why: (load: LoadSummary) => string | undefined;
  readonly onStep: (step: { readonly summary: ManagerSummary; readonly events: readonly ManagerEvent[] }) => void;
  /** Something is wrong with reading or remembering; once a cause. */
  readonly onTrouble: (error: unknown) => void;
}

/** A manager that runs. */
export interface ManagerRun {
  take(message: ManagerMessage): void;
  /** The dialog's main limit is another from now on, A or W; nothing else changes. */
  changeLimit(limit: number): void;
  total(groupId: string, reading: TotalReading): void;
  /** A reading of a circuit from a message. */
  push(reading: PushedMeter): void;
  /** Of the newest step; undefined before the first. */
  summary(): ManagerSummary | undefined;
  /** `removed`: the node is deleted or disabled; what it holds open stays open, and a person closes it. */
  close(removed: boolean): Promise<void>;
}

interface KnownTotal {
  readonly reading: TotalReading;
  readonly arrivedMs: number;
}

/** Holds and rest times end between readings, too. */
const tickMs = 5_000;
/** What only learns is written this often; what decides is written at once. */
const keepEveryMs = 300_000;

/** Runs one load manager until it is closed: reads, decides, claims at the desk of its service. In a dry run nothing is sent. */
export function startManager(options: ManagerOptions): ManagerRun {
  const { RED, node, account, clock, onStep } = options;
  const memory = automationMemory(userDirOf(RED), stateTroubleLog(RED));
  const desk = deskOf(RED, account, memory, clock);
  const by = node.id;
  let settings = effective(options);
  const { dryRun } = settings;
  const now = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.now() });
  let { state, plant } = remembered(desk, settings, now(), account.context);
  let newest: Pick<ManagerStep, 'claims' | 'requests'> = { claims: [], requests: [] };
  let summary: ManagerSummary | undefined;
  let answers: Answer[] = [];
  let messages: ManagerMessage[] = [];
  const totals = new Map<string, KnownTotal>();
  let kept = { text: '', atMs: Number.NEGATIVE_INFINITY };
  let told = '';
  let failed = '';
  let waking = false;
  let stepping = false;
  let closed = false;
  let timer: Timer | undefined;

  const onTrouble = (error: unknown) => {
    if (closed) return;
    if (error instanceof ForgetfulError) {
      if (told === error.message) return;
      told = error.message;
    }
    options.onTrouble(error);
  };

  const self: DeskManager = {
    ...{ by, account, onTrouble },
    get settings() {
      return settings;
    },
    ...(node.name === undefined ? {} : { name: node.name }),
    ...{ startedAt: clock.now(), startedAtMs: clock.monotonicMs() },
    ...{ reasonText: options.reasonText, why: options.why, take: keepOrigin(take) },
    summary: () => summary,
    send: keepOrigin(<T>(work: () => Promise<T>) => work()),
    answer: keepOrigin((given) => {
      answers.push(...given);
      // That a close still waits is told at each step; it is no reason for one.
      if (given.some(({ outcome }) => outcome !== 'waiting')) wake();
    }),
  };
  desk.attach(self);
  const readings = createReadings({
    ...{ account, clock, settings, onTrouble },
    readEveryMs: options.readEveryMs,
    isManager: desk.isManager,
    onCircuit: desk.noteCircuit,
    onCharger: desk.noteCharger,
    onNews: wake,
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
    setImmediate(() => {
      waking = false;
      step();
    });
  }

  function take(message: ManagerMessage): void {
    messages.push(message);
    step();
  }

  function step(): void {
    if (closed) return;
    if (stepping) {
      wake();
      return;
    }
    stepping = true;
    try {
      // What could not be remembered is not decided: after a restart nobody would know what is held open.
      if (memory.trouble() !== undefined) keep(true);
      else decide();
      failed = '';
    } catch (error) {
      // Thrown from a timer it would end the process, and with it everything else that protects the house.
      const text = String(error);
      if (text !== failed) onTrouble(error);
      failed = text;
    } finally {
      stepping = false;
    }
  }

  function decide(): void {
    const real = readingsNow();
    const made = stepFrom(real);
    state = made.state;
    newest = made;
    summary = made.summary();
    remember();
    keep(false);
    const { requests, claims, events } = made;
    readings.ask(dryRun ? requests.filter(({ kind }) => kind !== 'look') : requests);
    desk.claim(by, claims, dryRun ? [] : idleOf(settings, state));
    tellKeptLimits(by, summary);
    onStep({ summary, events });
  }

  function stepFrom(real: Readings): ManagerStep {
    const at = now();
    if (!dryRun) return loadManagerStep(state, real, settings, at);
    const pretended = pretend(plant, real, newest, settings, at);
    plant = pretended.plant;
    return loadManagerStep(state, pretended.readings, settings, at);
  }

  function readingsNow(): Readings {
    const nowMs = clock.monotonicMs();
    const circuits = [...readings.circuits()].map(([id, circuit]) => {
      const { locked, fellows } = desk.factsOf(by, id);
      return [id, { ...circuit, locked, ...(fellows === undefined || dryRun ? {} : { fellows }) }];
    });
    const made: Readings = {
      meters: readings.meters(),
      totals: Object.fromEntries(
        [...totals].map(([id, { reading, arrivedMs }]) => [
          id,
          { ...reading, delayMs: (reading.delayMs ?? 0) + nowMs - arrivedMs },
        ]),
      ),
      circuits: Object.fromEntries(circuits),
      chargers: readings.chargers(),
      looks: readings.takeLooks(),
      ...{ answers, messages },
    };
    answers = [];
    messages = [];
    return made;
  }

  function remember(): void {
    const own = desk.memory.managers[by] ?? {};
    if (dryRun) own.dry = { state, plant };
    else own.live = state;
    desk.memory.managers[by] = own;
  }

  /** Writes what has been decided; `always` also tries again after a failure. */
  function keep(always: boolean): void {
    const text = decidedOf(state);
    const nowMs = clock.monotonicMs();
    if (!always && text === kept.text && nowMs - kept.atMs < keepEveryMs) return;
    kept = { text, atMs: nowMs };
    memory.save().then(() => {
      told = '';
    }, onTrouble);
  }

  return {
    take,
    changeLimit(limit) {
      settings = withLimit(settings, limit);
      wake();
    },
    total(groupId, reading) {
      totals.set(groupId, { reading, arrivedMs: clock.monotonicMs() });
      wake();
    },
    push: readings.push,
    summary: () => summary,
    async close(removed) {
      closed = true;
      timer?.cancel();
      readings.close();
      desk.detach(self, removed);
      await memory.save().catch(options.onTrouble);
    },
  };
}
