import assert from 'node:assert/strict';
import { ids } from '../small-state';
import { at, criterion, items, refused, type SmallService, smallService, start } from './small-service';

function newCode(service: SmallService, deviceId: string = ids.oven): string {
  return String(service.call('org', 'shareDeviceCodes.create', { body: { deviceId } }).code);
}

function claim(service: SmallService, code: string) {
  return service.call('other', 'shareDeviceCodes.claim', { path: { code } });
}

function statuses({ happenings }: SmallService): (string | undefined)[] {
  return happenings.flatMap((happening) => (happening.type === 'share-code-changed' ? [happening.payload.status] : []));
}

describe('spec 4.9 share device codes', () => {
  it('a code is created for a device of one’s own', () => {
    const service = smallService();
    const code = newCode(service);
    assert.deepEqual(service.call('org', 'shareDeviceCodes.get', { path: { code } }), {
      code,
      status: 'active',
      deviceId: ids.oven,
      deviceOwnerOrganizationId: ids.organization,
      deviceOwnerOrganizationName: 'First',
      createdAt: at(start),
    });
    refused(400, () => newCode(service, ids.foreign), 'deviceId');
    refused(400, () => service.call('org', 'shareDeviceCodes.create', { body: {} }), 'deviceId');
  });

  it('who knows the code sees the device behind it', () => {
    const service = smallService();
    const code = newCode(service);
    assert.deepEqual(service.call('other', 'shareDeviceCodes.deviceSummary', { path: { code } }), {
      deviceId: ids.oven,
      serialNumber: service.deviceOf(ids.oven).serialNumber,
      hardwareType: 'emcb',
      sku: 'BREM2030',
    });
    refused(404, () => service.call('other', 'shareDeviceCodes.get', { path: { code: 'unknown' } }));
  });

  it('a claimed code is claimed only once, and never by the owner', () => {
    const service = smallService();
    const code = newCode(service);
    refused(400, () => service.call('org', 'shareDeviceCodes.claim', { path: { code } }));
    const claimed = claim(service, code);
    assert.equal(claimed.status, 'claimed');
    assert.equal(claimed.claimingOrganizationName, 'Other');
    refused(400, () => claim(service, code));
  });

  it('spec 7, 400: claiming a share code for an OCPP-configured device', () => {
    const service = smallService();
    const { id } = service.call('app', 'ocppCentralSystems.create', {
      body: { websocketBaseUrl: 'wss://ocpp.example' },
    });
    const body = { ocppCentralSystemId: id, deviceId: ids.charger };
    service.call('app', 'ocppChargePoints.create', { body });
    const code = newCode(service, ids.charger);
    refused(400, () => claim(service, code));
  });

  it('owner and claimer both see the shared device, under one identifier', () => {
    const service = smallService();
    const code = newCode(service);
    assert.deepEqual(service.call('other', 'sharedDevices.list'), []);
    claim(service, code);
    const [shared] = items(service.call('other', 'sharedDevices.list'));
    assert.equal(shared?.deviceId, ids.oven);
    assert.deepEqual(service.call('org', 'sharedDevices.list'), [shared]);
    assert.deepEqual(service.call('other', 'sharedDevices.get', { path: { id: shared?.id ?? '' } }), shared);
    refused(404, () => service.call('other', 'sharedDevices.get', { path: { id: 'unknown' } }));
    const found = (field: string, value: string) =>
      items(service.call('other', 'sharedDevices.list', { filter: [{ field, comparison: 'eq', value }] })).length;
    assert.deepEqual([found('code', code), found('deviceId', ids.oven), found('deviceId', ids.lights)], [1, 1, 0]);
  });

  it('the owner revokes a code, claimed or not', () => {
    const service = smallService();
    const [first, next] = [newCode(service), newCode(service, ids.lights)];
    claim(service, next);
    refused(403, () => service.call('other', 'shareDeviceCodes.revoke', { path: { code: first } }));
    for (const code of [first, next])
      assert.equal(service.call('org', 'shareDeviceCodes.revoke', { path: { code } }).status, 'revoked');
    refused(400, () => service.call('org', 'shareDeviceCodes.revoke', { path: { code: next } }));
    refused(404, () => claim(service, first));
    assert.deepEqual(service.call('other', 'sharedDevices.list'), []);
  });

  it('the claimer relinquishes a code', () => {
    const service = smallService();
    const code = newCode(service);
    claim(service, code);
    refused(403, () => service.call('org', 'shareDeviceCodes.relinquish', { path: { code } }));
    assert.equal(service.call('other', 'shareDeviceCodes.relinquish', { path: { code } }).status, 'relinquished');
    refused(400, () => service.call('other', 'shareDeviceCodes.relinquish', { path: { code } }));
    assert.deepEqual(service.call('org', 'sharedDevices.list'), []);
  });

  it('spec 6.1: claim, relinquishment and revocation are told', () => {
    const service = smallService();
    const [first, next] = [newCode(service), newCode(service, ids.lights)];
    claim(service, first);
    service.call('other', 'shareDeviceCodes.relinquish', { path: { code: first } });
    service.call('org', 'shareDeviceCodes.revoke', { path: { code: next } });
    assert.deepEqual(statuses(service), ['claimed', 'relinquished', 'revoked']);
    const [event] = service.happenings;
    assert.ok(event?.type === 'share-code-changed');
    assert.equal(event.payload.deviceOwnerOrganizationName, 'First');
    assert.equal(event.payload.claimingOrganizationName, 'Other');
  });

  it('codes are listed by status, action and device, to their parties only', () => {
    const service = smallService();
    const [first, next] = [newCode(service), newCode(service, ids.lights)];
    claim(service, first);
    const found = (who: 'org' | 'other', ...filter: ReturnType<typeof criterion>[]) =>
      items(service.call(who, 'shareDeviceCodes.list', { filter })).map(({ code }) => code);
    assert.deepEqual(found('org'), [first, next]);
    assert.deepEqual(found('other'), [first]);
    assert.deepEqual(found('org', criterion('status', 'active')), [next]);
    assert.deepEqual(found('org', criterion('action', 'claimed')), []);
    assert.deepEqual(found('other', criterion('action', 'claimed')), [first]);
    assert.deepEqual(found('org', criterion('deviceId', ids.lights), criterion('status', 'claimed')), []);
  });
});
