import assert from 'node:assert/strict';
import { ids } from '../../../simulator/small-state';
import { refusal } from '../refusal';
import type { ServiceUnderTest } from '../service-under-test';
import type { RowTests } from './row';

const email = 'installer@example.com';
const grant = { locationId: ids.house, roleId: ids.role, email };

async function roleOf({ client }: ServiceUnderTest) {
  return (await client.call('userRoles.list', {})).data.find((role) => role.email === email);
}

function changes({ simulator }: ServiceUnderTest) {
  return simulator.controls.events.flatMap((event) =>
    event.type === 'permission-changed' ? [event.payload.permissionChangeType] : [],
  );
}

async function inviteCode({ client, clock }: ServiceUnderTest, userLimit: number) {
  const expirationDate = new Date(clock.now() + 3_600_000).toISOString();
  const body = { locationId: ids.house, roleId: ids.role, restrictions: { userLimit, expirationDate } };
  const { code } = (await client.call('inviteCodes.create', { body })).data;
  return { path: { code }, expirationDate };
}

export const users: RowTests = {
  'User role: (none) + userRoles.assign (user has no account yet) -> pending': async (service) => {
    assert.equal((await service.client.call('userRoles.assign', { body: grant })).data.status, 'pending');
    assert.equal((await roleOf(service))?.status, 'pending');
    service.simulator.controls.verifyUser(email);
    assert.equal((await roleOf(service))?.status, 'active');
    assert.deepEqual(changes(service), ['invited', 'assigned']);
  },

  'User role: (none) + userRoles.assign (user has an account) -> active': async (service) => {
    service.simulator.controls.verifyUser(email);
    assert.equal((await service.client.call('userRoles.assign', { body: grant })).data.status, 'active');
    assert.deepEqual(changes(service), ['assigned']);
  },

  'User role: pending or active + userRoles.delete -> removed': async (service) => {
    const { client, simulator } = service;
    await client.call('userRoles.assign', { body: grant });
    await client.call('userRoles.delete', { body: grant });
    assert.equal(await roleOf(service), undefined);

    const { path } = await inviteCode(service, 2);
    simulator.controls.acceptInviteCode(path.code, email);
    assert.deepEqual([(await roleOf(service))?.status, (await roleOf(service))?.inviteType], ['active', 'inviteCode']);
    assert.equal((await client.call('inviteCodes.get', { path })).data.userAcceptances?.length, 1);
    await client.call('userRoles.delete', { body: grant });
    assert.equal(await roleOf(service), undefined);
    assert.deepEqual((await client.call('inviteCodes.get', { path })).data.userAcceptances, []);
    assert.deepEqual(changes(service), ['invited', 'cancelled', 'assigned', 'revoked']);
  },

  'Invite code: active + inviteCodes.deactivate (not already past expiration) -> inactive': async (service) => {
    const { client, clock, simulator } = service;
    const { path } = await inviteCode(service, 1);
    simulator.controls.acceptInviteCode(path.code, email);
    await clock.advance(60_000);
    // The user limit is reached: deactivation succeeds all the same.
    await client.call('inviteCodes.deactivate', { path });
    const invite = (await client.call('inviteCodes.get', { path })).data;
    assert.equal(invite.restrictions?.expirationDate, new Date(clock.now()).toISOString());
    assert.deepEqual((await client.call('inviteCodes.list', { filter: { isActive: true } })).data, []);
    assert.equal((await roleOf(service))?.status, 'active', 'existing users keep their permissions');
    assert.throws(() => simulator.controls.acceptInviteCode(path.code, 'late@example.com'), /expired/);
  },

  'Invite code: expired + inviteCodes.deactivate (already past expiration) -> unchanged': async (service) => {
    const { client, clock } = service;
    const { path, expirationDate } = await inviteCode(service, 1);
    await clock.advance(3_600_000);
    await refusal(client.call('inviteCodes.deactivate', { path }), 'CONFLICT', 409);
    const invite = (await client.call('inviteCodes.get', { path })).data;
    assert.equal(invite.restrictions?.expirationDate, expirationDate);
  },
};
