import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ManagerEvent, managerSettings, settingsProblems } from '../../src/automation';
import { createManualClock, type ManualClock } from '../../src/clock';
import { type ManagerRun, startManager } from '../../src/runtime/automation';
import type { Controls } from '../../src/simulator';
import { managedAccount, managedRed } from '../runtime/automation/managed-process';
import { startServiceInProcess } from '../support/simulated-service';
import { turned, turnFor } from '../support/turn-clock';
import { circuitsOf, type GroupId, groupsOf, legs, loadsOf, type SiteCircuit } from './site';
import { type Truth, truthOf } from './truth';

/** The demo site with its account, and a load manager from one deploy to the next. */
export interface House {
  readonly clock: ManualClock;
  readonly controls: Controls;
  readonly circuits: readonly SiteCircuit[];
  /** What the manager has trouble with, and what is logged. */
  readonly troubles: string[];
  truth(): Truth;
  /** Deploys the manager anew with these limits. */
  deploy(limits: Readonly<Record<GroupId, number>>, onEvent: (event: ManagerEvent) => void): Promise<void>;
  /** Turns the clock from timer to timer; all traffic settles each time. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

const nodeId = 'manager';
export const readEveryMs = 10_000;

export async function startHouse(startMs: number): Promise<House> {
  const service = await startServiceInProcess({ clock: createManualClock(startMs) });
  const { clock, simulator } = service;
  const { controls } = simulator;
  const circuits = circuitsOf(controls.devices());
  const userDir = mkdtempSync(join(tmpdir(), 'breakerflow-year-'));
  const troubles: string[] = [];
  const RED = managedRed({ userDir, clock, warned: troubles, nodes: new Set([nodeId]) });
  const protectedDevices = circuits.flatMap(({ deviceId, isProtected }) => (isProtected === true ? [deviceId] : []));
  const account = managedAccount(service, { RED, userDir, clock }, { protectedDevices });
  let run: ManagerRun | undefined;

  return {
    ...{ clock, controls, circuits, troubles },
    pass: (ms) => turnFor(clock, ms),
    truth: () => truthOf(circuits, controls.devices(), clock.now()),
    async deploy(limits, onEvent) {
      if (run !== undefined) await turned(clock, run.close(false));
      const settings = managerSettings({
        ...{ by: nodeId, quantity: 'current', legs, timeZone: 'America/Chicago' },
        ...{ groups: groupsOf(circuits, limits), loads: loadsOf(circuits) },
      });
      assert.deepEqual(settingsProblems(settings), []);
      run = startManager({
        ...{ RED, node: { id: nodeId, name: 'Year' }, account, settings, clock, readEveryMs },
        reasonText: ({ key }) => key,
        why: ({ why }) => why,
        onStep({ events }) {
          for (const event of events) onEvent(event);
        },
        onTrouble: (error) => troubles.push(String(error)),
      });
      RED.events.emit('flows:started');
    },
    async close() {
      if (run !== undefined) await turned(clock, run.close(false));
      await turned(clock, account.close());
      await service.close();
      rmSync(userDir, { recursive: true, force: true });
    },
  };
}
