import assert from 'node:assert/strict';
import { type AdminServer, adminAuth } from '../support/admin-server';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { helper } from '../support/node-red-test-helper';
import { registeredRoutes } from '../support/registered-routes';

/** Every route that this package has added to Node-RED's admin app. */
function ourRoutes(): { readonly method: 'GET' | 'POST'; readonly path: string }[] {
  return registeredRoutes(helper._httpAdmin).map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return { method: method as 'GET' | 'POST', path: `breakerflow/${path}` };
  });
}

/** Requests that only read but are a POST, because their parameters must not be in an address. */
const questions = new Set(['breakerflow/call-preview', 'breakerflow/accounts/:id/try']);

describe('every admin route', () => {
  let side: AdminSide;

  before(async () => {
    side = await startAdminSide({
      auth: () =>
        adminAuth({ reader: 'breakerflow.read', writer: 'breakerflow.write', root: '*', other: 'flows.read' }),
    });
  });
  after(() => side.stop());

  const as = (user: string) => ({ authorization: `Bearer ${user}` });
  const ask: AdminServer['send'] = (...request) => side.ask(...request);
  const at = (path: string, id: string) => path.replaceAll(':id', id);

  it('is found by this test', () => {
    const routes = ourRoutes();
    assert(routes.length >= 19, `${routes.length}`);
    assert(routes.some(({ path }) => path === 'breakerflow/accounts/:id/simulator'));
    assert.deepEqual(
      routes.filter(({ method }) => method !== 'GET' && method !== 'POST'),
      [],
    );
  });

  it('answers 401 without a login and without its permission, and sends nothing to the service', async () => {
    for (const { method, path } of ourRoutes()) {
      const users =
        method === 'GET' || questions.has(path) ? ['other', 'writer', 'nobody'] : ['other', 'reader', 'nobody'];
      const body = method === 'GET' ? {} : { body: {} };
      const name = `${method} ${path}`;
      assert.equal((await ask(method, at(path, 'account'), body)).status, 401, name);
      for (const user of users)
        assert.equal((await ask(method, at(path, 'account'), { headers: as(user), ...body })).status, 401, name);
    }
    assert.equal(side.service.requests().length, 0);
  });

  it('with an effect answers 403 to another origin and to a body that is not JSON', async () => {
    const foreign = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'text/plain' },
    ];
    for (const { method, path } of ourRoutes().filter((route) => route.method === 'POST'))
      for (const headers of foreign) {
        const answer = await ask(method, at(path, 'account'), { headers: { ...as('root'), ...headers }, body: {} });
        assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`);
      }
    assert.equal(side.service.requests().length, 0);
  });

  it('answers 404 with the same text for any unknown node', async () => {
    const texts = new Set<string>();
    const routes = ourRoutes().filter(({ path }) => path.includes(':id'));
    assert(routes.length >= 12);
    for (const { method, path } of routes)
      for (const id of ['nobody', 'tab', 'n']) {
        const request = { headers: as('root'), ...(method === 'GET' ? {} : { body: {} }) };
        const { status, json } = await ask(method, at(path, id), request);
        assert.equal(status, 404, `${method} ${at(path, id)}`);
        texts.add(JSON.stringify(json));
      }
    assert.deepEqual(
      [...texts],
      [JSON.stringify({ error: { code: 'NOT_FOUND', message: 'No such node is running. Deploy it first.' } })],
    );
  });

  it('answers the same 404 for a simulator request to an account without a simulator', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const request = {
        headers: as('root'),
        ...(method === 'GET' ? {} : { body: { control: 'POST /devices/x/trip' } }),
      };
      const { status, json } = await ask(method, 'breakerflow/accounts/account/simulator', request);
      assert.equal(status, 404);
      assert.equal(json.error.message, 'No such node is running. Deploy it first.');
    }
    assert.equal(side.service.requests().length, 0);
  });
});
