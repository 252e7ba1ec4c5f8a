import assert from 'node:assert/strict';
import { deviceRow } from '../../nodes/breaker-device/find-devices';
import { createReportedKeys, expiringKeys, shownKey } from '../../nodes/breaker-device/udp-key-rows';
import { locationPaths } from '../../src/runtime';

describe('spec 2.2 devices as rows', () => {
  const locations = [
    { id: 'home', name: 'Home' },
    { id: 'panel', name: 'Panel', parentLocationId: 'home' },
    { id: 'a', name: 'A', parentLocationId: 'b' },
    { id: 'b', name: 'B', parentLocationId: 'a' },
    { id: 'orphan', name: 'Orphan', parentLocationId: 'gone' },
  ] as never;

  it('a location is named with those above it', () => {
    const locationPath = locationPaths(locations);
    assert.deepEqual(
      [locationPath('panel'), locationPath('home'), locationPath('orphan'), locationPath('gone')],
      ['Home / Panel', 'Home', 'Orphan', undefined],
    );
  });

  it('locations that lead in a circle end', () => {
    assert.equal(locationPaths(locations)('a'), 'B / A');
  });

  it('what is not known of a device has no column', () => {
    const locationPath = locationPaths(locations);
    assert.deepEqual(deviceRow({ id: 'd', locationId: 'panel', loadDetails: { type: 'oven' } }, locationPath), {
      deviceId: 'd',
      locationId: 'panel',
      location: 'Home / Panel',
      loadType: 'oven',
    });
    assert.deepEqual(deviceRow({ id: 'd' }, locationPath), { deviceId: 'd' });
  });
});

describe('spec 8 UDP keys that end', () => {
  const now = Date.UTC(2026, 0, 15);
  const key = (id: string, hours?: number) => ({
    id,
    value: 'secret',
    keyType: 'unicast',
    deviceIds: ['d'],
    ...(hours === undefined ? {} : { expiresAt: new Date(now + hours * 3_600_000).toISOString() }),
  });

  it('those within the days are named, the first to end first, without their values', () => {
    const found = expiringKeys(
      [key('late', 100), key('second', 47), key('edge', 48), key('first', -1), key('?')],
      2,
      now,
    );
    assert.deepEqual(
      found.map(({ keyId, daysLeft }) => [keyId, daysLeft]),
      [
        ['first', 0],
        ['second', 1.95],
        ['edge', 2],
      ],
    );
    assert(!JSON.stringify(found).includes('secret'));
  });

  it('each is reported once, and again after it was gone', () => {
    const reported = createReportedKeys();
    const keys = (...ids: string[]) =>
      expiringKeys(
        ids.map((id) => key(id, 1)),
        2,
        now,
      );
    const fresh = (...ids: string[]) => reported.takeNew(keys(...ids)).map(({ keyId }) => keyId);
    assert.deepEqual([fresh('a'), fresh('a', 'b'), fresh('b'), fresh('a', 'b')], [['a'], ['b'], [], ['a']]);
  });

  it('a value is masked unless secrets are shown', () => {
    assert.equal(shownKey(key('a'), false).value, '***');
    assert.equal(shownKey(key('a'), true).value, 'secret');
    assert.deepEqual(shownKey({ id: 'a' }, false), { id: 'a' });
  });
});
