import assert from 'node:assert/strict';
import { type OperatedSite, startSite } from './operated-site';

describe('safety: armed or dry run', () => {
  let site: OperatedSite;
  beforeEach(async () => {
    site = await startSite();
  });
  afterEach(() => site.close());

  it('an account that is not armed sends nothing and answers with the exact request', async () => {
    const deviceId = site.device('Kitchen outlets');
    const operator = site.operator({ armed: false });
    const result = await site.operate({ deviceId, command: 'open', secondsUntilReset: 60, reason: 'peak' }, operator);
    assert.equal(result.outcome, 'dry-run');
    assert.equal(result.request?.method, 'POST');
    assert.equal(result.request?.url, `${site.settings.baseUrl}/devices/${deviceId}/breaker/remoteHandle/position`);
    assert.deepEqual(result.request?.body, { command: 'open', reason: 'peak', secondsUntilReset: 60 });
    assert.equal(site.requests().length, 0);
  });

  it('a dry run of one node sends nothing on an armed account', async () => {
    const result = await site.operate({ deviceId: site.device('Spare'), command: 'close', dryRun: true });
    assert.equal(result.outcome, 'dry-run');
    assert.equal(site.requests().length, 0);
  });

  it('the request of a dry run contains no secret', async () => {
    const { request } = await site.operate({ deviceId: site.device('Spare'), command: 'open', dryRun: true });
    assert(request !== undefined);
    const { apiKey, application, organization } = site.settings;
    for (const secret of [apiKey, application?.secret1, organization?.secret1])
      assert(!JSON.stringify(request).includes(String(secret)));
  });

  it('a dry run refuses invalid input, such as a timer that is too short or a missing reason', async () => {
    const deviceId = site.device('Spare');
    const request = site.request({ deviceId, command: 'open', secondsUntilReset: 5, reason: '', dryRun: true });
    const error = await site.refused(site.operator().operate(request), 'INVALID_INPUT');
    assert(error.cause.validations.some(({ field }) => field.includes('secondsUntilReset')));
    assert.equal(site.requests().length, 0);
  });

  it('an armed account sends a command once', async () => {
    const deviceId = site.device('Kitchen outlets');
    assert.equal((await site.operate({ deviceId, command: 'open' })).outcome, 'confirmed');
    assert.equal(site.position(deviceId), 'open');
    assert.equal(site.commands().length, 1);
  });
});

describe('safety: protected devices', () => {
  let site: OperatedSite;
  beforeEach(async () => {
    site = await startSite();
  });
  afterEach(() => site.close());

  for (const command of ['open', 'close'] as const)
    it(`a protected device gets no ${command}, and nothing is read about it`, async () => {
      const deviceId = site.device('Refrigerator');
      const operator = site.operator({ protectedDevices: [deviceId] });
      const error = await site.refused(operator.operate(site.request({ deviceId, command })), 'BLOCKED_BY_INTERLOCK');
      assert.equal(error.cause.deviceId, deviceId);
      assert.equal(site.requests().length, 0);
    });

  it('a dry run of a protected device is refused, because the request would not be sent', async () => {
    const deviceId = site.device('Refrigerator');
    const operator = site.operator({ protectedDevices: [deviceId], armed: false });
    await site.refused(operator.operate(site.request({ deviceId, command: 'open' })), 'BLOCKED_BY_INTERLOCK');
  });

  for (const load of ['refrigerator', ' Refrigerator '])
    it(`a protected load ("${load}") gets no command`, async () => {
      const deviceId = site.device('Refrigerator');
      const operator = site.operator({ protectedLoads: [load] });
      await site.refused(operator.operate(site.request({ deviceId, command: 'open' })), 'BLOCKED_BY_INTERLOCK');
      assert.equal(site.commands().length, 0);
    });

  it('other loads are operated', async () => {
    const operator = site.operator({ protectedLoads: ['refrigerator'] });
    const result = await site.operate({ deviceId: site.device('Pool pump'), command: 'open' }, operator);
    assert.equal(result.outcome, 'confirmed');
  });

  it('a load that cannot be read is not operated', async () => {
    site.simulator.controls.faults.inject({ kind: 'error', status: 403, match: { operation: 'devices.get' } });
    const request = site.request({ deviceId: site.device('Pool pump'), command: 'open' });
    await site.refused(site.operator({ protectedLoads: ['refrigerator'] }).operate(request), 'FORBIDDEN');
    assert.equal(site.commands().length, 0);
  });

  it('an EV charger has no remote handle: nothing is sent', async () => {
    const request = site.request({ deviceId: site.device('EV charger left'), command: 'open' });
    await site.refused(site.operator().operate(request), 'WRONG_HARDWARE');
    assert.equal(site.commands().length, 0);
  });
});
