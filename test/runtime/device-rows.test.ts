import assert from 'node:assert/strict';
import { deviceRow } from '../../nodes/breaker-device/find-devices';
import { createExpiryReporter, expiringKeys, maskedKey } from '../../nodes/breaker-device/udp-keys';
import { locationPaths } from '../../src/runtime';

describe('spec 2.2 devices as rows', () => {
  const locations = [
    { id: 'home', name: 'Home' },
    { id: 'panel', name: 'Panel', parentLocationId: 'home' },
    { id: 'a', name: 'A', parentLocationId: 'b' },
    { id: 'b', name: 'B', parentLocationId: 'a' },
    { id: 'orphan', name: 'Orphan', parentLocationId: 'gone' },
  ] as never;

  it('a location is shown with the locations above it', () => {
    const locationPath = locationPaths(locations);
    assert.deepEqual(
      [locationPath('panel'), locationPath('home'), locationPath('orphan'), locationPath('gone')],
      ['Home / Panel', 'Home', 'Orphan', undefined],
    );
  });

  it('a cycle of locations ends', () => {
    assert.equal(locationPaths(locations)('a'), 'B / A');
  });

  it('an unknown value of a device has no column', () => {
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

describe('spec 8 expiring UDP keys', () => {
  const now = Date.UTC(2026, 0, 15);
  const key = (id: string, hours?: number) => ({
    id,
    value: 'secret',
    keyType: 'unicast',
    deviceIds: ['d'],
    ...(hours === undefined ? {} : { expiresAt: new Date(now + hours * 3_600_000).toISOString() }),
  });

  it('keys that expire within the days are listed, soonest first, without their values', () => {
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

  it('each key is reported once, and again after it was not in the list', () => {
    const reported = createExpiryReporter();
    const keys = (...ids: string[]) =>
      expiringKeys(
        ids.map((id) => key(id, 1)),
        2,
        now,
      );
    const fresh = (...ids: string[]) => reported.unreported(keys(...ids)).map(({ keyId }) => keyId);
    assert.deepEqual([fresh('a'), fresh('a', 'b'), fresh('b'), fresh('a', 'b')], [['a'], ['b'], [], ['a']]);
  });

  it('a value is masked unless `outputSecrets` is set', () => {
    assert.equal(maskedKey(key('a'), false).value, '***');
    assert.equal(maskedKey(key('a'), true).value, 'secret');
    assert.deepEqual(maskedKey({ id: 'a' }, false), { id: 'a' });
  });
});
