import assert from 'node:assert/strict';
import { type RunningSimulator, startSimulator } from './running-simulator';
import { account, apiKey, ids } from './small-state';

const key = { 'Em-Api-Subscription-Key': apiKey };

describe('who may call the simulator', () => {
  let running: RunningSimulator;
  before(async () => {
    running = await startSimulator();
  });
  after(() => running.simulator.close());

  describe('spec 5 authentication', () => {
    it('refuses a request without an API key', async () => {
      const { status, json } = await running.raw('GET', '/devices');
      assert.equal(status, 401);
      assert.match(json.error.message, /Em-Api-Subscription-Key/);
    });

    it('refuses a wrong API key, also for a token', async () => {
      const { status } = await running.raw('POST', '/serviceAccount/authToken', {
        headers: { 'Em-Api-Subscription-Key': 'wrong' },
        body: account.application,
      });
      assert.equal(status, 401);
    });

    it('refuses an API key of more than 128 characters', async () => {
      const { status, json } = await running.raw('GET', '/devices', {
        headers: { 'Em-Api-Subscription-Key': 'k'.repeat(129) },
      });
      assert.equal(status, 400);
      assert.deepEqual(json.error.validations, [
        { message: 'must have at most 128 characters', propertyName: 'Em-Api-Subscription-Key' },
      ]);
    });

    it('refuses an Authorization header of more than 2000 characters', async () => {
      const { status, json } = await running.raw('GET', '/devices', {
        headers: { ...key, Authorization: `Bearer ${'t'.repeat(1994)}` },
      });
      assert.equal(status, 400);
      assert.equal(json.error.validations[0].propertyName, 'Authorization');
    });

    it('refuses a missing, a malformed and an unknown token with 401 and names the scheme', async () => {
      for (const Authorization of [undefined, 'Basic YTpi', 'Bearer', 'Bearer unknown']) {
        const { status, headers } = await running.raw('GET', '/devices', {
          headers: { ...key, ...(Authorization === undefined ? {} : { Authorization }) },
        });
        assert.equal(status, 401, Authorization);
        assert.equal(headers['www-authenticate'], 'Bearer');
      }
    });

    it('refuses a token of the wrong kind with 403', async () => {
      assert.equal((await running.call('application', 'GET', `/devices/${ids.oven}`)).status, 403);
      assert.equal((await running.call('organization', 'GET', '/streams')).status, 403);
    });

    it('takes either kind where the row says so', async () => {
      assert.equal((await running.call('application', 'GET', '/devices')).json.data.length, 4);
      assert.equal((await running.call('organization', 'GET', '/devices')).json.data.length, 3);
    });

    it('tokens expire', async () => {
      const short = await startSimulator({ tokenLifetimeMs: 60_000 });
      try {
        assert.equal((await short.get('/devices')).status, 200);
        await short.clock.advance(59_999);
        assert.equal((await short.get('/devices')).status, 200);
        await short.clock.advance(1);
        const { status, json } = await short.get('/devices');
        assert.equal(status, 401);
        assert.match(json.error.message, /expired/);
      } finally {
        await short.simulator.close();
      }
    });
  });

  describe('spec 4.1 token', () => {
    const create = (body: unknown) => running.raw('POST', '/serviceAccount/authToken', { headers: key, body });

    it('answers with a token and when it expires', async () => {
      const { status, json } = await create(account.application);
      assert.equal(status, 200);
      assert.equal(json.data.expiresAt, new Date(running.clock.now() + 3_600_000).toISOString());
    });

    it('takes the second secret as well, until it expires', async () => {
      const second = { clientId: 'organization', clientSecret: 'organization-secret-2' };
      assert.equal((await create(second)).status, 200);
      await running.clock.advance(60_000);
      assert.equal((await create(second)).status, 401);
    });

    it('refuses wrong credentials with 401', async () => {
      assert.equal((await create({ clientId: 'application', clientSecret: 'other-secret' })).status, 401);
      assert.equal((await create({ clientId: 'nobody', clientSecret: 'x' })).status, 401);
    });

    it('refuses credentials of more than 256 characters by field', async () => {
      const { status, json } = await create({ clientId: 'c'.repeat(257), clientSecret: 's'.repeat(257) });
      assert.equal(status, 400);
      assert.deepEqual(
        json.error.validations.map(({ propertyName }: { propertyName: string }) => propertyName),
        ['clientId', 'clientSecret'],
      );
    });
  });
});
