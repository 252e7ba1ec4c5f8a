import assert from 'node:assert/strict';
import type { InputOf } from '../../../src/catalog';
import { operateHandle } from '../../../src/simulator/operate-handle';
import { ids } from '../small-state';
import { at, criterion, day, hour, items, refused, type SmallService, smallService, start } from './small-service';

/** Shares devices of `org` with `other` and returns the identifiers of the shared devices. */
function share(service: SmallService, ...deviceIds: string[]): string[] {
  return deviceIds.map((deviceId) => {
    const { code = '' } = service.call('org', 'shareDeviceCodes.create', { body: { deviceId } });
    service.call('other', 'shareDeviceCodes.claim', { path: { code } });
    return String(service.state.shareCodes.find((known) => known.code === code)?.sharedDeviceId);
  });
}

function newEvent(service: SmallService, body: InputOf<'overrideEvents.create'>['body'] = {}): string {
  return String(service.call('other', 'overrideEvents.create', { body }).id);
}

function add(service: SmallService, eventId: string, sharedDeviceIds: string[]) {
  return service.call('other', 'overrideEvents.addParticipations', { path: { eventId }, body: { sharedDeviceIds } });
}

function command(service: SmallService, body: InputOf<'remoteHandle.setPosition'>['body']) {
  return operateHandle(service.context, service.deviceOf(ids.oven), body, 'remote');
}

function participationStatuses({ happenings }: SmallService): string[] {
  return happenings.flatMap((happening) =>
    happening.type === 'participation-changed' ? [happening.payload.status] : [],
  );
}

describe('spec 3 override participation', () => {
  it('an added device is participating, and the webhook is called', () => {
    const service = smallService();
    const sharedDeviceIds = share(service, ids.oven, ids.lights);
    const eventId = newEvent(service, { description: 'peak' });
    const added = items(add(service, eventId, sharedDeviceIds));
    assert.deepEqual(
      added.map(({ deviceId, status }) => [deviceId, status]),
      [
        [ids.oven, 'participating'],
        [ids.lights, 'participating'],
      ],
    );
    const told = service.happenings.filter(({ type }) => type === 'participation-changed');
    assert.deepEqual(told[0], {
      type: 'participation-changed',
      payload: {
        deviceId: ids.oven,
        deviceOverrideEventId: eventId,
        deviceOwnerOrganizationId: ids.organization,
        eventCreatorOrganizationId: ids.otherOrganization,
        eventCreatorOrganizationName: 'Other',
        updatedAt: at(start),
        status: 'participating',
      },
    });
  });

  it('a device is removed by the creating organization only', () => {
    const service = smallService();
    const sharedDeviceIds = share(service, ids.oven);
    const eventId = newEvent(service);
    add(service, eventId, sharedDeviceIds);
    const removal = { path: { eventId }, body: { sharedDeviceIds } };
    refused(403, () => service.call('org', 'overrideEvents.removeDevices', removal));
    assert.equal(items(service.call('other', 'overrideEvents.removeDevices', removal))[0]?.status, 'removed');
    refused(400, () => service.call('other', 'overrideEvents.removeDevices', removal), 'sharedDeviceIds');
    assert.deepEqual(participationStatuses(service), ['participating', 'removed']);
  });

  it('a device is opted out by its owner only', () => {
    const service = smallService();
    const sharedDeviceIds = share(service, ids.oven);
    const eventId = newEvent(service);
    add(service, eventId, sharedDeviceIds);
    const optout = { path: { eventId }, body: { sharedDeviceIds } };
    refused(403, () => service.call('other', 'overrideEvents.optOut', optout));
    assert.equal(items(service.call('org', 'overrideEvents.optOut', optout))[0]?.status, 'optedOut');
    assert.deepEqual(participationStatuses(service), ['participating', 'optedOut']);
    refused(400, () => add(service, eventId, sharedDeviceIds), 'sharedDeviceIds');
  });

  it('a removed device can be added again, in the same participation', () => {
    const service = smallService();
    const sharedDeviceIds = share(service, ids.oven);
    const eventId = newEvent(service);
    const [first] = items(add(service, eventId, sharedDeviceIds));
    service.call('other', 'overrideEvents.removeDevices', { path: { eventId }, body: { sharedDeviceIds } });
    const [again] = items(add(service, eventId, sharedDeviceIds));
    assert.equal(again?.id, first?.id);
    assert.equal(again?.status, 'participating');
  });

  it('a device is in one event at a time, and must be shared with the creator', () => {
    const service = smallService();
    const sharedDeviceIds = share(service, ids.oven);
    add(service, newEvent(service), sharedDeviceIds);
    refused(400, () => add(service, newEvent(service), sharedDeviceIds), 'sharedDeviceIds');
    refused(400, () => add(service, newEvent(service), ['unknown']), 'sharedDeviceIds');
    refused(400, () => add(service, newEvent(service), []), 'sharedDeviceIds');
    const own = String(service.call('org', 'overrideEvents.create', { body: {} }).id);
    const request = { path: { eventId: own }, body: { sharedDeviceIds } };
    refused(400, () => service.call('org', 'overrideEvents.addParticipations', request), 'sharedDeviceIds');
  });

  it('a refused addition adds nothing', () => {
    const service = smallService();
    const eventId = newEvent(service);
    refused(400, () => add(service, eventId, [...share(service, ids.oven), 'unknown']), 'sharedDeviceIds');
    assert.deepEqual(service.call('other', 'overrideEvents.listParticipations', { path: { eventId } }), []);
  });
});

describe('spec 3 remote handle in an override event', () => {
  it('an override event that is set cancels the timer', () => {
    const service = smallService();
    command(service, { command: 'open', reason: 'test', secondsUntilReset: 600 });
    assert.ok(service.deviceOf(ids.oven).resetAt);
    add(service, newEvent(service), share(service, ids.oven));
    assert.equal(service.deviceOf(ids.oven).resetAt, undefined);
  });

  for (const [how, end] of [
    [
      'its removal',
      (service: SmallService, path: { eventId: string }, body: { sharedDeviceIds: string[] }) =>
        service.call('other', 'overrideEvents.removeDevices', { path, body }),
    ],
    [
      'its opt-out',
      (service: SmallService, path: { eventId: string }, body: { sharedDeviceIds: string[] }) =>
        service.call('org', 'overrideEvents.optOut', { path, body }),
    ],
    [
      'the revocation of its share',
      (service: SmallService) =>
        service.call('org', 'shareDeviceCodes.revoke', { path: { code: service.state.shareCodes[0]?.code ?? '' } }),
    ],
  ] as const)
    it(`a stored command is applied after ${how}`, () => {
      const service = smallService();
      const sharedDeviceIds = share(service, ids.oven);
      const eventId = newEvent(service);
      add(service, eventId, sharedDeviceIds);
      assert.equal(command(service, { command: 'open', reason: 'test' }), 'stored');
      assert.equal(service.deviceOf(ids.oven).remoteHandle, 'closed');
      end(service, { eventId }, { sharedDeviceIds });
      assert.equal(service.deviceOf(ids.oven).remoteHandle, 'open');
      assert.equal(service.deviceOf(ids.oven).storedCommand, undefined);
    });

  it('a stored command is applied when the override event ends by itself', async () => {
    const service = smallService();
    const eventId = newEvent(service, { endTime: at(start + hour) });
    add(service, eventId, share(service, ids.oven));
    command(service, { command: 'open', reason: 'test' });
    await service.advance(hour - 1);
    assert.equal(service.deviceOf(ids.oven).remoteHandle, 'closed');
    await service.advance(1);
    assert.equal(service.deviceOf(ids.oven).remoteHandle, 'open');
    assert.equal(service.call('other', 'overrideEvents.get', { path: { eventId } }).status, 'ended');
  });

  it('an event with a later start holds its devices, and cancels their timers, from then on', async () => {
    const service = smallService();
    add(service, newEvent(service, { startTime: at(start + hour) }), share(service, ids.oven));
    assert.equal(command(service, { command: 'open', reason: 'test', secondsUntilReset: 3600 }), 'applied');
    await service.advance(hour / 2);
    assert.ok(service.deviceOf(ids.oven).resetAt);
    command(service, { command: 'open', reason: 'test', secondsUntilReset: 3600 });
    await service.advance(hour / 2);
    assert.equal(service.deviceOf(ids.oven).resetAt, undefined);
    assert.equal(command(service, { command: 'close', reason: 'test' }), 'stored');
  });
});

describe('spec 3 override event', () => {
  it('is cancelled only when all devices are opted out or removed, by the creating organization', () => {
    const service = smallService();
    const sharedDeviceIds = share(service, ids.oven, ids.lights);
    const eventId = newEvent(service);
    const path = { eventId };
    add(service, eventId, sharedDeviceIds);
    const [oven = '', lights = ''] = sharedDeviceIds;
    refused(400, () => service.call('other', 'overrideEvents.cancel', { path }));
    service.call('org', 'overrideEvents.optOut', { path, body: { sharedDeviceIds: [oven] } });
    refused(400, () => service.call('other', 'overrideEvents.cancel', { path }));
    service.call('other', 'overrideEvents.removeDevices', { path, body: { sharedDeviceIds: [lights] } });
    refused(403, () => service.call('org', 'overrideEvents.cancel', { path }));
    assert.equal(service.call('other', 'overrideEvents.cancel', { path }).status, 'cancelled');
    refused(400, () => service.call('other', 'overrideEvents.cancel', { path }));
    refused(400, () => add(service, eventId, [lights]));
  });

  it('is seen by its creator and by the owners of its devices, who see only their own devices in it', () => {
    const service = smallService();
    const eventId = newEvent(service);
    const path = { eventId };
    refused(404, () => service.call('org', 'overrideEvents.get', { path }));
    assert.deepEqual(service.call('org', 'overrideEvents.list'), []);
    add(service, eventId, share(service, ids.oven));
    assert.equal(service.call('org', 'overrideEvents.get', { path }).id, eventId);
    assert.equal(items(service.call('org', 'overrideEvents.listParticipations', { path })).length, 1);
    service.deviceOf(ids.oven).organizationId = 'sold';
    assert.deepEqual(service.call('org', 'overrideEvents.list'), []);
    assert.equal(items(service.call('other', 'overrideEvents.listParticipations', { path })).length, 1);
  });

  it('events are listed by start and end', () => {
    const service = smallService();
    const now = newEvent(service, { endTime: at(start + hour) });
    const later = newEvent(service, { startTime: at(start + day), endTime: at(start + 2 * day) });
    const open = newEvent(service);
    const found = (...filter: ReturnType<typeof criterion>[]) =>
      items(service.call('other', 'overrideEvents.list', { filter })).map(({ id }) => id);
    assert.deepEqual(found(), [now, later, open]);
    assert.deepEqual(found(criterion('startTime', at(start), 'gt')), [later]);
    assert.deepEqual(found(criterion('startTime', at(start), 'eq')), [now, open]);
    assert.deepEqual(found(criterion('endTime', at(start + day), 'le')), [now]);
    assert.deepEqual(found(criterion('startTime', at(start), 'ge'), criterion('endTime', at(start + day), 'gt')), [
      later,
    ]);
  });

  it('spec 8: the first 500 events are listed', () => {
    const service = smallService();
    const eventIds = Array.from({ length: 501 }, () => newEvent(service));
    const listed = items(service.call('other', 'overrideEvents.list')).map(({ id }) => id);
    assert.deepEqual(listed, eventIds.slice(0, 500));
  });

  it('ends after it starts, and not in the past', () => {
    const service = smallService();
    refused(400, () => newEvent(service, { endTime: at(start) }), 'endTime');
    const backwards = { startTime: at(start + day), endTime: at(start + hour) };
    refused(400, () => newEvent(service, backwards), 'endTime');
  });
});
