import assert from 'node:assert/strict';
import type { InputOf } from '../../../src/catalog';
import { batchRun } from '../../../src/simulator/processes/batch-run';
import { ids, smallState } from '../small-state';
import {
  at,
  criterion,
  day,
  hour,
  items,
  minute,
  refused,
  type SmallService,
  second,
  smallService,
  start,
} from './small-service';

type Creation = InputOf<'batchCommands.create'>['body'];
type SunCreation = InputOf<'batchCommands.createSun'>['body'];

const open = { path: '/breaker/remoteHandle/position', body: { command: 'open', reason: 'batch' } } as const;

function create(service: SmallService, about: Partial<Creation> = {}): string {
  return service.call('org', 'batchCommands.create', { body: { deviceIds: [ids.oven], ...open, ...about } }).id;
}

function createSun(service: SmallService, sunSchedule: SunCreation['sunSchedule'], about: Partial<SunCreation> = {}) {
  const body = { locationId: ids.house, deviceIds: [ids.oven], sunSchedule, ...open, ...about };
  return service.call('org', 'batchCommands.createSun', { body });
}

function statuses(service: SmallService, id: string): (string | undefined)[] {
  return items(service.call('org', 'batchCommands.devices', { path: { id } })).map(({ status }) => status);
}

function cancel(service: SmallService, id: string) {
  return service.call('org', 'batchCommands.cancel', { path: { id } });
}

function openings(service: SmallService): string[] {
  return service.deviceOf(ids.oven).handleHistory.map((event) => at(event.at));
}

describe('spec 3 batch command status', () => {
  it('without a start time it runs immediately: initiated, then succeeded', async () => {
    const service = smallService();
    const id = create(service);
    assert.deepEqual(statuses(service, id), ['initiated']);
    await service.advance(second);
    assert.deepEqual(statuses(service, id), ['succeeded']);
    assert.equal(service.deviceOf(ids.oven).remoteHandle, 'open');
    assert.equal(service.deviceOf(ids.oven).handleHistory[0]?.source, 'deviceBatchCommand');
  });

  it('queued until its start time, then initiated, then succeeded', async () => {
    const service = smallService();
    const id = create(service, { startTime: at(start + hour) });
    assert.deepEqual(statuses(service, id), ['queued']);
    await service.advance(hour - 1);
    assert.deepEqual(statuses(service, id), ['queued']);
    await service.advance(1);
    assert.deepEqual(statuses(service, id), ['initiated']);
    assert.equal(service.deviceOf(ids.oven).remoteHandle, 'closed');
    await service.advance(second);
    assert.deepEqual(statuses(service, id), ['succeeded']);
    assert.equal(service.deviceOf(ids.oven).remoteHandle, 'open');
  });

  it('a device that is offline fails, the others succeed', async () => {
    const service = smallService();
    service.deviceOf(ids.oven).online = false;
    const id = create(service, { deviceIds: [ids.oven, ids.lights] });
    await service.advance(second);
    assert.deepEqual(statuses(service, id), ['failed', 'succeeded']);
  });

  it('the wrong hardware fails', async () => {
    const service = smallService();
    const id = create(service, { deviceIds: [ids.charger] });
    await service.advance(second);
    assert.deepEqual(statuses(service, id), ['failed']);
    assert.equal(service.deviceOf(ids.charger).remoteHandle, 'closed');
  });

  it('a device that is gone by then fails', async () => {
    const service = smallService();
    const id = create(service, { startTime: at(start + hour) });
    service.state.devices = [];
    await service.advance(2 * hour);
    assert.deepEqual(statuses(service, id), ['failed']);
  });

  it('cancelled before its start: updated, and it never runs', async () => {
    const service = smallService();
    const id = create(service, { startTime: at(start + hour) });
    cancel(service, id);
    assert.deepEqual(statuses(service, id), ['updated']);
    await service.advance(2 * hour);
    assert.deepEqual(statuses(service, id), ['updated']);
    assert.equal(service.deviceOf(ids.oven).remoteHandle, 'closed');
  });

  it('a recurring batch goes back to queued after a run', async () => {
    const service = smallService();
    const id = create(service, { cronSchedule: '0 * * * *' });
    await service.advance(hour);
    assert.deepEqual(statuses(service, id), ['initiated']);
    await service.advance(second);
    assert.deepEqual(statuses(service, id), ['succeeded']);
    await service.advance(minute);
    assert.deepEqual(statuses(service, id), ['queued']);
  });

  it('a recurring batch cancelled after its first run: cancelled', async () => {
    const service = smallService();
    const id = create(service, { cronSchedule: '0 * * * *' });
    await service.advance(hour + minute);
    cancel(service, id);
    assert.deepEqual(statuses(service, id), ['cancelled']);
    service.deviceOf(ids.oven).remoteHandle = 'closed';
    await service.advance(day);
    assert.equal(service.deviceOf(ids.oven).remoteHandle, 'closed');
  });

  it('spec 7, 400: cancelling a batch command that is in progress', () => {
    const service = smallService();
    const id = create(service);
    refused(400, () => cancel(service, id));
    assert.deepEqual(statuses(service, id), ['initiated']);
  });

  it('spec 7, 400: cancelling a batch command that is completed', async () => {
    const service = smallService();
    const id = create(service);
    await service.advance(minute);
    refused(400, () => cancel(service, id));
    assert.deepEqual(statuses(service, id), ['succeeded']);
  });

  it('spec 7, 400: cancelling a batch command twice', () => {
    const service = smallService();
    const id = create(service, { startTime: at(start + hour) });
    cancel(service, id);
    refused(400, () => cancel(service, id));
  });
});

describe('spec 4.4 schedules', () => {
  it('a cron is read in its time zone', async () => {
    const service = smallService();
    create(service, {
      cronSchedule: '30 8 * * *',
      timeZone: 'America/New_York',
      path: '/breaker/remoteHandle/position',
    });
    await service.advance(hour + 30 * minute);
    assert.deepEqual(openings(service), []);
    await service.advance(second);
    assert.deepEqual(openings(service), [at(start + hour + 30 * minute + second)]);
  });

  it('a cron without a time zone is read in UTC', async () => {
    const service = smallService();
    create(service, { cronSchedule: '30 13 * * *' });
    await service.advance(hour + 31 * minute);
    assert.deepEqual(openings(service), [at(start + hour + 30 * minute + second)]);
  });

  it('a cron starts at startTime and ends at endTime', async () => {
    const service = smallService();
    const id = create(service, {
      path: '/meter/settings/loadPresentThreshold',
      body: { loadPresentThreshold: 7 },
      cronSchedule: '0 * * * *',
      startTime: at(start + 3 * hour),
      endTime: at(start + 4 * hour),
    });
    await service.advance(2 * hour + minute);
    assert.equal(service.deviceOf(ids.oven).settings.loadPresentThreshold, 100);
    await service.advance(hour);
    assert.equal(service.deviceOf(ids.oven).settings.loadPresentThreshold, 7);
    assert.deepEqual(statuses(service, id), ['queued']);
    await service.advance(hour);
    assert.deepEqual(statuses(service, id), ['succeeded']);
    refused(400, () => cancel(service, id));
  });

  it('spec 8: endTime is 100 years from now by default, for a cron only', () => {
    const service = smallService();
    const schedule = (id: string) => service.call('org', 'batchCommands.get', { path: { id } }).clockSchedule;
    assert.deepEqual(schedule(create(service, { cronSchedule: '0 * * * *' })), {
      cronSchedule: '0 * * * *',
      timeZone: 'UTC',
      endTime: '2126-01-15T12:00:00.000Z',
    });
    assert.deepEqual(schedule(create(service)), {});
  });

  it('endTime and timeZone are only accepted with a cron', () => {
    const service = smallService();
    refused(400, () => create(service, { endTime: at(start + hour) }), 'endTime');
    refused(400, () => create(service, { timeZone: 'UTC' }), 'timeZone');
  });

  it('a cron, a time zone or a range that cannot be is refused', () => {
    const service = smallService();
    refused(400, () => create(service, { cronSchedule: '@daily' }), 'cronSchedule');
    refused(400, () => create(service, { cronSchedule: '0 25 * * *' }), 'cronSchedule');
    refused(400, () => create(service, { cronSchedule: '0 * * * *', timeZone: 'Mars/Olympus' }), 'timeZone');
    refused(400, () => create(service, { cronSchedule: '0 0 30 2 *' }), 'cronSchedule');
    const range = { cronSchedule: '0 * * * *', startTime: at(start + 2 * hour), endTime: at(start + hour) };
    refused(400, () => create(service, range), 'endTime');
    refused(400, () => create(service, { cronSchedule: '0 * * * *', endTime: at(start) }), 'endTime');
    refused(400, () => create(service, { cronSchedule: '0 0 * * *', endTime: at(start + hour) }), 'cronSchedule');
  });

  it('runs missed while the service was down are not replayed: it resumes at the next run', async () => {
    const before = smallService();
    const recurring = create(before, { cronSchedule: '0 * * * *' });
    const once = create(before, { startTime: at(start + hour), deviceIds: [ids.lights] });
    const later = create(before, { startTime: at(start + 10 * hour), deviceIds: [ids.lights] });
    const after = smallService(structuredClone(before.state), start + 5 * hour + 30 * minute);
    batchRun.resume?.(after.context, after.clock.now());
    await after.advance(minute);
    assert.deepEqual(openings(after), []);
    assert.deepEqual(statuses(after, recurring), ['queued']);
    assert.deepEqual(statuses(after, once), ['failed']);
    assert.deepEqual(statuses(after, later), ['queued']);
    assert.equal(after.deviceOf(ids.lights).remoteHandle, 'closed');
    await after.advance(30 * minute);
    assert.deepEqual(openings(after), [at(start + 6 * hour + second)]);
  });
});

describe('spec 4.4 sun batch commands', () => {
  // U.S. Naval Observatory, Fredonia in Arizona (UTC-7), 11 January 2023, to the minute.
  const fredonia = { latitude: '36.95', longitude: '-112.52' };
  const almanac = { sunrise: Date.UTC(2023, 0, 11, 14, 43), sunset: Date.UTC(2023, 0, 12, 0, 33) };

  for (const scheduleType of ['sunrise', 'sunset'] as const)
    it(`runs at ${scheduleType} at the coordinates of its location`, async () => {
      const midnight = Date.UTC(2023, 0, 11, 7);
      const service = smallService(smallState(midnight), midnight);
      const house = service.state.locations.find(({ id }) => id === ids.house);
      if (house !== undefined) house.details.address = { coordinates: fredonia };
      assert.equal(createSun(service, { scheduleType }).type, 'deviceSunBatchCommand');
      await service.advance(day);
      const [opened] = service.deviceOf(ids.oven).handleHistory;
      assert.equal(opened?.source, 'deviceSunBatchCommand');
      assert.ok(Math.abs((opened?.at ?? 0) - almanac[scheduleType]) <= minute, at(opened?.at ?? 0));
    });

  it('an offset counts minutes, before the event when negative', async () => {
    const ranAt = async (offset: number) => {
      const service = smallService();
      createSun(service, { scheduleType: 'sunset', offset });
      await service.advance(day);
      return service.deviceOf(ids.oven).handleHistory[0]?.at ?? 0;
    };
    const [early, exact, late] = [await ranAt(-45), await ranAt(0), await ranAt(30)];
    assert.equal(early - exact, -45 * minute);
    assert.equal(late - exact, 30 * minute);
  });

  it('runs every day, until it ends', async () => {
    const service = smallService();
    const schedule = { scheduleType: 'sunset', endTime: at(start + 2 * day) } as const;
    const { id } = createSun(service, schedule);
    await service.advance(day);
    assert.deepEqual(statuses(service, id), ['queued']);
    await service.advance(day);
    assert.deepEqual(statuses(service, id), ['succeeded']);
    refused(400, () => cancel(service, id));
  });

  it('a cron limits its days', async () => {
    const service = smallService();
    // Thursday is today; the sunset of Saturday is the first to count.
    createSun(service, { scheduleType: 'sunset', cronSchedule: '0 0 * * 6' });
    await service.advance(2 * day);
    assert.deepEqual(openings(service), []);
    await service.advance(day);
    assert.equal(openings(service).length, 1);
  });

  it('needs a location of type address with coordinates', () => {
    const service = smallService();
    for (const locationId of [ids.campus, ids.panel])
      refused(400, () => createSun(service, { scheduleType: 'sunset' }, { locationId }), 'locationId');
    refused(400, () => createSun(service, { scheduleType: 'sunset' }, { locationId: 'gone' }), 'locationId');
    const house = service.state.locations.find(({ id }) => id === ids.house);
    delete house?.details.address?.coordinates;
    refused(400, () => createSun(service, { scheduleType: 'sunset' }), 'locationId');
  });

  it('ends when the location loses its coordinates', async () => {
    const service = smallService();
    const { id } = createSun(service, { scheduleType: 'sunset' });
    const house = service.state.locations.find((location) => location.id === ids.house);
    delete house?.details.address?.coordinates;
    await service.advance(2 * day);
    assert.deepEqual(statuses(service, id), ['succeeded']);
  });
});

describe('spec 4.4 what a batch commands', () => {
  it('devices are named, or those at or below a location', () => {
    const service = smallService();
    const deviceIds = (id: string) => service.call('org', 'batchCommands.get', { path: { id } }).deviceIds;
    const { deviceIds: _, ...everywhere } = { deviceIds: [], ...open };
    const body = { ...everywhere, locationId: ids.campus };
    const { id } = service.call('org', 'batchCommands.create', { body });
    assert.deepEqual(deviceIds(id), [ids.oven, ids.lights, ids.charger]);
    assert.deepEqual(deviceIds(create(service, { deviceIds: [ids.lights] })), [ids.lights]);
    refused(400, () => service.call('org', 'batchCommands.create', { body: everywhere }), 'deviceIds');
  });

  it('devices and location belong to the organization', () => {
    const service = smallService();
    refused(400, () => create(service, { deviceIds: [ids.oven, ids.foreign] }), 'deviceIds');
    refused(400, () => create(service, { locationId: ids.otherPanel }), 'locationId');
  });

  it('the body is checked against the operation at its path', () => {
    const service = smallService();
    const refuses = (path: Creation['path'], body: unknown, field: string) =>
      refused(400, () => create(service, { path, body }), field);
    const black = { red: 0, green: 0, blue: 0 };
    refuses('/breaker/remoteHandle/position', { command: 'open' }, 'body.reason');
    refuses('/breaker/remoteHandle/position', { command: 'toggle', reason: 'x' }, 'body.command');
    refuses('/bargraph/settings/mode', { mode: 'disco' }, 'body.mode');
    refuses('/bargraph/settings/colors', { led1: black, led2: black, led3: black, led4: black }, 'body.led5');
    refuses('/meter/settings/loadPresentThreshold', { loadPresentThreshold: 0 }, 'body.loadPresentThreshold');
    refuses('/telemetry/settings/alignment', {}, 'body.alignment');
    refuses('/meter/settings/waveformConfiguration', { p0mVSag: 130_000 }, 'body.p0mVSag');
    refuses(
      '/breaker/remoteHandle/position',
      { command: 'close', reason: 'x', secondsUntilReset: 20 },
      'body.secondsUntilReset',
    );
    refuses(
      '/breaker/remoteHandle/position',
      { command: 'open', reason: 'x', secondsUntilReset: 9 },
      'body.secondsUntilReset',
    );
  });

  it('each path does what the operation at that path does', async () => {
    const service = smallService();
    const color = { red: 1, green: 2, blue: 3 };
    const colors = { led1: color, led2: color, led3: color, led4: color, led5: color };
    create(service, { path: '/bargraph/settings/mode', body: { mode: 'user-defined' } });
    create(service, { path: '/bargraph/settings/colors', body: colors });
    create(service, { path: '/meter/settings/loadPresentThreshold', body: { loadPresentThreshold: 250 } });
    create(service, { path: '/telemetry/settings/alignment', body: { alignment: 'clock' } });
    create(service, { path: '/meter/settings/waveformConfiguration', body: { p0mVSag: 90_000 } });
    create(service, { body: { command: 'open', reason: 'x', secondsUntilReset: 60 } });
    await service.advance(second);
    const { settings, resetAt } = service.deviceOf(ids.oven);
    assert.equal(settings.bargraphMode, 'user-defined');
    assert.deepEqual(settings.bargraphColors, colors);
    assert.equal(settings.loadPresentThreshold, 250);
    assert.equal(settings.alignment, 'clock');
    assert.equal(settings.waveformConfiguration.p0mVSag, 90_000);
    assert.equal(settings.waveformConfiguration.p0mAOvercurrent, 60_000);
    assert.equal(resetAt, start + second + minute);
  });

  it('spec 3: a handle command to a device in an override event is stored until the event ends', async () => {
    const service = smallService();
    const { code = '' } = service.call('org', 'shareDeviceCodes.create', { body: { deviceId: ids.oven } });
    service.call('other', 'shareDeviceCodes.claim', { path: { code } });
    const body = { endTime: at(start + hour) };
    const eventId = String(service.call('other', 'overrideEvents.create', { body }).id);
    const sharedDeviceIds = [String(service.state.shareCodes[0]?.sharedDeviceId)];
    service.call('other', 'overrideEvents.addParticipations', { path: { eventId }, body: { sharedDeviceIds } });
    const stored = create(service);
    const timed = create(service, { body: { command: 'open', reason: 'x', secondsUntilReset: 60 } });
    await service.advance(minute);
    assert.deepEqual([statuses(service, stored), statuses(service, timed)], [['succeeded'], ['failed']]);
    assert.equal(service.deviceOf(ids.oven).remoteHandle, 'closed');
    await service.advance(hour);
    assert.equal(service.deviceOf(ids.oven).remoteHandle, 'open');
  });

  it('batches are listed by location or type, within the organization', () => {
    const service = smallService();
    const here = create(service, { locationId: ids.panel });
    const named = create(service);
    const { id: sun } = createSun(service, { scheduleType: 'sunrise' });
    const found = (...filter: ReturnType<typeof criterion>[]) =>
      items(service.call('org', 'batchCommands.list', { filter })).map(({ id }) => id);
    assert.deepEqual(found(), [here, named, sun]);
    assert.deepEqual(found(criterion('locationId', ids.panel)), [here]);
    assert.deepEqual(found(criterion('type', 'deviceSunBatchCommand')), [sun]);
    assert.deepEqual(service.call('other', 'batchCommands.list'), []);
    refused(404, () => service.call('other', 'batchCommands.get', { path: { id: here } }));
    refused(404, () => service.call('other', 'batchCommands.cancel', { path: { id: here } }));
    refused(404, () => service.call('other', 'batchCommands.devices', { path: { id: here } }));
  });

  it('a batch is read back as it was created', () => {
    const service = smallService();
    const startTime = at(start + hour);
    const id = create(service, { startTime });
    assert.deepEqual(service.call('org', 'batchCommands.get', { path: { id } }), {
      id,
      organizationId: ids.organization,
      type: 'deviceBatchCommand',
      deviceIds: [ids.oven],
      clockSchedule: { startTime },
      createdAt: at(start),
      ...open,
    });
    assert.deepEqual(service.call('org', 'batchCommands.devices', { path: { id } }), [
      {
        deviceId: ids.oven,
        batchCommandId: id,
        status: 'queued',
        timestamp: at(start),
        startTime,
        scheduleType: 'deviceBatchCommand',
      },
    ]);
  });
});
