import assert from 'node:assert/strict';
import { verifyUser } from '../../../src/simulator/user-accounts';
import { ids } from '../small-state';
import { at, criterion, day, items, refused, smallService, start } from './small-service';

const body = { name: 'Third', description: 'a third organization' };

describe('spec 4.8 organizations', () => {
  it('the values of the secrets are returned on creation, and never again', () => {
    const service = smallService();
    const created = service.call('app', 'organizations.create', { body });
    const [first, next] = created.serviceAccount?.secrets ?? [];
    assert.deepEqual([first?.name, next?.name], ['secret1', 'secret2']);
    assert.ok(first?.value && next?.value && first.value !== next.value);
    const path = { organizationId: created.id };
    const read = service.call('app', 'organizations.get', { path });
    assert.deepEqual({ name: read.name, description: read.description }, body);
    assert.equal(read.serviceAccount?.clientId, created.serviceAccount?.clientId);
    assert.doesNotMatch(JSON.stringify([read, service.call('app', 'organizations.list')]), /"value"/);
  });

  it('spec 8: a secret lives one year', () => {
    const created = smallService().call('app', 'organizations.create', { body });
    assert.equal(created.serviceAccount?.secrets?.[0]?.expiry, at(start + 365 * day));
  });

  it('an application has at most 10 organizations', () => {
    const service = smallService();
    for (let count = 2; count < 10; count++) service.call('app', 'organizations.create', { body });
    refused(400, () => service.call('app', 'organizations.create', { body }));
    assert.equal(items(service.call('app', 'organizations.list')).length, 10);
  });

  it('permissions come only with includePermissions', () => {
    const service = smallService();
    const [bare] = items(service.call('app', 'organizations.list', { query: { includePermissions: 'false' } }));
    const [full] = items(service.call('app', 'organizations.list', { query: { includePermissions: 'true' } }));
    assert.equal(bare && 'permissions' in bare, false);
    assert.deepEqual(full?.permissions, ['create:location']);
  });

  it('an organization that does not exist is not found', () => {
    refused(404, () => smallService().call('app', 'organizations.get', { path: { organizationId: 'gone' } }));
  });
});

describe('spec 5.4 rotation of a secret', () => {
  it('changes only the named secret, and answers its new value with a year to live', async () => {
    const service = smallService();
    await service.advance(30 * day);
    const { serviceAccount } = service.state.organizations[0] ?? {};
    const before = structuredClone(serviceAccount?.secrets);
    const path = { serviceAccountId: ids.organization, secretName: 'secret1' };
    const rotated = service.call('app', 'serviceAccounts.rotateSecret', { path });
    assert.equal(rotated.name, 'secret1');
    assert.equal(rotated.expiry, at(start + 395 * day));
    assert.notEqual(rotated.value, before?.[0]?.value);
    assert.equal(serviceAccount?.secrets[0]?.value, rotated.value);
    assert.deepEqual(serviceAccount?.secrets[1], before?.[1]);
  });

  it('takes the client id of the service account, too', () => {
    const service = smallService();
    const path = { serviceAccountId: 'other', secretName: 'secret2' };
    assert.equal(service.call('app', 'serviceAccounts.rotateSecret', { path }).name, 'secret2');
  });

  it('an unknown account, and a third secret, are not found', () => {
    const service = smallService();
    const rotate = (serviceAccountId: string, secretName: string) => () =>
      service.call('app', 'serviceAccounts.rotateSecret', { path: { serviceAccountId, secretName } });
    refused(404, rotate('gone', 'secret1'));
    refused(404, rotate('other', 'secret3'));
  });
});

describe('spec 4.8 users of an organization', () => {
  it('users with an active role are listed with what they have access to', () => {
    const service = smallService();
    verifyUser(service.context, 'ann@example.com');
    verifyUser(service.context, 'ben@example.com');
    const assign = (email: string, locationId: string) =>
      service.call('org', 'userRoles.assign', { body: { email, locationId, roleId: ids.role } });
    assign('ann@example.com', ids.organization);
    assign('ann@example.com', ids.house);
    assign('ben@example.com', ids.panel);
    assign('nobody@example.com', ids.panel);
    const path = { organizationId: ids.organization };
    const filter = [criterion('role', 'Installer')];
    const users = items(service.call('app', 'organizations.users', { path, filter }));
    assert.deepEqual(
      users.map(({ email, userAccess }) => [email, userAccess]),
      [
        ['ann@example.com', ['Organization', 'Location']],
        ['ben@example.com', ['Location']],
      ],
    );
    const none = service.call('app', 'organizations.users', { path, filter: [criterion('role', 'Owner')] });
    assert.deepEqual(none, []);
  });

  it('an organization sees its own users only', () => {
    const service = smallService();
    refused(404, () => service.call('other', 'organizations.users', { path: { organizationId: ids.organization } }));
    assert.deepEqual(service.call('org', 'organizations.users', { path: { organizationId: ids.organization } }), []);
  });
});
