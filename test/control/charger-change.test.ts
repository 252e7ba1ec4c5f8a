import assert from 'node:assert/strict';
import { parseAmperes, parseChargerChange } from '../../src/control';
import { holdByOverrideEvent } from '../support/simulated-service';
import { type ChargedSite, startChargedSite } from './charged-site';

describe('spec 4.7 changing a charger', () => {
  let site: ChargedSite;
  beforeEach(async () => {
    site = await startChargedSite();
  });
  afterEach(() => site.close());

  it('only fields that differ are sent', async () => {
    const result = await site.change(
      site.right,
      {
        mode: 'cloud-api',
        configuration: { apiConfiguration: { enabled: true, restrictions: { maxCurrent: 16, maxEnergy: 0 } } },
      },
      { dryRun: true },
    );
    assert.equal(result.outcome, 'dry-run');
    assert.equal(result.request?.method, 'PATCH');
    assert.deepEqual(result.request?.body, {
      configuration: { apiConfiguration: { restrictions: { maxCurrent: 16 } } },
    });
    assert.deepEqual(result.changed, ['configuration.apiConfiguration.restrictions.maxCurrent']);
    assert.equal(site.changes(), 0);
  });

  it('a change without a difference is not sent', async () => {
    const result = await site.change(site.right, { mode: 'cloud-api' });
    assert.deepEqual([result.outcome, result.changed, site.changes()], ['unchanged', [], 0]);
  });

  it('is confirmed by a read-back after at least two seconds', async () => {
    const before = site.clock.now();
    const result = await site.change(site.left, { mode: 'api-override-disable' });
    assert.deepEqual([result.outcome, result.mode], ['confirmed', 'api-override-disable']);
    assert(site.clock.now() - before >= 2_000);
    const reads = site.requests('evse.getConfiguration').map(({ at }) => at - before);
    assert.equal(reads.length, 2);
    assert((reads[1] ?? 0) >= 2_000);
  });

  it('without read-back it is only accepted', async () => {
    const { readBackMs: _, ...request } = site.ask(site.left);
    const operator = site.charger();
    const result = await site.settle(operator.change({ ...request, change: { mode: 'cloud-api' } }));
    assert.equal(result.outcome, 'accepted');
    assert.equal(site.requests('evse.getConfiguration').length, 1);
  });

  it('a change that is never read back is unknown', async () => {
    const client = site.client();
    const other = site.charger();
    const unlike = site.settle(
      other.change({ ...site.ask(site.right, { readBackMs: 4_000 }), change: { mode: 'charge-windows' } }),
    );
    // Another client changes it back before it is read.
    site.clock.after(1_000, () => {
      client.call('evse.updateConfiguration', { path: { deviceId: site.right }, body: { mode: 'no-restrictions' } });
    });
    assert.equal((await unlike).outcome, 'unknown');
    assert.equal(site.changes(), 2);
  });

  it('a lost answer is reconciled by a read, and nothing is sent twice', async () => {
    site.simulator.controls.faults.inject({
      kind: 'reset-after',
      match: { operation: 'evse.updateConfiguration' },
      times: 1,
    });
    const result = await site.change(site.left, { mode: 'api-override-disable' });
    assert.equal(result.outcome, 'confirmed');
    assert.equal(site.changes(), 1);
  });

  it('a list of windows is compared as a whole; no limit equals 0', async () => {
    const window = { start: { day: 'friday', time: '2200' }, stop: { day: 'saturday', time: '0600' } } as const;
    const change = (windows: readonly object[]) => ({ configuration: { windowConfiguration: { windows } } }) as never;
    assert.equal((await site.change(site.left, change([window]))).outcome, 'confirmed');
    const unlimited = { ...window, restrictions: { maxCurrent: 0, maxEnergy: 0 } };
    assert.equal((await site.change(site.left, change([unlimited]))).outcome, 'unchanged');
    assert.equal((await site.change(site.left, change([]))).outcome, 'confirmed');
    assert.equal(site.changes(), 2);
  });

  it('the result names the control of a charger by OCPP', async () => {
    const client = site.client();
    const { data: system } = await site.settle(
      client.call('ocppCentralSystems.create', { body: { websocketBaseUrl: 'wss://ocpp.example.com' } }),
    );
    await site.settle(
      client.call('ocppChargePoints.create', {
        body: { ocppCentralSystemId: String(system.id), deviceId: site.left, chargePointIdentifier: 'CP-1' },
      }),
    );
    const error = await site.refused(site.change(site.left, { mode: 'cloud-api' }), 'REFUSED');
    assert.match(error.message, /OCPP central system/);
    assert.equal(error.cause.statusCode, 400);
  });

  it('the result names the override event of a charger', async () => {
    await holdByOverrideEvent(site, site.left);
    const error = await site.refused(site.change(site.left, { mode: 'cloud-api' }), 'REFUSED');
    assert.match(error.message, /override event/);
    assert.equal(error.cause.statusCode, 400);
  });

  it('an offline charger ends with its own error code', async () => {
    site.simulator.controls.setOnline(site.left, false);
    await site.refused(site.change(site.left, { mode: 'cloud-api' }), 'DEVICE_OFFLINE');
  });

  it('a breaker is refused, because it is not a charger', async () => {
    await site.refused(site.change(site.device('Spare'), { mode: 'cloud-api' }), 'WRONG_HARDWARE');
    assert.equal(site.changes(), 0);
  });

  it('a protected charger and a charger with a protected load are not changed', async () => {
    const change = { mode: 'cloud-api' } as const;
    const named = site.charger({ protectedDevices: [site.left] });
    await site.refused(named.change({ ...site.ask(site.left), change }), 'BLOCKED_BY_INTERLOCK');
    const amperes = { amperes: 10, pace: {} as never, takeMode: true };
    await site.refused(named.setCurrent({ ...site.ask(site.left), ...amperes }), 'BLOCKED_BY_INTERLOCK');
    assert.equal(site.requests().length, 0);
  });

  it('a command that is too old, retained or older than the start is not sent', async () => {
    const change = { mode: 'cloud-api' } as const;
    const now = site.clock.now();
    for (const more of [{ madeAt: now - 11_000 }, { retained: true }, { expiresAt: now - 1 }])
      await site.refused(site.charger().change({ ...site.ask(site.left, more), change }), 'COMMAND_EXPIRED');
    const justStarted = { startedAt: now - 1_000, startedAtMs: site.clock.monotonicMs() - 1_000 };
    const older = { ...justStarted, queued: true };
    await site.refused(site.charger().change({ ...site.ask(site.left, older), change }), 'MUTED');
    assert.equal(site.requests().length, 0);
  });

  it('an account that is not armed sends nothing and shows the request', async () => {
    const operator = site.charger({ armed: false });
    const request = { ...site.ask(site.left), change: { mode: 'cloud-api' as const } };
    const result = await site.settle(operator.change(request));
    assert.equal(result.outcome, 'dry-run');
    assert.equal(result.request?.url, `${site.settings.baseUrl}/devices/${site.left}/evse/settings/configuration`);
    assert.equal(site.changes(), 0);
  });

  it('every problem of a change is reported at once, before anything is read', async () => {
    const change = {
      mode: 'ocpp',
      configuration: { apiConfiguration: { restrictions: { maxCurrent: 5, maxEnergy: 300_000 } } },
    } as never;
    const error = await site.refused(site.charger().change({ ...site.ask(site.left), change }), 'INVALID_INPUT');
    assert(error.cause.validations.length >= 2);
    assert.equal(site.requests().length, 0);
  });
});

describe('a change in a message', () => {
  const deviceId = 'd9301910-b58f-4501-9c2e-d9007c9efe28';
  const limits = (maxCurrent: unknown, maxEnergy: unknown) => ({
    configuration: { apiConfiguration: { restrictions: { maxCurrent, maxEnergy } } },
  });

  it('no-limit is sent as 0', () => {
    const parsed = parseChargerChange(deviceId, limits('no-limit', 'no-limit'), false);
    assert.deepEqual(parsed, { change: limits(0, 0) });
  });

  it('a 0 is refused by field, together with every other problem', () => {
    const windows = [{ start: { day: 'monday', time: '2500' }, stop: { day: 'monday', time: '0600' } }];
    const value = { configuration: { ...limits(0, 0).configuration, windowConfiguration: { windows } }, mode: 'ocpp' };
    const parsed = parseChargerChange(deviceId, value, false);
    assert('problems' in parsed);
    assert.deepEqual(parsed.problems.map(({ field }) => field).sort(), [
      'configuration.apiConfiguration.restrictions.maxCurrent',
      'configuration.apiConfiguration.restrictions.maxEnergy',
      'configuration.windowConfiguration.windows[0].start.time',
      'mode',
    ]);
  });

  it('a 0 means no limit if the user has chosen that', () => {
    assert.deepEqual(parseChargerChange(deviceId, limits(0, 5000), true), { change: limits(0, 5000) });
  });

  it('any other value is a problem', () => {
    for (const value of [undefined, 'cloud-api', {}, [], 16])
      assert('problems' in parseChargerChange(deviceId, value, false), String(value));
  });

  it('a current is a number, or no-limit', () => {
    assert.deepEqual(parseAmperes('16.5'), { amperes: 16.5 });
    assert.deepEqual(parseAmperes(-3), { amperes: -3 });
    assert.deepEqual(parseAmperes('no-limit'), { amperes: 'no-limit' });
    for (const value of ['', ' ', 'sixteen', Number.NaN, null, true, [16], { amperes: 16 }])
      assert('problems' in parseAmperes(value), String(value));
  });
});
