import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startWatch, type WatchedDevice, type WatchRun } from '../../../src/runtime/watch';
import { type Condition, type MeasureName, presets, type WatchEvent } from '../../../src/watch';
import { managedAccount, managedRed } from '../../runtime/automation/managed-process';
import { below, createRandom, pick } from '../../sigv4/mutations';
import { startServiceInProcess } from '../../support/simulated-service';
import { turned } from '../../support/turn-clock';
import { resourcesOfThisProcess } from '../probe';
import { leaks, mismatches, type SoakScenario } from '../scenario';

const minute = 60_000;
const hour = 60 * minute;
const memory = '/dev/shm';
const day = 24 * hour;
/** Caches fill, and code is compiled. */
const warmUpDays = 3;
const heapGrowthMaxMb = 3;
/** Times and numbers have more digits; incidents come and go. */
const fileGrowthMaxBytes = 4_000;

type Watched = readonly [measures: readonly MeasureName[], condition: Condition];

const states = ['connection', 'handLever', 'position', 'lock'] as const;
const kinds: Readonly<Record<string, Watched>> = {
  level: [['amperes', 'energyToday'], { kind: 'above', value: 8, wellAt: 7 }],
  events: [states, { kind: 'changes' }],
  health: [['health'], { kind: 'report', at: '0800' }],
  endings: [['endings'], presets.endings.condition],
};

/** Watches of every kind for a month of the site's clock, with trips and lost connections: what they remember must not grow. */
export const watches: SoakScenario = {
  name: 'watches',
  async run({ seed, short, directory: onDisk }) {
    // A month of writes, each of which waits for the disk, would try the disk.
    const directory = existsSync(memory) ? mkdtempSync(join(memory, 'breakerflow-watches-')) : onDisk;
    const days = short ? 30 : 120;
    const random = createRandom(seed);
    const service = await startServiceInProcess();
    const { clock, simulator } = service;
    const { controls } = simulator;
    const warned: string[] = [];
    const RED = managedRed({ userDir: directory, clock, warned, nodes: new Set() });
    const account = managedAccount(service, { RED, userDir: directory, clock }, { callsPerMinute: 6_000 });
    const breakers = controls.devices().filter(({ hardwareType }) => hardwareType === 'emcb');
    const ids = breakers.slice(0, 3).map(({ id }) => id);
    await keyOf(ids[0] ?? '');
    const last = new Map<string, WatchEvent['kind']>();
    const counts = { days, told: 0, reports: 0, 'out of turn': 0, troubles: 0 };
    const runs = Object.entries(kinds).map(([nodeId, watched]) => start(nodeId, watched));
    const fileBytes = () => statSync(join(directory, 'breakerflow-watch.json')).size;

    await pass(warmUpDays);
    const [before, bytesBefore] = [await resourcesOfThisProcess(), fileBytes()];
    await pass(days);
    const [after, bytesAfter] = [await resourcesOfThisProcess(), fileBytes()];
    for (const run of runs) await turned(clock, run.close(false));
    await turned(clock, account.close());
    await service.close();
    if (directory !== onDisk) rmSync(directory, { recursive: true, force: true });

    const grownBytes = bytesAfter - bytesBefore;
    return {
      counts: { ...counts, 'file, bytes': bytesAfter, 'growth of the file, bytes': grownBytes },
      failures: [
        ...mismatches(counts, { 'out of turn': 0, troubles: 0, reports: days + warmUpDays }),
        ...(counts.told < 2 * days ? [`only ${counts.told} events were told`] : []),
        ...(grownBytes > fileGrowthMaxBytes ? [`the file of the watches has grown by ${grownBytes} bytes`] : []),
        ...leaks(before, after, heapGrowthMaxMb),
      ],
      before,
      after,
    };

    async function keyOf(deviceId: string): Promise<void> {
      const client = service.client();
      const { data } = await turned(clock, client.call('udpKeys.create', { body: { keyType: 'unicast' } }));
      const body = { keyId: data.id, priority: 'primary' } as const;
      await turned(clock, client.call('udpKeys.assign', { path: { deviceId }, body }));
    }

    function start(nodeId: string, [measures, condition]: Watched): WatchRun {
      const devices: WatchedDevice[] = condition.kind === 'ends' ? [] : ids.map((deviceId) => ({ deviceId, measures }));
      return startWatch({
        ...{ RED, nodeId, account, clock, devices, everyMs: 10 * minute },
        settings: {
          ...{ condition, forMs: 20 * minute, wellForMs: 20 * minute, unreadMs: 30 * minute, repeatMs: 6 * hour },
          ...{ quiet: [{ days: ['monday'], from: '2200', to: '0700' }], timeZone: 'UTC', gapMs: 30 * minute },
        },
        onEvents: (events) => {
          for (const event of events) hear(nodeId, event);
        },
        onStep() {},
        onTrouble: () => {
          counts.troubles += 1;
        },
      });
    }

    /** An alarm and its all-clear take turns. */
    function hear(nodeId: string, { kind, subject }: WatchEvent): void {
      counts.told += 1;
      if (kind === 'report') counts.reports += 1;
      if (kind !== 'alarm' && kind !== 'all-clear') return;
      const key = `${nodeId} ${subject}`;
      if ((last.get(key) ?? 'all-clear') === kind) counts['out of turn'] += 1;
      last.set(key, kind);
    }

    async function pass(daysToPass: number): Promise<void> {
      const endMs = clock.now() + daysToPass * day;
      while (clock.now() < endMs) {
        happen();
        for (let at = 0; at < 60; at += 1) await clock.advance(minute);
      }
    }

    function happen(): void {
      if (below(6, random) > 0) return;
      const id = pick(ids, random);
      if (below(2, random) === 0) controls.setOnline(id, !isOnline(id));
      else if (isClosed(id)) controls.tripBreaker(id);
      else controls.moveMainHandle(id, 'closed');
    }
    function deviceOf(id: string) {
      return controls.devices().find((device) => device.id === id);
    }
    function isOnline(id: string): boolean {
      return deviceOf(id)?.online === true;
    }
    function isClosed(id: string): boolean {
      return deviceOf(id)?.mainHandle === 'closed';
    }
  },
};
