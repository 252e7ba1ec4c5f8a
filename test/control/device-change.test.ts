import assert from 'node:assert/strict';
import type { Client } from '../../src/client';
import { createDeviceOperator, type DeviceSettings, readDeviceSettings } from '../../src/control';
import { type DeviceSite, startDeviceSite } from './device-site';
import { usualSafety } from './operated-site';

const blue = { red: 0, green: 0, blue: 255 };
const colors = { led1: blue, led2: blue, led3: blue, led4: blue, led5: blue };
const writes = ['bargraphColors.set', 'bargraphMode.set', 'loadPresentThreshold.set', 'dataReportRate.set'] as const;

describe('spec 2.3, 4.3 the settings of a device', () => {
  let site: DeviceSite;
  beforeEach(async () => {
    site = await startDeviceSite();
  });
  afterEach(() => site.close());

  const set = (settings: DeviceSettings, more = {}) =>
    site.settle(site.devices().set(site.ask(site.rack, more), settings));
  const sent = () => writes.flatMap((id) => site.requests(id).map(({ operation }) => operation));

  it('colours are written before the bargraph mode', async () => {
    const result = await set({ bargraphMode: { mode: 'user-defined' }, bargraphColors: colors });
    assert.deepEqual([result.outcome, result.changed], ['confirmed', ['bargraphColors', 'bargraphMode']]);
    const [first, second] = site.simulator.controls.requests.filter(({ method }) => method === 'PUT');
    assert.deepEqual([first?.operation, second?.operation], ['bargraphColors.set', 'bargraphMode.set']);
  });

  it('an equal setting is not sent', async () => {
    await set({ bargraphMode: { mode: 'user-defined' }, bargraphColors: colors });
    const before = sent().length;
    const again = await set({ bargraphMode: { mode: 'user-defined' }, bargraphColors: colors });
    assert.deepEqual([again.outcome, again.changed, sent().length - before], ['unchanged', [], 0]);
    const other = await set({ bargraphColors: { ...colors, led5: { ...blue, blue: 254 } } });
    assert.deepEqual([other.outcome, other.changed], ['confirmed', ['bargraphColors']]);
  });

  it('the report rate is read back from the reports of the device', async () => {
    const result = await set({ dataReportRate: { dataReportRate: 60 }, telemetryAlignment: { alignment: 'clock' } });
    assert.equal(result.outcome, 'confirmed');
    const read = await site.settle(readDeviceSettings(site.client(), site.rack));
    assert.deepEqual(read, {
      bargraphMode: 'track-meter-data',
      loadPresentThreshold: 100,
      alignment: 'clock',
      dataReportRate: 60,
    });
  });

  it('a dry run sends nothing and shows every request', async () => {
    const result = await site.settle(
      site.devices({ armed: false }).set(site.ask(site.rack), {
        bargraphMode: { mode: 'user-defined' },
        bargraphColors: colors,
      }),
    );
    assert.equal(result.outcome, 'dry-run');
    assert.deepEqual(
      result.requests?.map(({ method, url, body }) => [method, url.split('/api/v1')[1], body]),
      [
        ['PUT', `/devices/${site.rack}/bargraph/settings/colors`, colors],
        ['PUT', `/devices/${site.rack}/bargraph/settings/mode`, { mode: 'user-defined' }],
      ],
    );
    assert.deepEqual(sent(), []);
  });

  it('a device that is offline is not set', async () => {
    site.simulator.controls.setOnline(site.rack, false);
    const ended = site.devices().set(site.ask(site.rack), { loadPresentThreshold: { loadPresentThreshold: 7 } });
    await site.refused(ended, 'DEVICE_OFFLINE');
  });

  it('an error names the settings that were written before it', async () => {
    site.simulator.controls.faults.inject({
      kind: 'error',
      status: 403,
      message: 'no',
      match: { operation: 'bargraphMode.set' },
    });
    const ended = site.devices().set(site.ask(site.rack), {
      bargraphMode: { mode: 'user-defined' },
      bargraphColors: colors,
    });
    assert.match((await site.refused(ended, 'FORBIDDEN')).message, /written before: bargraphColors/);
  });

  it('a lost answer is reconciled by a read', async () => {
    site.simulator.controls.faults.inject({ kind: 'reset-after', match: { operation: 'loadPresentThreshold.set' } });
    const result = await set({ loadPresentThreshold: { loadPresentThreshold: 250 } });
    assert.equal(result.outcome, 'confirmed');
  });

  it('invalid values are refused before anything is read or sent', async () => {
    const bad = { ...colors, led2: { red: 0, green: 300, blue: 0 } };
    const error = await site.refused(
      site.devices().set(site.ask(site.rack), { bargraphColors: bad, bargraphMode: { mode: 'user-defined' } }),
      'INVALID_INPUT',
    );
    assert.deepEqual(
      error.cause.validations.map(({ field }) => field),
      ['led2.green'],
    );
    assert.equal(site.simulator.controls.requests.length, 0);
  });
});

describe('spec 4.2 moving, naming, restarting and decommissioning', () => {
  let site: DeviceSite;
  let place: string;
  let address: string;
  beforeEach(async () => {
    site = await startDeviceSite();
    const { data } = await site.settle(site.client().call('locations.list', {}));
    const here = site.state(site.rack)?.locationId;
    place = data.find(({ id, locationType }) => locationType === 'equipment' && id !== here)?.id ?? assert.fail();
    address = data.find(({ locationType }) => locationType === 'address')?.id ?? assert.fail();
  });
  afterEach(() => site.close());
  const patches = () => site.requests('devices.update').length;

  it('a moved device keeps all fields of its load', async () => {
    const moved = await site.settle(site.devices().update(site.ask(site.rack), { locationId: place }));
    assert.deepEqual([moved.outcome, moved.changed], ['confirmed', ['locationId']]);
    assert.equal(site.state(site.rack)?.locationId, place);
    const named = await site.settle(site.devices().update(site.ask(site.rack), { loadDetails: { modelName: 'R14' } }));
    assert.deepEqual([named.outcome, named.changed], ['confirmed', ['loadDetails']]);
    assert.deepEqual(site.requests('devices.update').length, 2);
    assert.deepEqual(site.state(site.rack)?.loadDetails, {
      type: 'server-rack',
      manufacturerName: 'Quadrant',
      modelName: 'R14',
    });
  });

  it('an equal setting is not sent', async () => {
    const locationId = site.state(site.rack)?.locationId ?? '';
    const change = { locationId, loadDetails: { type: 'server-rack' } };
    const result = await site.settle(site.devices().update(site.ask(site.rack), change));
    assert.deepEqual([result.outcome, patches()], ['unchanged', 0]);
  });

  it('the new location must be a known equipment location', async () => {
    const move = (locationId: string) => site.devices().update(site.ask(site.rack), { locationId });
    assert.match((await site.refused(move(address), 'INVALID_INPUT')).cause.validations[0]?.message ?? '', /equipment/);
    const { cause } = await site.refused(move('nowhere'), 'INVALID_INPUT');
    assert.deepEqual(
      [cause.validations[0]?.field, cause.validations[0]?.rule, patches()],
      ['locationId', 'unknownLocation', 0],
    );
  });

  it('a location of another organization is refused', async () => {
    const client = site.client();
    const foreign: Client = {
      ...client,
      call: async (id, input, options) => {
        const reply = await client.call(id, input, options);
        const isThere = id === 'locations.get' && (reply.data as { id: string }).id === place;
        return isThere ? { ...reply, data: { ...(reply.data as object), organizationId: 'theirs' } as never } : reply;
      },
    };
    const operator = createDeviceOperator(foreign, site.clock, usualSafety);
    const { cause } = await site.refused(operator.update(site.ask(site.rack), { locationId: place }), 'INVALID_INPUT');
    assert.deepEqual([cause.validations[0]?.rule, patches()], ['organization', 0]);
  });

  it('a new load type cannot end the protection of a load', async () => {
    const operator = site.devices({ protectedLoads: ['Server-Rack'] });
    const named = (type: string) => operator.update(site.ask(site.rack), { loadDetails: { type } });
    await site.refused(named('lighting'), 'BLOCKED_BY_INTERLOCK');
    assert.equal(patches(), 0);
    const model = await site.settle(operator.update(site.ask(site.rack), { loadDetails: { modelName: 'R13' } }));
    assert.equal(model.outcome, 'confirmed');
  });

  for (const [what, safety] of [
    ['a protected device', () => ({ protectedDevices: [site.rack] })],
    ['a device that feeds a protected load', () => ({ protectedLoads: ['Server-Rack'] })],
    ['a protected device in a dry run', () => ({ protectedDevices: [site.rack], armed: false })],
  ] as const)
    it(`${what} keeps its settings, and the error has the reason`, async () => {
      const setting = site.devices(safety()).set(site.ask(site.rack), { dataReportRate: { dataReportRate: 600 } });
      const { message, cause } = await site.refused(setting, 'BLOCKED_BY_INTERLOCK');
      assert.match(message, /protected.*: its settings are not changed/);
      assert.deepEqual([cause.operation, site.requests('dataReportRate.set').length], ['dataReportRate.set', 0]);
    });

  it('a restart is sent once, and never to a protected device or load', async () => {
    const boots = site.state(site.rack)?.boots ?? 0;
    const result = await site.settle(site.devices().restart(site.ask(site.rack)));
    assert.deepEqual([result.outcome, site.state(site.rack)?.boots], ['accepted', boots + 1]);
    await site.refused(
      site.devices({ protectedDevices: [site.rack] }).restart(site.ask(site.rack)),
      'BLOCKED_BY_INTERLOCK',
    );
    await site.refused(
      site.devices({ protectedLoads: ['server-rack'] }).restart(site.ask(site.rack)),
      'BLOCKED_BY_INTERLOCK',
    );
    assert.equal(site.requests('devices.restart').length, 1);
  });

  it('a restart with a lost answer is unknown, and not resent', async () => {
    site.simulator.controls.faults.inject({ kind: 'reset-after', match: { operation: 'devices.restart' } });
    const result = await site.settle(site.devices().restart(site.ask(site.rack)));
    assert.deepEqual([result.outcome, site.requests('devices.restart').length], ['unknown', 1]);
  });

  for (const confirm of [undefined, true, 'yes', 'another-id'])
    it(`decommissioning with confirm ${String(confirm)} is refused`, async () => {
      await site.refused(site.devices().decommission(site.ask(site.rack), confirm), 'CONFIRMATION_NEEDED');
      assert.equal(site.requests('devices.decommission').length, 0);
    });

  it('a confirmed decommissioning removes the device, which is read back', async () => {
    const result = await site.settle(site.devices().decommission(site.ask(site.rack), site.rack));
    assert.equal(result.outcome, 'confirmed');
    assert.equal(site.state(site.rack), undefined);
  });

  it('a lost answer to a decommissioning is reconciled by reading the device, and never resent', async () => {
    site.simulator.controls.faults.inject({ kind: 'reset-after', match: { operation: 'devices.decommission' } });
    const result = await site.settle(site.devices().decommission(site.ask(site.rack), site.rack));
    assert.deepEqual([result.outcome, site.requests('devices.decommission').length], ['confirmed', 1]);
  });

  it('a request that was lost before its execution has an unknown outcome', async () => {
    site.simulator.controls.faults.inject({ kind: 'reset-before', match: { operation: 'devices.decommission' } });
    const result = await site.settle(site.devices().decommission(site.ask(site.rack), site.rack));
    assert.equal(result.outcome, 'unknown');
    assert(site.state(site.rack) !== undefined);
  });

  it('spec 3: a device that is offline, or protected, is not decommissioned; a dry run shows the request', async () => {
    const ask = site.ask(site.rack);
    await site.refused(
      site.devices({ protectedDevices: [site.rack] }).decommission(ask, site.rack),
      'BLOCKED_BY_INTERLOCK',
    );
    const dry = await site.settle(site.devices({ armed: false }).decommission(ask, site.rack));
    assert.deepEqual([dry.outcome, dry.requests?.[0]?.method], ['dry-run', 'DELETE']);
    site.simulator.controls.setOnline(site.rack, false);
    await site.refused(site.devices().decommission(ask, site.rack), 'DEVICE_OFFLINE');
    assert(site.state(site.rack) !== undefined);
  });

  it('a command that is expired, retained or muted is not sent', async () => {
    const restart = (more: object) => site.devices().restart(site.ask(site.rack, more));
    await site.refused(restart({ retained: true }), 'COMMAND_EXPIRED');
    await site.refused(restart({ receivedAtMs: site.clock.monotonicMs() - 60_000 }), 'COMMAND_EXPIRED');
    const now = { startedAt: site.clock.now(), startedAtMs: site.clock.monotonicMs() };
    await site.refused(restart(now), 'MUTED');
    assert.equal(site.requests('devices.restart').length, 0);
  });
});
