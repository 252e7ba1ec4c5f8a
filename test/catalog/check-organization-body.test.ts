import assert from 'node:assert/strict';
import type { OperationId } from '../../src/catalog';
import { problemsOf } from './problems-of';

function create(id: OperationId, body: unknown): string[] {
  return problemsOf(id, { body });
}

describe('spec 4.8 organizations, locations, roles, users', () => {
  it('an organization has a name and a description', () =>
    assert.deepEqual(create('organizations.create', { name: '' }), ['description: required', 'name: minLength']));

  const base = { name: 'n', organizationId: 'o-1' };
  const address = { city: 'Bonn', coordinates: { latitude: '50.7', longitude: '7.1' } };
  const customTypeInfo = { customLocationName: 'Roof' };

  it('an address location needs its address, a custom one its custom type', () => {
    const location = (body: object) => create('locations.create', { ...base, ...body });
    assert.deepEqual(location({ locationType: 'address', address }), []);
    assert.deepEqual(location({ locationType: 'custom', customTypeInfo }), []);
    assert.deepEqual(location({ locationType: 'equipment' }), []);
    assert.deepEqual(location({ locationType: 'address' }), ['address: required']);
    assert.deepEqual(location({ locationType: 'custom' }), ['customTypeInfo: required']);
    assert.deepEqual(location({ locationType: 'custom', customTypeInfo, address }), ['address: notForType (assumed)']);
    assert.deepEqual(location({ locationType: 'equipment', customTypeInfo }), ['customTypeInfo: notForType (assumed)']);
    assert.deepEqual(location({ locationType: 'room' }), ['locationType: enum']);
    assert.deepEqual(create('locations.create', {}), [
      'locationType: required',
      'name: required',
      'organizationId: required',
    ]);
  });

  it('an address and its equipment location can be created in one call', () =>
    assert.deepEqual(create('locations.create', { ...base, locationType: 'equipment', address }), []));

  it('coordinates are texts of degrees', () => {
    const at = (latitude: unknown, longitude: unknown) =>
      create('locations.create', {
        ...base,
        locationType: 'address',
        address: { coordinates: { latitude, longitude } },
      });
    for (const [latitude, longitude] of [
      ['90', '180'],
      ['-90.0', '-180.0'],
      ['0', '-0.5'],
      ['89.9999', '179.9999'],
      ['07.5', '07.5'],
    ])
      assert.deepEqual(at(latitude, longitude), [], `${latitude} ${longitude}`);
    for (const [latitude, longitude] of [
      ['90.1', '180.1'],
      ['91', '181'],
      ['50,7', '7,1'],
      ['', ''],
      ['N50', 'E7'],
      ['1e1', '1e2'],
    ])
      assert.deepEqual(
        at(latitude, longitude),
        ['address.coordinates.latitude: pattern (assumed)', 'address.coordinates.longitude: pattern (assumed)'],
        `${latitude} ${longitude}`,
      );
    assert.deepEqual(at(50.7, 7.1), ['address.coordinates.latitude: type', 'address.coordinates.longitude: type']);
  });

  it('organizationId and locationType cannot change', () => {
    const change = (body: object) => problemsOf('locations.update', { path: { locationId: 'l-1' }, body });
    assert.deepEqual(change({ name: 'new', address }), []);
    assert.deepEqual(change({}), [': empty']);
    assert.deepEqual(change({ organizationId: 'o-2', locationType: 'custom' }), [
      'locationType: unknown',
      'organizationId: unknown',
    ]);
  });

  for (const id of ['userRoles.assign', 'userRoles.delete'] as const)
    it(`${id}: a location or an organization, a role and an e-mail address`, () => {
      const role = { roleId: 'r-1', email: 'a@example.com' };
      assert.deepEqual(create(id, { ...role, locationId: 'l-1' }), []);
      assert.deepEqual(create(id, { ...role, organizationId: 'o-1' }), []);
      assert.deepEqual(create(id, role), ['locationId: required']);
      assert.deepEqual(create(id, {}), ['email: required', 'locationId: required', 'roleId: required']);
      assert.deepEqual(create(id, { ...role, locationId: 'l-1', email: 'nobody' }), ['email: pattern (assumed)']);
    });

  it('skipNotificationEmail and includePermissions are true or false', () => {
    const body = { roleId: 'r-1', email: 'a@example.com', locationId: 'l-1' };
    assert.deepEqual(problemsOf('userRoles.assign', { body, query: { skipNotificationEmail: true } }), []);
    assert.deepEqual(problemsOf('userRoles.assign', { body, query: { skipNotificationEmail: 'yes' } }), [
      'skipNotificationEmail: type',
    ]);
    for (const id of ['organizations.list', 'locations.list'] as const) {
      assert.deepEqual(problemsOf(id, { query: { includePermissions: 'false' } }), []);
      assert.deepEqual(problemsOf(id, { query: { includePermissions: 'maybe' } }), ['includePermissions: enum']);
    }
  });

  it('an invite code has a location and a role; 9.3 no maximum of users', () => {
    const code = { locationId: 'l-1', roleId: 'r-1' };
    assert.deepEqual(create('inviteCodes.create', code), []);
    assert.deepEqual(create('inviteCodes.create', { ...code, restrictions: { userLimit: 1_000_000 } }), []);
    assert.deepEqual(create('inviteCodes.create', { restrictions: { userLimit: 0, expirationDate: 'soon' } }), [
      'locationId: required',
      'restrictions.expirationDate: format',
      'restrictions.userLimit: minimum (assumed)',
      'roleId: required',
    ]);
  });
});
