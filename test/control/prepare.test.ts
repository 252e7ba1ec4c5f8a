import assert from 'node:assert/strict';
import type { BreakerOperator } from '../../src/control';
import { type OperatedSite, startSite } from './operated-site';

describe('safety: the prefetch before many breakers are operated', () => {
  let site: OperatedSite;
  let deviceIds: string[];
  beforeEach(async () => {
    site = await startSite();
    deviceIds = Array.from({ length: 100 }, (_, index) =>
      site.simulator.controls.commissionDevice({ hardwareType: 'emcb', serialNumber: `MANY${index}` }),
    );
    site.simulator.controls.clearRequests();
  });
  afterEach(() => site.close());

  const prepare = (ids = deviceIds, dryRun = false) => site.settle(site.operator().prepare(ids, { dryRun }));
  const openFirst = (operator: BreakerOperator) =>
    site.operate({ deviceId: deviceIds[0] as string, command: 'open' }, operator);

  it('is one list instead of single reads', async () => {
    const operator = site.operator();
    await site.settle(operator.prepare(deviceIds, { dryRun: false }));
    assert.equal((await openFirst(operator)).outcome, 'confirmed');
    assert.equal(site.requests('devices.list').length, 1);
    assert.equal(site.requests('devices.get').length, 0);
  });

  it('does not operate a protected load', async () => {
    const [deviceId = ''] = deviceIds;
    const body = { loadDetails: { type: 'Freezer' } };
    await site.settle(site.client().call('devices.update', { path: { deviceId }, body }));
    const operator = site.operator({ protectedLoads: ['freezer'] });
    await site.settle(operator.prepare(deviceIds, { dryRun: false }));
    await site.refused(operator.operate(site.request({ deviceId, command: 'open' })), 'BLOCKED_BY_INTERLOCK');
    assert.equal(site.requests('devices.get').length, 0);
  });

  it('is replaced by single reads if the list fails', async () => {
    site.simulator.controls.faults.inject({ kind: 'error', status: 403, match: { operation: 'devices.list' } });
    const operator = site.operator();
    await site.settle(operator.prepare(deviceIds, { dryRun: false }));
    assert.equal((await openFirst(operator)).outcome, 'confirmed');
    assert.equal(site.requests('devices.get').length, 1);
  });

  it('is awaited for two seconds at most', async () => {
    site.simulator.controls.faults.inject({ kind: 'slow', delayMs: 60_000, match: { operation: 'devices.list' } });
    const before = site.clock.now();
    await site.settle(site.operator().prepare(deviceIds, { dryRun: false }), { held: 1 });
    assert.equal(site.clock.now() - before, 2_000);
  });

  it('is not done for a few devices or in a dry run', async () => {
    await prepare(deviceIds.slice(1));
    await prepare(deviceIds, true);
    await site.settle(site.operator({ armed: false }).prepare(deviceIds, { dryRun: false }));
    assert.equal(site.requests('devices.list').length, 0);
  });

  it('ends when the message is aborted', async () => {
    const signal = AbortSignal.abort();
    await site.refused(site.operator().prepare(deviceIds, { dryRun: false, signal }), 'CLOSED');
  });
});
