import assert from 'node:assert/strict';
import type { Client, ClientError } from '../../src/client';
import { type BatchBody, progressOf } from '../../src/control';
import { withDeviceIds } from '../../src/control/batch/devices';
import { addressId, type BatchSite, garageId, handle, panelId, regionId, startBatchSite } from './batch-site';

describe('batch commands within the safety rules', () => {
  let site: BatchSite;
  let light: string;
  let oven: string;
  let charger: string;

  before(async () => {
    site = await startBatchSite();
    const devices = site.simulator.controls.devices();
    const kind = (load: string) => devices.find(({ label }) => label.toLowerCase().includes(load))?.id ?? '';
    light = kind('light');
    oven = kind('oven');
    charger = devices.find(({ hardwareType }) => hardwareType === 'ev-emcb')?.id ?? '';
  });
  after(() => site.close());

  const opens = (change: Record<string, unknown> = {}) => ({
    deviceIds: [light],
    path: handle,
    body: { command: 'open', reason: 'test' },
    ...change,
  });
  const created = () => [...site.requests('batchCommands.create'), ...site.requests('batchCommands.createSun')].length;

  it('runs at once on every given device, and is awaited with its progress', async () => {
    const operator = site.batches();
    const result = await site.settle(operator.create(opens({ deviceIds: [light, oven] }), site.batchRequest()));
    assert.equal(result.outcome, 'accepted');
    const seen: string[] = [];
    const onProgress = ({ succeeded, total }: { succeeded: number; total: number }) =>
      seen.push(`${succeeded}/${total}`);
    const { devices, ...progress } = await site.settle(
      operator.waitForCompletion(result.id ?? '', { withinMs: 60_000, onProgress }),
    );
    assert.deepEqual(progress, {
      total: 2,
      queued: 0,
      initiated: 0,
      succeeded: 2,
      failed: 0,
      cancelled: 0,
      done: true,
    });
    assert.equal(devices.length, 2);
    assert.deepEqual([seen[0], seen.at(-1)], ['0/2', '2/2']);
    assert.deepEqual([site.position(light), site.position(oven)], ['open', 'open']);
  });

  it('counts an offline device as failed', async () => {
    site.simulator.controls.setOnline(oven, false);
    const operator = site.batches();
    const { id = '' } = await site.settle(operator.create(opens({ deviceIds: [light, oven] }), site.batchRequest()));
    const waited = await site.settle(operator.waitForCompletion(id, { withinMs: 60_000, onProgress: () => undefined }));
    assert.deepEqual([waited.succeeded, waited.failed, waited.done], [1, 1, true]);
    site.simulator.controls.setOnline(oven, true);
  });

  it('stops waiting at the deadline', async () => {
    const operator = site.batches();
    const later = opens({ startTime: site.inSeconds(3600) });
    const { id = '' } = await site.settle(operator.create(later, site.batchRequest()));
    const error = await site.refused(
      operator.waitForCompletion(id, { withinMs: 10_000, onProgress: () => undefined }),
      'TIMEOUT',
    );
    assert.match(error.message, /1 devices/);
    await site.settle(operator.cancel(id, { dryRun: false }));
    assert.equal(await site.settle(operator.isCancelled(id)), true);
  });

  it('refuses an invalid batch with all its problems, and sends nothing', async () => {
    const before = created();
    const bad = {
      path: handle,
      body: { command: 'shut', secondsUntilReset: 5, extra: 1 },
      cronSchedule: '61 8 * *  XYZ',
      timeZone: 'Mars/Olympus',
      startTime: '2030-01-02T00:00:00Z',
      endTime: '2030-01-01T00:00:00Z',
    };
    const { cause } = await site.refused(site.batches().create(bad, site.batchRequest()), 'INVALID_INPUT');
    const fields = [...new Set(cause.validations.map(({ field }) => field))].sort();
    assert.deepEqual(fields, [
      'body.command',
      'body.extra',
      'body.reason',
      'body.secondsUntilReset',
      'cronSchedule',
      'deviceIds',
      'endTime',
      'timeZone',
    ]);
    assert.equal(created(), before);
  });

  it('refuses a time that has passed, because the batch would run at once', async () => {
    const late = opens({ startTime: site.inSeconds(-1) });
    const { cause } = await site.refused(site.batches().create(late, site.batchRequest()), 'INVALID_INPUT');
    assert.deepEqual(
      cause.validations.map(({ field, rule }) => [field, rule]),
      [['startTime', 'past']],
    );
    const sun = { scheduleType: 'sunset', endTime: site.inSeconds(-1) };
    const evening = opens({ locationId: addressId, sunSchedule: sun });
    await site.refused(site.batches().create(evening, site.batchRequest()), 'INVALID_INPUT');
  });

  it('shows the exact request in a dry run and while the account is not armed, and sends nothing', async () => {
    const before = created();
    const asked: [Parameters<BatchSite['batches']>[0], boolean][] = [
      [{}, true],
      [{ armed: false }, false],
    ];
    for (const [safety, dryRun] of asked) {
      const result = await site.settle(site.batches(safety).create(opens(), site.batchRequest({ dryRun })));
      assert.equal(result.outcome, 'dry-run');
      assert.equal(result.request?.method, 'POST');
      assert.match(result.request?.url ?? '', /\/deviceBatchCommands$/);
      assert.deepEqual(result.request?.body, opens());
    }
    const cancelled = await site.settle(site.batches({ armed: false }).cancel('any', { dryRun: false }));
    assert.equal(cancelled.outcome, 'dry-run');
    assert.equal(created(), before);
    assert.equal(site.requests('batchCommands.cancel').filter(({ path }) => path.includes('any')).length, 0);
  });

  it('sends the ids of the breakers of a location, so that only checked breakers are operated', async () => {
    const batch = { locationId: addressId, path: handle, body: { command: 'open', reason: 'test' } };
    const result = await site.settle(
      site.batches().create({ ...batch, startTime: site.inSeconds(3600) }, site.batchRequest({ picked: false })),
    );
    const breakers = site.simulator.controls.devices().filter(({ hardwareType }) => hardwareType === 'emcb');
    assert.deepEqual([...(result.batch?.deviceIds ?? [])].sort(), breakers.map(({ id }) => id).sort());
    await site.settle(site.batches().cancel(result.id ?? '', { dryRun: false }));
  });

  it('tells which devices of a location are left out because nobody knows what they are', async () => {
    const listing = (...data: readonly object[]) => ({ list: async () => data }) as unknown as Client;
    const order = { locationId: addressId, path: handle, body: { command: 'open', reason: 'test' } } as const;
    const told: string[] = [];
    const rules = {
      maxDevices: 10,
      picked: false,
      namesEach: false,
      onUnknownType: (ids: readonly string[]) => told.push(...ids),
    };
    const [breaker, unknown] = [{ id: 'b', hardwareType: 'emcb' }, { id: 'u' }];
    const { deviceIds } = await withDeviceIds(listing(breaker, unknown), order as unknown as BatchBody, rules);
    assert.deepEqual([deviceIds, told], [['b'], ['u']]);
    await assert.rejects(
      withDeviceIds(listing(unknown), order as unknown as BatchBody, rules),
      ({ cause }: ClientError) => {
        assert.deepEqual(
          cause.validations.map(({ rule, params }) => [rule, params?.count]),
          [['noDeviceFitsKnown', 1]],
        );
        return true;
      },
    );
  });

  it('lets the service select the devices for a setting if no device is protected', async () => {
    const path = '/telemetry/settings/alignment';
    const batch = { locationId: panelId, path, body: { alignment: 'clock' } };
    assert.deepEqual(await site.settle(site.batches().prepare(batch, { picked: false })), batch);
    const guarded = await site.settle(site.batches({ protectedLoads: ['oven'] }).prepare(batch, { picked: false }));
    assert(guarded.deviceIds !== undefined && guarded.deviceIds.length > 0, 'checked devices are listed');
    const { outcome } = await site.settle(site.batches().create(batch, site.batchRequest({ picked: false })));
    assert.equal(outcome, 'accepted');
  });

  it('takes the sun of the nearest address with coordinates, and operates what the named location has', async () => {
    const sunSchedule = { scheduleType: 'sunset' };
    const evening = { locationId: panelId, path: handle, body: { command: 'open', reason: 'test' }, sunSchedule };
    const all = {
      locationId: garageId,
      path: '/telemetry/settings/alignment',
      body: { alignment: 'clock' },
      sunSchedule,
    };
    const idsOf = (hardware: string) =>
      site.simulator.controls
        .devices()
        .filter(({ hardwareType }) => hardwareType === hardware)
        .map(({ id }) => id)
        .sort();
    for (const [order, ids] of [
      [evening, idsOf('emcb')],
      [all, idsOf('ev-emcb')],
    ] as const) {
      const result = await site.settle(site.batches().create(order, site.batchRequest({ picked: false })));
      assert.equal(result.batch?.locationId, addressId);
      assert.deepEqual([...(result.batch?.deviceIds ?? [])].sort(), ids);
      await site.settle(site.batches().cancel(result.id ?? '', { dryRun: false }));
    }
    const atHome = { ...all, locationId: addressId };
    assert.deepEqual(await site.settle(site.batches().prepare(atHome, { picked: false })), atHome);
  });

  it('takes the sun of the nearest address for named devices, too, and shows it in a dry run', async () => {
    const order = opens({ locationId: panelId, sunSchedule: { scheduleType: 'sunset' } });
    const { request } = await site.settle(site.batches().create(order, site.batchRequest({ dryRun: true })));
    assert.deepEqual(request?.body, { ...order, locationId: addressId });
  });

  describe('refuses', () => {
    const never = async (code: Parameters<BatchSite['refused']>[1], promise: Promise<unknown>) => {
      const before = created();
      const error = await site.refused(promise, code);
      assert.equal(created(), before);
      return error;
    };

    it('protected devices and loads, with one problem each', async () => {
      const operator = site.batches({ protectedDevices: [light], protectedLoads: ['OVEN'] });
      const order = opens({ deviceIds: [light, oven] });
      const { cause } = await never('BLOCKED_BY_INTERLOCK', operator.create(order, site.batchRequest()));
      assert.deepEqual(
        cause.validations.map(({ field }) => field),
        ['deviceIds[0]', 'deviceIds[1]'],
      );
      await never('BLOCKED_BY_INTERLOCK', operator.create(order, site.batchRequest({ dryRun: true })));
    });

    it('settings of protected devices and loads, also below a location', async () => {
      const sets = { path: '/telemetry/settings/alignment', body: { alignment: 'clock' } };
      const operator = site.batches({ protectedDevices: [light], protectedLoads: ['OVEN'] });
      const { cause, message } = await never(
        'BLOCKED_BY_INTERLOCK',
        operator.create({ ...sets, deviceIds: [light, oven] }, site.batchRequest()),
      );
      assert.equal(cause.validations.length, 2);
      assert.match(message, /is protected: its settings are not changed; .*feeds a protected load/);
      await never(
        'BLOCKED_BY_INTERLOCK',
        operator.create({ ...sets, deviceIds: [light] }, site.batchRequest({ dryRun: true })),
      );
      const request = site.batchRequest({ picked: false });
      await never('BLOCKED_BY_INTERLOCK', operator.create({ ...sets, locationId: panelId }, request));
    });

    it('a location with a protected breaker', async () => {
      const order = opens({ deviceIds: undefined, locationId: panelId });
      const operator = site.batches({ protectedDevices: [light] });
      await never('BLOCKED_BY_INTERLOCK', operator.create(order, site.batchRequest({ picked: false })));
    });

    it('more devices than the ceiling, unless they were picked one by one', async () => {
      const operator = site.batches({ maxDevices: 1 });
      const two = opens({ deviceIds: [light, oven], startTime: site.inSeconds(3600) });
      await never('BLOCKED_BY_INTERLOCK', operator.create(two, site.batchRequest({ picked: false })));
      const whole = opens({ deviceIds: undefined, locationId: panelId });
      await never('BLOCKED_BY_INTERLOCK', operator.create(whole, site.batchRequest({ picked: false })));
      const result = await site.settle(operator.create(two, site.batchRequest()));
      assert.equal(result.outcome, 'accepted');
      await site.settle(operator.cancel(result.id ?? '', { dryRun: false }));
    });

    it('an EV charger, which has no remote handle', async () => {
      await never('WRONG_HARDWARE', site.batches().create(opens({ deviceIds: [charger] }), site.batchRequest()));
    });

    it('a sun rule at a location that neither has coordinates nor lies within one that does', async () => {
      const order = opens({ locationId: regionId, sunSchedule: { scheduleType: 'sunset' } });
      const { cause } = await never('INVALID_INPUT', site.batches().create(order, site.batchRequest()));
      assert.deepEqual(
        cause.validations.map(({ field, rule }) => [field, rule]),
        [['locationId', 'coordinates']],
      );
    });

    it('expired, retained and muted commands', async () => {
      const now = site.clock.now();
      await never('COMMAND_EXPIRED', site.batches().create(opens(), site.batchRequest({ madeAt: now - 11_000 })));
      await never('COMMAND_EXPIRED', site.batches().create(opens(), site.batchRequest({ retained: true })));
      const justStarted = { startedAt: now - 1_000, startedAtMs: site.clock.monotonicMs() - 1_000 };
      await never('MUTED', site.batches().create(opens(), site.batchRequest(justStarted)));
    });

    it('an unconfirmed close of a breaker that was opened by hand, unless it runs later', async () => {
      site.simulator.controls.moveMainHandle(oven, 'open');
      const closes = opens({ deviceIds: [oven], body: { command: 'close', reason: 'test' } });
      await never('CONFIRMATION_NEEDED', site.batches().create(closes, site.batchRequest()));
      const later = { ...closes, startTime: site.inSeconds(3600) };
      const { id = '' } = await site.settle(site.batches().create(later, site.batchRequest()));
      await site.settle(site.batches().cancel(id, { dryRun: false }));
      const confirmed = await site.settle(site.batches().create(closes, site.batchRequest({ confirmed: true })));
      assert.equal(confirmed.outcome, 'accepted');
      site.simulator.controls.moveMainHandle(oven, 'closed');
    });
  });

  it('is created once when the answer is lost, with the outcome confirmed', async () => {
    const before = (await site.settle(site.batches().list(undefined))).length;
    site.simulator.controls.faults.inject({
      kind: 'reset-after',
      match: { operation: 'batchCommands.create' },
      times: 1,
    });
    const order = opens({ startTime: site.inSeconds(7200) });
    const result = await site.settle(site.batches().create(order, site.batchRequest()));
    assert.equal(result.outcome, 'confirmed');
    assert.equal((await site.settle(site.batches().list(undefined))).length, before + 1);
  });
});

describe('spec 3 the progress of a batch', () => {
  const progress = (...statuses: string[]) =>
    progressOf(statuses.map((status, index) => ({ deviceId: String(index), status })));

  it('is done when no device can change any more', () => {
    assert.equal(progress('succeeded', 'failed', 'updated', 'cancelled').done, true);
    for (const open of ['queued', 'initiated', 'paused']) assert.equal(progress('succeeded', open).done, false);
    assert.equal(progress().done, false);
  });

  it('counts devices cancelled before and after the start as cancelled', () => {
    assert.equal(progress('updated', 'cancelled', 'failed').cancelled, 2);
  });
});
