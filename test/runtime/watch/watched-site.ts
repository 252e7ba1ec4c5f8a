import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import { ClientError } from '../../../src/client';
import { createManualClock, type ManualClock } from '../../../src/clock';
import { emptyDirectory } from '../../../src/directory';
import type { Account } from '../../../src/runtime';
import { startWatch, type WatchOptions, type WatchRun } from '../../../src/runtime/watch';
import type { Condition, WatchEvent, WatchRow, WatchSettings } from '../../../src/watch';
import { nodeText } from '../../support/node-texts';

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;

export const above: Condition = { kind: 'above', value: 16, wellAt: 14 };

export const settingsOf = (more: Partial<WatchSettings> = {}): WatchSettings => ({
  condition: above,
  forMs: 0,
  wellForMs: 0,
  quiet: [],
  timeZone: 'UTC',
  gapMs: 5 * minute,
  ...more,
});

/** A call that reached the service, and when on the monotonic clock. */
export interface Call {
  readonly operation: string;
  readonly deviceId: string;
  readonly atMs: number;
}

/** A watch that runs, and what it has told. */
export interface Running {
  readonly run: WatchRun;
  readonly events: WatchEvent[];
  readonly rows: () => readonly WatchRow[];
  readonly troubles: unknown[];
  /** The kinds of its events, in order. */
  told(): string[];
}

/** A service of meters that answer at once with what a test says, and processes that watch them. */
export interface WatchedSite {
  readonly clock: ManualClock;
  readonly userDir: string;
  readonly calls: Call[];
  /** What each device draws, A; a code: the error of its reads. */
  readonly draws: Map<string, number | string>;
  /** The energy counter of each device, Wh. */
  readonly countedWh: Map<string, number>;
  /** What the meter history of a device has: epoch ms and Wh. */
  readonly history: Map<string, readonly (readonly [atMs: number, wh: number])[]>;
  /** What the latest device data of a device tell beside its connection. */
  readonly data: Map<string, object>;
  skewMs: number;
  start(more?: Partial<WatchOptions>): Running;
  /** A process with what is on the disk now, as one after kill -9 finds it. */
  afterKill(more?: Partial<WatchOptions>): Running;
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

export function watchedSite(): WatchedSite {
  const clock = createManualClock();
  const directories: string[] = [];
  const runs: WatchRun[] = [];
  const calls: Call[] = [];
  const draws = new Map<string, number | string>();
  const data = new Map<string, object>();
  const countedWh = new Map<string, number>();
  const history: WatchedSite['history'] = new Map();
  const directory = () => {
    const made = mkdtempSync(join(tmpdir(), 'breakerflow-watch-'));
    directories.push(made);
    return made;
  };
  const userDir = directory();
  const site = { skewMs: 0 };
  const serviceTs = () => Math.floor((clock.now() + site.skewMs) / second);

  function answer(operation: string, deviceId: string): unknown {
    const drawn = draws.get(deviceId) ?? 0;
    if (typeof drawn === 'string')
      throw new ClientError(drawn as ClientError['code'], 'it failed', { validations: [], retryable: false });
    const ts = serviceTs();
    const counted = countedWh.get(deviceId);
    const energy = counted === undefined ? {} : { energy: { deliveredWH: counted, generatedWH: 0 } };
    if (operation === 'meter.reading') return { currentA: { val: drawn }, ...energy, ts };
    return { device: { metadata: { isConnected: { val: true, ts } } }, ...data.get(deviceId) };
  }
  const client = {
    clockSkewMs: () => site.skewMs,
    async call(operation: string, input: { path?: { deviceId: string }; filter?: { deviceId: string } }) {
      const deviceId = input.path?.deviceId ?? input.filter?.deviceId ?? '';
      calls.push({ operation, deviceId, atMs: clock.monotonicMs() });
      return { data: answer(operation, deviceId), receivedAtMs: clock.monotonicMs() };
    },
    async *pages(operation: string, { path, query }: { path: { deviceId: string }; query: { startTime: string } }) {
      const { deviceId } = path;
      calls.push({ operation, deviceId, atMs: clock.monotonicMs() });
      const drawn = draws.get(deviceId);
      if (typeof drawn === 'string') answer(operation, deviceId);
      const items = (history.get(deviceId) ?? [])
        .filter(([atMs]) => atMs >= Date.parse(query.startTime))
        .map(([atMs, wh]) => ({ ts: atMs / second, energy: { deliveredWH: wh, generatedWH: 0 } }));
      yield { items };
    },
  };
  const account = {
    client: async () => client,
    circuits: { now: () => emptyDirectory },
    context: { service: 'service', locks: { lockedBy: () => undefined } },
  } as unknown as Account;

  function start(dir: string, more: Partial<WatchOptions> = {}): Running {
    const events: WatchEvent[] = [];
    const troubles: unknown[] = [];
    const RED = { settings: { userDir: dir }, log: { warn() {} }, _: nodeText } as unknown as NodeAPI;
    const run = startWatch({
      ...{ RED, account, clock, nodeId: 'n', settings: settingsOf(), everyMs: minute },
      devices: [{ deviceId: 'd1', measures: ['amperes'] }],
      onEvents: (told) => {
        events.push(...told);
      },
      onStep() {},
      onTrouble: (error) => troubles.push(error),
      ...more,
    });
    runs.push(run);
    return { run, events, troubles, rows: run.rows, told: () => events.map(({ kind }) => kind) };
  }

  async function pass(ms: number): Promise<void> {
    await clock.advance(0);
    for (let round = 0; round < 8; round += 1) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(ms);
    for (let round = 0; round < 8; round += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  return Object.assign(site, {
    ...{ clock, userDir, calls, draws, data, countedWh, history, pass },
    start: (more: Partial<WatchOptions> = {}) => start(userDir, more),
    afterKill(more: Partial<WatchOptions> = {}) {
      const copy = directory();
      cpSync(userDir, copy, { recursive: true });
      return start(copy, more);
    },
    async close() {
      for (const run of runs) await run.close(false);
      for (const made of directories) rmSync(made, { recursive: true, force: true });
    },
  });
}
