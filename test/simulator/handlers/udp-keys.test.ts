import assert from 'node:assert/strict';
import { ids } from '../small-state';
import { at, criterion, day, items, refused, type SmallService, smallService, start } from './small-service';

function newKey(service: SmallService, keyType: 'unicast' | 'broadcast' = 'unicast'): string {
  return service.call('org', 'udpKeys.create', { body: { keyType } }).id;
}

function assign(service: SmallService, keyId: string, priority: 'primary' | 'secondary', deviceId: string = ids.oven) {
  return service.call('org', 'udpKeys.assign', { path: { deviceId }, body: { keyId, priority } });
}

describe('spec 4.6 UDP keys', () => {
  it('spec 8: a key is valid for 7 days', async () => {
    const service = smallService();
    const key = service.call('org', 'udpKeys.create', { body: { keyType: 'broadcast' } });
    assert.equal(key.expiresAt, at(start + 7 * day));
    await service.advance(7 * day - 1);
    assert.equal(items(service.call('org', 'udpKeys.list')).length, 1);
    await service.advance(1);
    assert.deepEqual(service.call('org', 'udpKeys.list'), []);
    refused(404, () => service.call('org', 'udpKeys.get', { path: { keyId: key.id } }));
  });

  it('the value is base64 of 32 bytes, another for each key', () => {
    const service = smallService();
    const [first, next] = [newKey(service), newKey(service)].map((keyId) =>
      String(service.call('org', 'udpKeys.get', { path: { keyId } }).value),
    );
    assert.equal(Buffer.from(first ?? '', 'base64').length, 32);
    assert.equal(Buffer.from(first ?? '', 'base64').toString('base64'), first);
    assert.notEqual(first, next);
  });

  it('spec 7, 400: key creation over the key limit, one a type and device of the organization', () => {
    const service = smallService();
    for (let count = 0; count < 3; count++) newKey(service);
    refused(400, () => newKey(service));
    newKey(service, 'broadcast');
    service.call('other', 'udpKeys.create', { body: { keyType: 'unicast' } });
    refused(400, () => service.call('other', 'udpKeys.create', { body: { keyType: 'unicast' } }));
  });

  it('spec 8: expired keys do not count towards the limit', async () => {
    const service = smallService();
    for (let count = 0; count < 3; count++) newKey(service);
    await service.advance(7 * day);
    newKey(service);
    assert.equal(items(service.call('org', 'udpKeys.list')).length, 1);
  });

  it('a deleted key makes room for another', () => {
    const service = smallService();
    const keyIds = [newKey(service), newKey(service), newKey(service)];
    service.call('org', 'udpKeys.delete', { path: { keyId: keyIds[0] ?? '' } });
    newKey(service);
    refused(404, () => service.call('org', 'udpKeys.delete', { path: { keyId: keyIds[0] ?? '' } }));
  });

  it('a key of another organization is not found', () => {
    const service = smallService();
    const keyId = newKey(service);
    refused(404, () => service.call('other', 'udpKeys.get', { path: { keyId } }));
    refused(404, () => service.call('other', 'udpKeys.delete', { path: { keyId } }));
    assert.deepEqual(service.call('other', 'udpKeys.list'), []);
  });

  it('keys are listed by type, device, location, and type with either', () => {
    const service = smallService();
    const [unicast, broadcast] = [newKey(service), newKey(service, 'broadcast')];
    newKey(service);
    assign(service, unicast, 'primary');
    assign(service, broadcast, 'primary');
    const found = (...filter: ReturnType<typeof criterion>[]) =>
      items(service.call('org', 'udpKeys.list', { filter })).map(({ id }) => id);
    assert.equal(found(criterion('keyType', 'unicast')).length, 2);
    assert.deepEqual(found(criterion('deviceId', ids.oven)), [unicast, broadcast]);
    assert.deepEqual(found(criterion('deviceId', ids.lights)), []);
    assert.deepEqual(found(criterion('locationId', ids.campus)), [unicast, broadcast]);
    assert.deepEqual(found(criterion('locationId', ids.campus), criterion('keyType', 'broadcast')), [broadcast]);
    assert.deepEqual(found(criterion('deviceId', ids.oven), criterion('keyType', 'unicast')), [unicast]);
    assert.deepEqual(found(criterion('locationId', ids.otherPanel)), []);
  });
});

describe('spec 3 UDP key', () => {
  it('assigning a key unassigns the active key of the same type and priority', () => {
    const service = smallService();
    const [first, next] = [newKey(service), newKey(service)];
    assert.deepEqual(assign(service, first, 'primary'), {
      activeKeyId: first,
      keyType: 'unicast',
      priority: 'primary',
    });
    assert.deepEqual(assign(service, next, 'primary'), {
      activeKeyId: next,
      rotatedKeyId: first,
      keyType: 'unicast',
      priority: 'primary',
    });
    assert.deepEqual(service.call('org', 'udpKeys.get', { path: { keyId: first } }).deviceIds, []);
    assert.deepEqual(service.call('org', 'udpKeys.get', { path: { keyId: next } }).deviceIds, [ids.oven]);
  });

  it('a key of another type or priority, and on another device, stays', () => {
    const service = smallService();
    const [primary, secondary, broadcast] = [newKey(service), newKey(service), newKey(service, 'broadcast')];
    assign(service, primary, 'primary');
    assign(service, primary, 'primary', ids.lights);
    assert.equal(assign(service, secondary, 'secondary').rotatedKeyId, undefined);
    assert.equal(assign(service, broadcast, 'primary').rotatedKeyId, undefined);
    assert.deepEqual(service.call('org', 'udpKeys.get', { path: { keyId: primary } }).deviceIds, [
      ids.oven,
      ids.lights,
    ]);
    assert.equal(assign(service, secondary, 'primary').rotatedKeyId, primary);
    assert.deepEqual(service.call('org', 'udpKeys.get', { path: { keyId: primary } }).deviceIds, [ids.lights]);
  });

  it('a key is assigned only while it is active, and to a device that is online', async () => {
    const service = smallService();
    const keyId = newKey(service);
    service.deviceOf(ids.oven).online = false;
    refused(503, () => assign(service, keyId, 'primary'));
    refused(404, () => assign(service, keyId, 'primary', ids.foreign));
    refused(400, () => assign(service, 'unknown', 'primary', ids.lights), 'keyId');
    await service.advance(7 * day);
    refused(400, () => assign(service, keyId, 'primary', ids.lights), 'keyId');
  });
});

describe('spec 4.6 a key stays on devices that are unavailable', () => {
  /** Ids of the deleted keys that a device still has. */
  const keptBy = (service: SmallService, deviceId: string) =>
    service.state.udpKeys
      .filter(({ deleted, assignments }) => deleted && assignments.some((one) => one.deviceId === deviceId))
      .map(({ id }) => id);
  function deletedWhileOffline(service: SmallService): string {
    const keyId = newKey(service);
    assign(service, keyId, 'primary', ids.oven);
    assign(service, keyId, 'primary', ids.lights);
    service.deviceOf(ids.oven).online = false;
    service.call('org', 'udpKeys.delete', { path: { keyId } });
    service.deviceOf(ids.oven).online = true;
    return keyId;
  }

  it('a device that was offline keeps a deleted key, the others do not', () => {
    const service = smallService();
    const keyId = deletedWhileOffline(service);
    assert.deepEqual([keptBy(service, ids.oven), keptBy(service, ids.lights)], [[keyId], []]);
  });

  it('the service knows the key no more, nor does it count towards the limit', () => {
    const service = smallService();
    const keyId = deletedWhileOffline(service);
    assert.deepEqual(service.call('org', 'udpKeys.list'), []);
    refused(404, () => service.call('org', 'udpKeys.get', { path: { keyId } }));
    refused(404, () => service.call('org', 'udpKeys.delete', { path: { keyId } }));
    refused(400, () => assign(service, keyId, 'primary', ids.lights), 'keyId');
    for (let count = 0; count < 3; count++) newKey(service);
  });

  it('another key of the same type and priority takes its place', () => {
    const service = smallService();
    const keyId = deletedWhileOffline(service);
    assert.equal(assign(service, newKey(service), 'secondary').rotatedKeyId, undefined);
    assert.equal(assign(service, newKey(service), 'primary').rotatedKeyId, keyId);
    assert.deepEqual(keptBy(service, ids.oven), []);
  });

  it('it ends at its seven days', async () => {
    const service = smallService();
    deletedWhileOffline(service);
    await service.advance(7 * day);
    assert.deepEqual(service.state.udpKeys, []);
  });
});
