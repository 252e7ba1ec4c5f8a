import assert from 'node:assert/strict';
import { type AccountRoute, accountRoutes, methodOf, type Permission, routes } from '../../src/admin-api';
import { type AdminServer, adminAuth } from '../support/admin-server';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { helper } from '../support/node-red-test-helper';
import { registeredRoutes } from '../support/registered-routes';

/** The complete contract: routes such as `GET accounts/:id/tree`, with their permissions. */
const contract = new Map<string, Permission>([
  ...Object.entries(routes).map(([route, { permission }]) => [route, permission] as const),
  ...Object.entries(accountRoutes).flatMap(([name, { permission }]) => [
    [`${methodOf(name as AccountRoute)} accounts/:id/${name}`, permission.deployed] as const,
    [`POST ${name}`, permission.draft] as const,
  ]),
]);

describe('the contract of the admin routes', () => {
  let side: AdminSide;
  before(async () => {
    side = await startAdminSide({
      auth: () => adminAuth({ read: 'breakerflow.read', write: 'breakerflow.write', root: '*' }),
    });
  });
  after(() => side.stop());

  const send = (route: string, user: string) => {
    const [method = '', path = ''] = route.split(' ');
    return side.ask(method, `breakerflow/${path.replace(':id', 'account')}`, {
      headers: { authorization: `Bearer ${user}` },
      ...(method === 'GET' ? {} : { body: {} }),
    } satisfies Parameters<AdminServer['send']>[2]);
  };

  it('matches the runtime: each row has a handler, and each handler a row', () => {
    assert(contract.size > 20);
    assert.deepEqual(registeredRoutes(helper._httpAdmin).sort(), [...contract.keys()].sort());
  });

  it('has the permission of each route: the other permission alone gets 401', async () => {
    for (const [route, permission] of contract) {
      const other = permission === 'read' ? 'write' : 'read';
      assert.equal((await send(route, other)).status, 401, route);
      assert.notEqual((await send(route, permission)).status, 401, route);
    }
  });

  it('has no other path: 404', async () => {
    for (const route of [
      'GET nothing',
      'GET accounts/:id',
      'POST accounts/:id/tree',
      'GET test-connection',
      'GET site',
    ])
      assert.equal((await send(route, 'root')).status, 404, route);
  });
});
