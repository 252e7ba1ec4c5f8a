import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import type { GivenLoad, GivenSettings } from '../../../src/automation';
import type { Account } from '../../../src/runtime';
import { type AccountClaims, claimsOfAccount } from '../../../src/runtime/automation';
import { type SimulatedService, startService } from '../../support/simulated-service';
import { settled, turned } from '../../support/turn-clock';
import { managedAccount, managedRed, type Running, runManager } from './managed-process';

/** A process: its user directory, its account, its deploys. */
export interface Process {
  readonly userDir: string;
  readonly RED: NodeAPI;
  readonly account: Account;
  readonly warned: string[];
  claims(): AccountClaims;
  start(id: string, given?: Partial<GivenSettings>, onStep?: () => void): Running;
  /** Closes the manager as a deploy does; `removed` ones are not there afterwards. */
  close(running: Running, removed?: boolean): Promise<void>;
  /** The account of the nodes after a deploy. */
  redeployed(): Promise<Process>;
  /** The end of a deploy: nodes that were not made again are gone. */
  deployed(): void;
  end(): Promise<void>;
}

/** The demo site: a base load and two loads that draw about 0.6 of their rating all day, on one leg. */
export interface ManagedSite {
  readonly service: SimulatedService;
  /** No load of any manager. */
  readonly base: string;
  readonly important: string;
  readonly lesser: string;
  readonly charger: string;
  /** About so many amperes. */
  draws(deviceId: string, amperes: number): void;
  process(options?: {
    readonly userDir?: string;
    readonly armed?: boolean;
    readonly protectedDevices?: readonly string[];
    readonly kept?: Partial<Process>;
  }): Process;
  /** How many requests the service holds up from now on. */
  holdsUp(count: number): void;
  /** Turns the clock from timer to timer; all traffic settles each time. */
  pass(ms: number): Promise<void>;
  passUntil(isDone: () => boolean, withinMs?: number): Promise<void>;
  /** Another client, such as an app in the hand of a person. */
  person(deviceId: string, command: 'open' | 'close'): Promise<void>;
  /** The devices of the handle commands that reached the service, in order. */
  commanded(): string[];
  /** How a handle of a device has moved, in order. */
  moves(deviceId: string): string[];
  close(): Promise<void>;
}

const minute = 60_000;

export async function startManagedSite(): Promise<ManagedSite> {
  const service = await startService();
  const { clock, simulator } = service;
  const { controls } = simulator;
  const directories: string[] = [];
  const processes: Process[] = [];
  const base = service.device('Refrigerator');
  const important = service.device('Kitchen outlets');
  const lesser = service.device('Office server rack');
  const charger = service.device('EV charger left');
  const draws = (deviceId: string, amperes: number) =>
    controls.setLoad(deviceId, { kind: 'server-rack', ratedA: amperes / 0.6 });
  draws(base, 12);
  draws(important, 9);
  draws(lesser, 9);

  let held = 0;

  async function pass(ms: number): Promise<void> {
    const endMs = clock.now() + ms;
    for (;;) {
      await settled(held);
      const nextMs = clock.nextTimerMs();
      const leftMs = endMs - clock.now();
      if (nextMs === undefined || nextMs > leftMs) {
        await clock.advance(leftMs);
        await settled(held);
        return;
      }
      await clock.advance(nextMs);
    }
  }

  async function passUntil(isDone: () => boolean, withinMs = 20 * minute): Promise<void> {
    const endMs = clock.now() + withinMs;
    while (!isDone()) {
      assert(clock.now() < endMs, `it is not done within ${withinMs} ms`);
      await pass(1_000);
    }
  }

  function process({
    userDir,
    armed = true,
    protectedDevices = [],
    kept,
  }: Parameters<ManagedSite['process']>[0] = {}): Process {
    const own = userDir ?? mkdtempSync(join(tmpdir(), 'breakerflow-automation-'));
    if (!directories.includes(own)) directories.push(own);
    const warned = kept?.warned ?? [];
    const nodes = new Set<string>();
    const RED = kept?.RED ?? managedRed({ userDir: own, clock, warned, nodes });
    const account = managedAccount(service, { RED, userDir: own, clock }, { armed, protectedDevices });
    const made: Process = {
      userDir: own,
      RED,
      account,
      warned,
      claims: () => claimsOfAccount(account, RED),
      start(id, given = {}, onStep = () => {}) {
        nodes.add(id);
        return runManager({ RED, account, clock }, settingsOf(id, given), onStep);
      },
      async close({ run }, removed = false) {
        await turned(clock, run.close(removed), { held });
      },
      async redeployed() {
        await turned(clock, account.close(), { held });
        return process({ userDir: own, armed, protectedDevices, kept: { RED, warned } });
      },
      deployed() {
        RED.events.emit('flows:started');
      },
      end: () => turned(clock, account.close()),
    };
    processes.push(made);
    return made;
  }

  const settingsOf = (by: string, given: Partial<GivenSettings>): GivenSettings => ({
    by,
    quantity: 'current',
    legs: ['A'],
    groups: [{ id: 'main', limit: 26, of: sumOf([base, important, lesser]) }],
    loads: [load(important), load(lesser)],
    ...given,
  });

  return {
    service,
    base,
    important,
    lesser,
    charger,
    draws,
    process,
    holdsUp(count) {
      held = count;
    },
    pass,
    passUntil,
    async person(deviceId, command) {
      const client = service.client({ commandSpacingMs: 0 });
      const body = { command, reason: 'by hand' };
      await turned(clock, client.call('remoteHandle.setPosition', { path: { deviceId }, body }));
    },
    commanded: () => service.commands().map(({ path }) => path.split('/').find((part) => part.length === 36) ?? path),
    moves: (deviceId) =>
      controls.events.flatMap((event) =>
        event.type === 'handle-changed' && event.deviceId === deviceId ? [event.position] : [],
      ),
    async close() {
      for (const one of processes) await one.end().catch(() => {});
      await service.close();
      for (const directory of directories) rmSync(directory, { recursive: true, force: true });
    },
  };
}

export const load = (deviceId: string, more: Partial<GivenLoad> = {}): GivenLoad => ({
  deviceId,
  kind: 'breaker',
  legs: ['A'],
  ...more,
});

export const sumOf = (deviceIds: readonly string[]) => ({
  kind: 'sum' as const,
  circuits: deviceIds.map((deviceId) => ({ deviceId, legs: ['A' as const] })),
  notMeasured: [0],
});

/** What another process finds: the files as they are now. */
export function copied(userDir: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'breakerflow-automation-'));
  cpSync(userDir, copy, { recursive: true });
  return copy;
}
