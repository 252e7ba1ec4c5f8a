import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GivenSettings, ManagerState } from '../../src/automation';
import { type SimulatedService, startService } from '../support/simulated-service';
import { afterwards } from './fault-kinds';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy';
import type { ManagingOptions } from './managing-process';

/** When a process is killed, from what is decided to its answer. */
export const moments = [
  'decided, and not yet remembered',
  'remembered, and not yet sent',
  'sent, and not carried out',
  'carried out, and its answer lost',
  'answered, and the answer not yet remembered',
] as const;
export type Moment = (typeof moments)[number];

interface Told {
  readonly shed: number;
  readonly told: readonly string[];
}

/** A house whose managers run in a process of their own, behind a proxy that counts. */
export interface KilledManager {
  readonly service: SimulatedService;
  readonly proxy: FaultyProxy;
  readonly clock: SimulatedService['clock'];
  start(settings: readonly GivenSettings[], diesAt?: string): Promise<void>;
  /** Turns both clocks. Returns whether the process lives. */
  pass(ms: number): Promise<boolean>;
  passUntil(isDone: () => boolean, withinMs?: number): Promise<void>;
  /** Starts it, and turns until it has been killed with its next command to the device. */
  killedAt(moment: Moment, settings: readonly GivenSettings[], command: Command): Promise<void>;
  /** What all managers of the newest process have told and hold. */
  told(): Told;
  remembered(by: string): ManagerState;
  close(): Promise<void>;
}

export interface Command {
  readonly deviceId: string;
  readonly route: string;
  /** What the manager tells when it decides it. */
  readonly event: string;
}

const turnMs = 2_000;
const memoryFile = 'breakerflow-automation.json';

export async function startKilledManager(): Promise<KilledManager> {
  const service = await startService();
  const { clock } = service;
  const { baseUrl } = service.settings;
  const proxy = await startFaultyProxy(new URL(baseUrl).origin);
  const userDir = mkdtempSync(join(tmpdir(), 'breakerflow-killed-'));
  let child: ChildProcess | undefined;
  let told: Told = { shed: 0, told: [] };

  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  /** What the process says next, or undefined when it has ended. */
  function heard(from: ChildProcess): Promise<Partial<Told> | undefined> {
    return new Promise((resolve) => {
      const settle = (said?: Partial<Told>) => {
        from.off('message', settle);
        from.off('exit', onExit);
        resolve(said);
      };
      const onExit = () => settle();
      from.on('message', settle);
      from.on('exit', onExit);
    });
  }

  async function start(settings: readonly GivenSettings[], diesAt?: string): Promise<void> {
    const { pathname } = new URL(baseUrl);
    const options: ManagingOptions = {
      ...{ userDir, settings, startMs: clock.now() },
      service: {
        simulator: { credentials: service.simulator.credentials },
        settings: { baseUrl: `${proxy.origin}${pathname}` },
      },
      ...(diesAt === undefined ? {} : { diesAt }),
    };
    child = fork(join(__dirname, 'managing-process.js'), [JSON.stringify(options)], { stdio: 'inherit' });
    assert((await heard(child)) !== undefined, 'the process did not start');
  }

  async function pass(ms: number): Promise<boolean> {
    for (let passedMs = 0; passedMs < ms && child !== undefined && isAlive(); passedMs += turnMs) {
      const answer = heard(child);
      child.send({ turnMs });
      const said = await answer;
      if (said === undefined) return false;
      told = said as Told;
      await clock.advance(turnMs);
    }
    return isAlive();
  }

  async function passUntil(isDone: () => boolean, withinMs = 20 * 60_000): Promise<void> {
    const endMs = clock.now() + withinMs;
    while (!isDone()) {
      assert(clock.now() < endMs, `it is not done within ${withinMs} ms; told: ${told.told.join(', ')}`);
      assert(await pass(turnMs), 'the process ended');
    }
  }

  const kill = () => void child?.kill('SIGKILL');

  function remembered(by: string): ManagerState {
    const stored = JSON.parse(readFileSync(join(userDir, memoryFile), 'utf8'));
    return stored.services[0].managers[by].live;
  }

  function isRememberedAsUnderWay(by: string, deviceId: string): boolean {
    try {
      const { phase } = remembered(by).loads[deviceId] ?? {};
      return phase === 'opening' || phase === 'closing';
    } catch {
      return false;
    }
  }

  /** The proxy decides the moment by what it sees; what is remembered it reads from the disk. */
  function killAt(moment: Moment, settings: readonly GivenSettings[], { deviceId, route }: Command): void {
    const isRemembered = () => settings.every(({ by }) => isRememberedAsUnderWay(by, deviceId));
    if (moment === 'sent, and not carried out') proxy.fault(route, { passes: false, meddle: kill }, 1);
    if (moment === 'carried out, and its answer lost') proxy.fault(route, afterwards(kill), 1);
    const sentBefore = proxy.count(route).arrived;
    if (moment === 'remembered, and not yet sent')
      proxy.hold(() => {
        const isIt = isRemembered();
        if (isIt) kill();
        return isIt;
      });
    if (moment === 'answered, and the answer not yet remembered')
      proxy.hold(() => {
        const isIt = proxy.count(route).arrived > sentBefore;
        if (isIt) assert(isRemembered(), 'its answer was remembered before it was read back');
        if (isIt) kill();
        return isIt;
      });
  }

  return {
    ...{ service, proxy, clock, start, pass, passUntil, remembered },
    told: () => told,
    async killedAt(moment, settings, command) {
      if (isAlive()) kill();
      if (child !== undefined && isAlive()) await once(child, 'exit');
      killAt(moment, settings, command);
      await start(settings, moment === moments[0] ? command.event : undefined);
      const endMs = clock.now() + 20 * 60_000;
      while (await pass(turnMs)) assert(clock.now() < endMs, `it was never ${moment}`);
      proxy.hold(() => false);
      assert.equal(child?.signalCode, 'SIGKILL');
    },
    async close() {
      if (child !== undefined && isAlive()) {
        kill();
        await once(child, 'exit');
      }
      await proxy.close();
      await service.close();
      rmSync(userDir, { recursive: true, force: true });
    },
  };
}
