import assert from 'node:assert/strict';
import type { InputOf } from '../../../src/catalog';
import type { Happening } from '../../../src/simulator/simulator-event';
import { acceptInviteCode, verifyUser } from '../../../src/simulator/user-accounts';
import { ids } from '../small-state';
import { at, criterion, day, hour, items, refused, type SmallService, smallService, start } from './small-service';

const email = 'ann@example.com';
const grant = { locationId: ids.house, roleId: ids.role, email };

function permissionChanges(happenings: readonly Happening[]): string[] {
  return happenings.flatMap((happening) =>
    happening.type === 'permission-changed' ? [happening.payload.permissionChangeType] : [],
  );
}

function roleList(service: SmallService, status?: string) {
  const filter = status === undefined ? [] : [criterion('status', status)];
  return items(service.call('org', 'userRoles.list', { filter }));
}

describe('spec 3 user role', () => {
  it('a role assigned to a user without an account is pending', () => {
    const service = smallService();
    const role = service.call('org', 'userRoles.assign', { body: grant });
    assert.deepEqual(role, {
      id: role.id,
      ...grant,
      status: 'pending',
      inviteType: 'email',
      organizationId: ids.organization,
    });
    assert.deepEqual(permissionChanges(service.happenings), ['invited']);
  });

  it('a pending role becomes active when the user creates and verifies an account', () => {
    const service = smallService();
    service.call('org', 'userRoles.assign', { body: grant });
    verifyUser(service.context, email);
    assert.deepEqual(
      roleList(service).map(({ status }) => status),
      ['active'],
    );
    assert.deepEqual(permissionChanges(service.happenings), ['invited', 'assigned']);
  });

  it('a role assigned to a user with an account is active', () => {
    const service = smallService();
    verifyUser(service.context, email);
    assert.equal(service.call('org', 'userRoles.assign', { body: grant }).status, 'active');
    assert.deepEqual(permissionChanges(service.happenings), ['assigned']);
  });

  it('a deleted role is removed, whether pending or active', () => {
    const service = smallService();
    service.call('org', 'userRoles.assign', { body: grant });
    service.call('org', 'userRoles.delete', { body: grant });
    verifyUser(service.context, email);
    service.call('org', 'userRoles.assign', { body: grant });
    service.call('org', 'userRoles.delete', { body: grant });
    assert.deepEqual(roleList(service), []);
    assert.deepEqual(permissionChanges(service.happenings), ['invited', 'cancelled', 'assigned', 'revoked']);
    refused(404, () => service.call('org', 'userRoles.delete', { body: grant }));
  });

  it('deleting a role of type inviteCode clears the user acceptance', () => {
    const service = smallService();
    const { code } = service.call('org', 'inviteCodes.create', { body: { locationId: ids.house, roleId: ids.role } });
    acceptInviteCode(service.context, code, email);
    assert.equal(roleList(service)[0]?.inviteType, 'inviteCode');
    service.call('org', 'userRoles.delete', { body: grant });
    assert.deepEqual(service.call('org', 'inviteCodes.get', { path: { code } }).userAcceptances, []);
    assert.deepEqual(roleList(service), []);
  });
});

describe('spec 4.8 roles', () => {
  it('the roles are listed', () => {
    assert.deepEqual(smallService().call('org', 'roles.list'), [{ id: ids.role, name: 'Installer' }]);
  });

  it('locationId may name the organization, and organizationId is accepted in its place', () => {
    const service = smallService();
    const { locationId: _, ...person } = grant;
    const role = service.call('org', 'userRoles.assign', { body: { ...person, locationId: ids.organization } });
    assert.equal(role.organizationId, ids.organization);
    assert.equal(role.locationId, undefined);
    const same = service.call('org', 'userRoles.assign', { body: { ...person, organizationId: ids.organization } });
    assert.equal(same.id, role.id);
    refused(400, () => service.call('org', 'userRoles.assign', { body: person }), 'locationId');
  });

  it('a role is granted only on what belongs to the organization, and only a role that exists', () => {
    const service = smallService();
    for (const locationId of [ids.otherPanel, ids.otherOrganization, 'gone'])
      refused(400, () => service.call('org', 'userRoles.assign', { body: { ...grant, locationId } }), 'locationId');
    refused(400, () => service.call('org', 'userRoles.assign', { body: { ...grant, roleId: 'gone' } }), 'roleId');
  });

  it('assigning a role twice leaves one role', () => {
    const service = smallService();
    service.call('org', 'userRoles.assign', { body: grant });
    service.call('org', 'userRoles.assign', { body: grant });
    assert.equal(roleList(service).length, 1);
    assert.equal(permissionChanges(service.happenings).length, 1);
  });

  it('user roles are listed by status, within the organization', () => {
    const service = smallService();
    verifyUser(service.context, email);
    service.call('org', 'userRoles.assign', { body: grant });
    service.call('org', 'userRoles.assign', { body: { ...grant, email: 'new@example.com' } });
    assert.equal(roleList(service).length, 2);
    assert.deepEqual(
      roleList(service, 'pending').map((role) => role.email),
      ['new@example.com'],
    );
    assert.deepEqual(service.call('other', 'userRoles.list'), []);
    refused(404, () => service.call('other', 'userRoles.delete', { body: grant }));
  });
});

describe('spec 3 invite code', () => {
  function newCode(service: SmallService, about: Partial<InputOf<'inviteCodes.create'>['body']> = {}): string {
    return service.call('org', 'inviteCodes.create', { body: { locationId: ids.house, roleId: ids.role, ...about } })
      .code;
  }

  it('deactivating an active code sets its expiration to now', async () => {
    const service = smallService();
    const code = newCode(service);
    await service.advance(hour);
    service.call('org', 'inviteCodes.deactivate', { path: { code } });
    const { restrictions } = service.call('org', 'inviteCodes.get', { path: { code } });
    assert.equal(restrictions?.expirationDate, at(start + hour));
  });

  it('existing users keep their permissions when a code is deactivated', () => {
    const service = smallService();
    const code = newCode(service);
    acceptInviteCode(service.context, code, email);
    service.call('org', 'inviteCodes.deactivate', { path: { code } });
    assert.equal(roleList(service, 'active').length, 1);
    assert.equal(service.call('org', 'inviteCodes.get', { path: { code } }).userAcceptances?.length, 1);
  });

  it('deactivation succeeds even if the user limit is reached', () => {
    const service = smallService();
    const code = newCode(service, { restrictions: { userLimit: 1 } });
    acceptInviteCode(service.context, code, email);
    service.call('org', 'inviteCodes.deactivate', { path: { code } });
  });

  it('spec 7, 409: deactivating an invite code already past expiration', async () => {
    const service = smallService();
    const code = newCode(service, { restrictions: { expirationDate: at(start + day) } });
    await service.advance(day);
    refused(409, () => service.call('org', 'inviteCodes.deactivate', { path: { code } }));
    const { restrictions } = service.call('org', 'inviteCodes.get', { path: { code } });
    assert.equal(restrictions?.expirationDate, at(start + day));
  });

  it('spec 7, 409: deactivating an invite code twice', () => {
    const service = smallService();
    const code = newCode(service);
    service.call('org', 'inviteCodes.deactivate', { path: { code } });
    refused(409, () => service.call('org', 'inviteCodes.deactivate', { path: { code } }));
  });

  it('acceptances and restrictions are read back', async () => {
    const service = smallService();
    const restrictions = { userLimit: 5, emailDomain: 'example.com', expirationDate: at(start + day) };
    const code = newCode(service, { restrictions });
    await service.advance(hour);
    acceptInviteCode(service.context, code, email);
    const read = service.call('org', 'inviteCodes.get', { path: { code } });
    assert.deepEqual(read.restrictions, restrictions);
    assert.equal(read.createdAt, at(start));
    assert.equal(read.userAcceptances?.[0]?.email, email);
    assert.equal(read.userAcceptances?.[0]?.joinedDate, at(start + hour));
  });

  it('codes are listed by scope, location and whether they are active', async () => {
    const service = smallService();
    const house = newCode(service);
    const everywhere = newCode(service, { locationId: ids.organization });
    const old = newCode(service, { restrictions: { expirationDate: at(start + hour) } });
    await service.advance(hour);
    const found = (...filter: ReturnType<typeof criterion>[]) =>
      items(service.call('org', 'inviteCodes.list', { filter })).map(({ code }) => code);
    assert.deepEqual(found(), [house, everywhere, old]);
    assert.deepEqual(found(criterion('scope', 'organization')), [everywhere]);
    assert.deepEqual(found(criterion('locationId', ids.house)), [house, old]);
    assert.deepEqual(found(criterion('locationId', ids.house), criterion('isActive', true)), [house]);
    assert.deepEqual(found(criterion('isActive', false)), [old]);
    assert.deepEqual(service.call('other', 'inviteCodes.list'), []);
    refused(404, () => service.call('other', 'inviteCodes.get', { path: { code: house } }));
  });

  it('a code is created for a location of the organization and a role that exists', () => {
    const service = smallService();
    refused(400, () => newCode(service, { locationId: ids.otherPanel }), 'locationId');
    refused(400, () => newCode(service, { roleId: 'gone' }), 'roleId');
  });
});
