import assert from 'node:assert/strict';
import english from '../../plugins/site-sidebar/locales/en-US/site-sidebar.json';
import type { ContractProbe } from '../../src/admin-api';
import { differenceKinds } from '../../src/probe';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { deviceRun } from '../support/device-run';
import type { SimulatedService } from '../support/simulated-service';

describe('the contract probe in the sidebar', () => {
  let side: AdminSide;
  let service: SimulatedService;

  async function start(account: Readonly<Record<string, unknown>> = {}): Promise<void> {
    side = await startAdminSide({ account });
    ({ service } = side);
  }
  afterEach(() => side.stop());

  const { look, pass, whole } = deviceRun<ContractProbe>(() => side, 'contract-probe');

  it('reads, writes nothing, and finds nothing where the simulator keeps to the specification', async () => {
    await start();
    const found = await whole();
    assert.equal(found.tried, found.total);
    assert.deepEqual(
      found.operations.filter(({ result }) => result === 'differs'),
      [],
    );
    // Nobody has chosen colours for a device.
    assert.deepEqual(
      found.operations.flatMap(({ operation, result }) => (result === 'refused' ? [operation] : [])),
      ['bargraphColors.get'],
    );
    assert(service.requests().every(({ method, operation }) => method === 'GET' || operation === 'token.create'));
  });

  it('stays within the call budget, and its calls are not in the list of calls', async () => {
    await start({ callsPerMinute: 20 });
    await look('yes');
    const before = service.requests().length;
    for (let second = 0; second < 10; second += 1) {
      await pass(1_000);
      await look();
    }
    assert(service.requests().length - before <= 10, `${service.requests().length - before} calls in 10 s`);
    const { json } = await side.ask('GET', 'breakerflow/accounts/account/calls');
    assert.deepEqual(
      json.calls.filter(({ operation }: { operation: string }) => operation === 'roles.list'),
      [],
    );
  });

  it('stops when nobody asks any more, and goes on with what is left', async () => {
    await start({ callsPerMinute: 100 });
    await look('yes');
    await pass(40_000);
    const left = await look();
    assert.equal(left.finished, true);
    assert(left.tried < left.total);
    assert((await whole()).tried === left.total);
    const roles = service.requests('roles.list').length;
    assert.equal(roles, 1);
  });

  it('tells a service that cannot be read as the reason for its end, with what it has', async () => {
    await start();
    const { faults } = service.simulator.controls;
    faults.inject({ kind: 'too-many-requests', retryAfter: '120', match: { operation: 'streams.list' } });
    const found = await whole();
    assert.equal(found.stopped, 'RATE_LIMITED');
    assert(found.tried > 0 && found.tried < found.total);
    faults.clear();
    await pass(61_000);
    const after = await whole();
    assert.equal(after.stopped, undefined);
    assert.equal(after.tried, after.total);
  });
});

describe('each kind of difference', () => {
  it('has a text', () => {
    assert.deepEqual(Object.keys(english.probe.difference).toSorted(), Object.keys(differenceKinds).toSorted());
  });
});
