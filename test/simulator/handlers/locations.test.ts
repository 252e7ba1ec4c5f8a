import assert from 'node:assert/strict';
import type { InputOf } from '../../../src/catalog';
import { ids } from '../small-state';
import { criterion, items, refused, type SmallService, smallService } from './small-service';

type Creation = InputOf<'locations.create'>['body'];
const address = { city: 'Peoria', street1: '12 Maple Street' };
const customTypeInfo = { customLocationName: 'Region' };

function create(service: SmallService, body: Partial<Creation>) {
  const whole = { name: 'New', organizationId: ids.organization, locationType: 'custom', ...body } as Creation;
  return service.call('org', 'locations.create', { body: whole });
}

function update(service: SmallService, locationId: string, body: InputOf<'locations.update'>['body']) {
  return service.call('org', 'locations.update', { path: { locationId }, body });
}

describe('spec 4.8 location tree', () => {
  it('a custom location stands under the root or a custom', () => {
    const service = smallService();
    const top = create(service, { customTypeInfo });
    assert.equal(top.parentLocationId, undefined);
    assert.equal(create(service, { customTypeInfo, parentLocationId: top.id }).parentLocationId, top.id);
    for (const parentLocationId of [ids.house, ids.panel])
      refused(400, () => create(service, { customTypeInfo, parentLocationId }), 'parentLocationId');
  });

  it('an address stands under the root or a custom, never below another address', () => {
    const service = smallService();
    assert.equal(create(service, { locationType: 'address', address }).parentLocationId, undefined);
    create(service, { locationType: 'address', address, parentLocationId: ids.campus });
    for (const parentLocationId of [ids.house, ids.panel])
      refused(400, () => create(service, { locationType: 'address', address, parentLocationId }), 'parentLocationId');
  });

  it('equipment stands under an address', () => {
    const service = smallService();
    create(service, { locationType: 'equipment', parentLocationId: ids.house });
    refused(400, () => create(service, { locationType: 'equipment' }), 'parentLocationId');
    for (const parentLocationId of [ids.campus, ids.panel])
      refused(400, () => create(service, { locationType: 'equipment', parentLocationId }), 'parentLocationId');
  });

  it('an address and an equipment location are created in one call', () => {
    const service = smallService();
    const equipment = create(service, { locationType: 'equipment', address, parentLocationId: ids.campus });
    assert.equal(equipment.locationType, 'equipment');
    assert.equal(equipment.address, undefined);
    const above = service.call('org', 'locations.get', { path: { locationId: String(equipment.parentLocationId) } });
    assert.equal(above.locationType, 'address');
    assert.deepEqual(above.address, address);
    assert.equal(above.parentLocationId, ids.campus);
    refused(
      400,
      () => create(service, { locationType: 'equipment', address, parentLocationId: ids.house }),
      'parentLocationId',
    );
  });

  it('the parent is a location of the same organization', () => {
    const service = smallService();
    for (const parentLocationId of ['gone', ids.otherPanel])
      refused(400, () => create(service, { customTypeInfo, parentLocationId }), 'parentLocationId');
    refused(400, () => create(service, { customTypeInfo, organizationId: ids.otherOrganization }), 'organizationId');
  });

  it('address is required for and limited to its type, and so is customTypeInfo', () => {
    const service = smallService();
    refused(400, () => create(service, { locationType: 'address' }), 'address');
    refused(400, () => create(service, { locationType: 'custom' }), 'customTypeInfo');
    refused(400, () => create(service, { locationType: 'custom', customTypeInfo, address }), 'address');
    refused(400, () => create(service, { locationType: 'address', customTypeInfo, address }), 'customTypeInfo');
    const body = { locationType: 'equipment', customTypeInfo, parentLocationId: ids.house } as const;
    refused(400, () => create(service, body), 'customTypeInfo');
  });
});

describe('spec 4.8 change of a location', () => {
  it('changes what is named and keeps the rest', () => {
    const service = smallService();
    const changed = update(service, ids.house, { name: 'Villa', address: { street1: 'New Street 1' } });
    assert.equal(changed.name, 'Villa');
    assert.equal(changed.address?.street1, 'New Street 1');
    assert.equal(changed.address?.city, 'Pittsburgh');
    assert.equal(changed.address?.coordinates?.latitude, '40.44');
    assert.equal(changed.parentLocationId, ids.campus);
  });

  it('spec 7, 400: `address` sent for a non-`address` location', () => {
    for (const locationId of [ids.campus, ids.panel])
      refused(400, () => update(smallService(), locationId, { address }), 'address');
  });

  it('spec 7, 400: `customTypeInfo` sent for a non-`custom` location', () => {
    for (const locationId of [ids.house, ids.panel])
      refused(400, () => update(smallService(), locationId, { customTypeInfo }), 'customTypeInfo');
    assert.deepEqual(update(smallService(), ids.campus, { customTypeInfo }).customTypeInfo, customTypeInfo);
  });

  it('a location does not move below itself', () => {
    const service = smallService();
    const below = create(service, { customTypeInfo, parentLocationId: ids.campus });
    const deeper = create(service, { customTypeInfo, parentLocationId: below.id });
    for (const parentLocationId of [ids.campus, below.id, deeper.id])
      refused(400, () => update(service, ids.campus, { parentLocationId }), 'parentLocationId');
    assert.equal(update(service, deeper.id, { parentLocationId: ids.campus }).parentLocationId, ids.campus);
  });

  it('a move keeps to the rules of the tree', () => {
    const service = smallService();
    refused(400, () => update(service, ids.panel, { parentLocationId: ids.campus }), 'parentLocationId');
    refused(400, () => update(service, ids.campus, { parentLocationId: ids.house }), 'parentLocationId');
    const other = create(service, { locationType: 'address', address });
    assert.equal(update(service, ids.panel, { parentLocationId: other.id }).parentLocationId, other.id);
  });

  it('a change that is refused changes nothing, and an empty one is refused', () => {
    const service = smallService();
    refused(400, () => update(service, ids.panel, { name: 'x', parentLocationId: ids.campus }), 'parentLocationId');
    assert.equal(service.call('org', 'locations.get', { path: { locationId: ids.panel } }).name, 'Panel');
    refused(400, () => update(service, ids.panel, {}));
  });
});

describe('spec 4.8 reading and deleting locations', () => {
  it('spec 7, 400: deleting a location that has child locations or devices', () => {
    const service = smallService();
    const remove = (locationId: string) => service.call('org', 'locations.delete', { path: { locationId } });
    refused(400, () => remove(ids.house));
    refused(400, () => remove(ids.panel));
    service.state.devices = [];
    for (const locationId of [ids.panel, ids.house, ids.campus]) remove(locationId);
    refused(404, () => remove(ids.campus));
  });

  it('what was granted on a deleted location is revoked', () => {
    const service = smallService();
    const { id } = create(service, { customTypeInfo });
    const body = { locationId: id, roleId: ids.role, email: 'ann@example.com' };
    service.call('org', 'userRoles.assign', { body });
    service.call('org', 'inviteCodes.create', { body: { locationId: id, roleId: ids.role } });
    service.call('org', 'locations.delete', { path: { locationId: id } });
    assert.deepEqual(service.call('org', 'userRoles.list'), []);
    assert.deepEqual(service.call('org', 'inviteCodes.list'), []);
  });

  it('an organization sees its own locations, the application sees all', () => {
    const service = smallService();
    const count = (who: 'org' | 'other' | 'app', organizationId?: string) => {
      const filter = organizationId === undefined ? [] : [criterion('organizationId', organizationId)];
      return items(service.call(who, 'locations.list', { filter })).length;
    };
    assert.deepEqual([count('org'), count('other'), count('app')], [3, 1, 4]);
    assert.equal(count('app', ids.otherOrganization), 1);
    assert.equal(count('org', ids.otherOrganization), 0);
    const path = { locationId: ids.otherPanel };
    refused(404, () => service.call('org', 'locations.get', { path }));
    assert.equal(service.call('app', 'locations.get', { path }).name, 'Other panel');
  });

  it('permissions come only with includePermissions', () => {
    const service = smallService();
    const path = { locationId: ids.house };
    assert.equal('permissions' in service.call('org', 'locations.get', { path }), false);
    const read = service.call('org', 'locations.get', { path, query: { includePermissions: 'true' } });
    assert.ok(read.permissions?.includes('create:location'));
  });
});
