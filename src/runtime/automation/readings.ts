import { setMaxListeners } from 'node:events';
import {
  type ChargerReading,
  type CircuitReading,
  type Look,
  type ManagerSettings,
  type MeterReading,
  type PlannedRead,
  type ReadKind,
  type Request,
  readingPlan,
} from '../../automation';
import { type Client, ClientError } from '../../client';
import type { Clock, Timer } from '../../clock';
import { idKey } from '../../directory';
import type { Account } from '..';
import { lookAt } from './look';
import { createMeterReadings } from './meter-readings';
import { type KnownCharger, measuredAtMs, type ReadOptions, readCharger, readCircuit, readMeter } from './read-device';

interface ReadingsOptions {
  readonly account: Account;
  readonly clock: Clock;
  readonly settings: ManagerSettings;
  readonly readEveryMs: number;
  readonly isManager: (nodeId: string) => boolean;
  readonly onCircuit: (deviceId: string, reading: CircuitReading) => void;
  readonly onCharger: (deviceId: string, known: KnownCharger) => void;
  /** Something new is known. */
  readonly onNews: () => void;
  /** Once a cause, until what failed succeeds again. */
  readonly onTrouble: (error: unknown) => void;
}

/** What one manager reads. A read that fails is no reading: what was known stays, and grows old. */
export interface ManagerReadings {
  meters(): Record<string, MeterReading>;
  circuits(): ReadonlyMap<string, CircuitReading>;
  chargers(): Record<string, ChargerReading>;
  /** The looks since they were taken last. */
  takeLooks(): Look[];
  ask(requests: readonly Request[]): void;
  /** A reading from a message; of a device that the manager does not read it is left out. */
  push(reading: PushedMeter): void;
  close(): void;
}

/** A reading of a meter that was pushed; `ts` is epoch seconds of the service, absent: now. */
export interface PushedMeter extends Omit<MeterReading, 'sequence' | 'delayMs'> {
  readonly deviceId: string;
  readonly ts?: number;
}

interface Task extends PlannedRead {
  dueMs: number;
}

/** A row that could not be read is not asked again with each round. */
const retryMs = 30_000;
const positionAgeMs = 2_000;
const askedAgeMs = 500;
const deadlineBounds = { least: 5_000, most: 10_000 };

/**
 * Reads all that a manager needs, at low priority and through the shared cache. Rounds begin at the same instants for all
 * managers with the same interval, so that ten of them on one account ask once.
 */
export function createReadings(options: ReadingsOptions): ManagerReadings {
  const { account, clock, settings, readEveryMs, onNews, onTrouble } = options;
  const meters = createMeterReadings(clock);
  const circuits = new Map<string, CircuitReading>();
  const chargers = new Map<string, ChargerReading>();
  const tasks = readingPlan(settings, readEveryMs).map((read): Task => ({ ...read, dueMs: Number.NEGATIVE_INFINITY }));
  const failing = new Set<string>();
  const ending = new AbortController();
  const { signal } = ending;
  // Each read under way listens.
  setMaxListeners(0, signal);
  let looks: Look[] = [];
  let timer: Timer | undefined;
  let reading = false;

  const deadlineMs = Math.min(deadlineBounds.most, Math.max(deadlineBounds.least, readEveryMs));
  const routine = (maxAgeMs: number): ReadOptions => ({ clock, signal, deadlineMs, maxAgeMs, priority: 'poll' });
  const asked: ReadOptions = { clock, signal, deadlineMs, maxAgeMs: askedAgeMs, priority: 'read' };

  /** Returns whether it was read. */
  async function read(client: Client, kind: ReadKind, deviceId: string, how: ReadOptions): Promise<boolean> {
    try {
      if (kind === 'meter') {
        const known = await readMeter(client, deviceId, how);
        if (signal.aborted || known === undefined) return false;
        meters.note(deviceId, known, false);
      } else if (kind === 'circuit') {
        const circuit = await readCircuit(client, deviceId, how);
        if (signal.aborted) return false;
        circuits.set(deviceId, circuit);
        options.onCircuit(deviceId, circuit);
      } else {
        const known = await readCharger(client, deviceId, settings.timeZone, how);
        if (signal.aborted) return false;
        chargers.set(deviceId, known.reading);
        options.onCharger(deviceId, known);
      }
      for (const key of failing) if (key.endsWith(` ${kind} ${deviceId}`) || !key.includes(' ')) failing.delete(key);
      return true;
    } catch (error) {
      report(error, `${kind} ${deviceId}`);
      return false;
    }
  }

  function report(error: unknown, read = ''): void {
    if (signal.aborted || (error instanceof ClientError && error.code === 'CLOSED')) return;
    const code = error instanceof ClientError ? error.code : String(error);
    const key = ofDevice.has(code) ? `${code} ${read}` : code;
    if (failing.has(key)) return;
    failing.add(key);
    onTrouble(error);
  }

  /** A meter whose readings come by themselves, as often as they are needed, is not asked. */
  function isPushed({ kind, deviceId, everyMs }: Task, nowMs: number): boolean {
    const pushedMs = kind === 'meter' ? meters.pushedMs(deviceId) : undefined;
    return pushedMs !== undefined && nowMs - pushedMs < everyMs;
  }

  async function push({ deviceId, ts, ...reading }: PushedMeter): Promise<void> {
    const task = tasks.find((one) => one.kind === 'meter' && idKey(one.deviceId) === idKey(deviceId));
    if (task === undefined) return;
    const nowMs = clock.monotonicMs();
    const measuredMs = ts === undefined ? nowMs : measuredAtMs(await account.client(), clock, ts);
    if (signal.aborted) return;
    if (meters.note(task.deviceId, { identity: `pushed ${ts ?? nowMs}`, reading, measuredMs }, true)) onNews();
  }

  async function round(): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      const client = await account.client();
      // A round that began a moment early still belongs to its instant.
      const nowMs = clock.monotonicMs() + readEveryMs / 10;
      const due = tasks.filter((task) => task.dueMs <= nowMs && !isPushed(task, nowMs));
      await Promise.all(
        due.map(async (task) => {
          const startedMs = clock.monotonicMs();
          const how = routine(task.kind === 'meter' ? readEveryMs / 2 : positionAgeMs);
          const wasRead = await read(client, task.kind, task.deviceId, how);
          task.dueMs = startedMs + (wasRead ? task.everyMs : Math.min(task.everyMs, retryMs));
        }),
      );
      onNews();
    } catch (error) {
      report(error);
    } finally {
      reading = false;
    }
  }

  function schedule(): void {
    timer = clock.after(readEveryMs - (clock.monotonicMs() % readEveryMs), () => {
      schedule();
      void round();
    });
  }

  async function carryOut(request: Request): Promise<void> {
    try {
      const client = await account.client();
      if (request.kind === 'look') {
        const { isManager } = options;
        const look = await lookAt({ client, clock, signal, context: account.context, isManager }, request);
        looks.push(look);
      } else if (request.kind === 'charger-setting') await read(client, 'charger', request.deviceId, asked);
      else
        await Promise.all(request.deviceIds.flatMap((id) => kindsOf(id).map((kind) => read(client, kind, id, asked))));
      if (!signal.aborted) onNews();
    } catch (error) {
      report(error);
    }
  }

  function kindsOf(deviceId: string): ReadKind[] {
    const load = settings.loads.find((one) => one.deviceId === deviceId);
    if (load === undefined) return ['meter'];
    return ['meter', load.kind === 'charger' ? 'charger' : 'circuit'];
  }

  schedule();
  void round();
  return {
    meters: meters.readings,
    circuits: () => circuits,
    chargers: () => Object.fromEntries(chargers),
    takeLooks() {
      const taken = looks;
      looks = [];
      return taken;
    },
    ask(requests) {
      for (const request of requests) void carryOut(request);
    },
    push: (reading) => void push(reading).catch(report),
    close() {
      timer?.cancel();
      ending.abort();
    },
  };
}

/** Errors that tell of one device; the others are those of the account. */
const ofDevice: ReadonlySet<string> = new Set(['DEVICE_OFFLINE', 'NOT_FOUND', 'FORBIDDEN', 'WRONG_HARDWARE']);
