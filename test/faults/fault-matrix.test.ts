import assert from 'node:assert/strict';
import { type InputOf, type RetryClass, type RetryPolicy, retryPolicies } from '../../src/catalog';
import type { SimulatorSnapshot } from '../../src/simulator';
import { ids } from '../simulator/small-state';
import { furnish } from '../spec/conformance/furnished-state';
import { withService } from '../spec/conformance/service-under-test';
import { operationInputs } from '../support/operation-inputs';
import { faultKinds } from './fault-kinds';
import { type Attempt, assertHonest, attempt, type Ending, meetFault } from './meet-fault';

const { path } = operationInputs['remoteHandle.setPosition'];
const handle = (body: InputOf<'remoteHandle.setPosition'>['body']) =>
  attempt('remoteHandle.setPosition', { path, body });
const { cronSchedule: _, timeZone: __, ...now } = operationInputs['batchCommands.create'].body;

/** A breaker that stands as commanded already would answer every read-back. */
const openWithTimer: ReadonlySet<RetryClass> = new Set(['handleCancelTimer', 'handleClose']);

function furnishFor(name: RetryClass) {
  return (state: SimulatorSnapshot, at: number): void => {
    furnish(state, at);
    const oven = state.devices.find(({ id }) => id === ids.oven);
    if (oven === undefined || !openWithTimer.has(name)) return;
    oven.remoteHandle = 'open';
    oven.resetAt = at + 600_000;
    oven.conduction.push({ at: at - 1_000, closed: false });
  };
}

/** One operation of each retry class; a class without one does not compile. */
const attempts: Readonly<Record<RetryClass, Attempt>> = {
  token: attempt('token.create'),
  read: attempt('devices.get'),
  handleOpen: handle({ command: 'open', reason: 'test' }),
  handleOpenTimed: handle({ command: 'open', reason: 'test', secondsUntilReset: 60 }),
  handleCancelTimer: handle({ command: 'open', reason: 'test', secondsUntilReset: 0 }),
  handleClose: handle({ command: 'close', reason: 'test' }),
  decommission: attempt('devices.decommission'),
  deviceUpdate: attempt('devices.update'),
  restart: attempt('devices.restart'),
  setting: attempt('dataReportRate.set'),
  createOnline: attempt('waveforms.capture'),
  create: attempt('streams.create'),
  createWebhook: attempt('deviceWebhooks.create'),
  createUnrepeatable: attempt('organizations.create'),
  batchNow: attempt('batchCommands.create', { body: now }),
  remove: attempt('streams.delete'),
  removeWithBody: attempt('userRoles.delete'),
  evseUpdate: attempt('evse.updateConfiguration'),
  rotateSecret: attempt('serviceAccounts.rotateSecret'),
  update: attempt('locations.update'),
  deactivate: attempt('inviteCodes.deactivate'),
  transition: attempt('overrideEvents.addParticipations'),
};

const classes = Object.keys(attempts) as RetryClass[];
const kinds = Object.entries(faultKinds);

describe('behaviour: retries, each class of operations against each fault between it and the service', () => {
  const endings = new Map<RetryClass, Ending[]>();

  // Loading a library is nothing that a manual clock can wait for.
  before(() => import('got'));

  for (const name of classes) {
    const call: Attempt = attempts[name];
    const policy: RetryPolicy = retryPolicies[name];
    const effectFree = name === 'read' || name === 'token';
    describe(`${name} (${call.id})`, () => {
      for (const [fault, kind] of kinds)
        for (const times of [1, Number.POSITIVE_INFINITY])
          it(
            `${fault}, ${times === 1 ? 'once' : 'always'}`,
            withService(async (service) => {
              const ending = await meetFault(service, call, kind, times);
              assertHonest(ending, policy, effectFree);
              if (kind.harmless) assert.equal(ending.outcome, 'done');
              // What the service did not see cannot be read back either.
              else if (times !== 1 && !kind.fault.passes) assert.notEqual(ending.outcome, 'done');
              endings.set(name, [...(endings.get(name) ?? []), ending]);
            }, furnishFor(name)),
          );
    });
  }

  after(() => {
    const rows = classes.map((name) => {
      const met = endings.get(name) ?? [];
      const count = (fits: (ending: Ending) => boolean) => String(met.filter(fits).length).padStart(7);
      const most = Math.max(...met.map(({ executed }) => executed));
      const done = count(({ outcome }) => outcome === 'done');
      const unknown = count(({ outcome }) => outcome === 'UNKNOWN_OUTCOME');
      const failed = count(({ outcome }) => outcome !== 'done' && outcome !== 'UNKNOWN_OUTCOME');
      return `        ${name.padEnd(20)}${done}${failed}${unknown}${String(most).padStart(10)}`;
    });
    console.log('      faults on the way: calls done, failed, unknown, and carried out at most');
    console.log(rows.join('\n'));
    const met = [...endings.values()].reduce((sum, { length }) => sum + length, 0);
    assert.equal(met, classes.length * kinds.length * 2);
  });
});
