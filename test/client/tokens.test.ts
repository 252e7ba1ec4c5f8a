import assert from 'node:assert/strict';
import { errorAnswer, tokenAnswer } from '../support/scripted-service';
import { application, type ClientUnderTest, organization, startClientUnderTest, tokenRoute } from './client-under-test';

const read = 'GET /devices/device-1';
const input = { path: { deviceId: 'device-1' } };
const hourMs = 3_600_000;

describe('spec 5: tokens', () => {
  let tested: ClientUnderTest;

  beforeEach(async () => {
    tested = await startClientUnderTest();
    tested.service.on(read, { json: { data: { id: 'device-1' } } });
  });
  afterEach(() => tested.close());

  const get = () => tested.turn(tested.client.call('devices.get', input));
  const bodies = () =>
    tested.service.requests
      .filter(({ target }) => target === '/serviceAccount/authToken')
      .map(({ body }) => JSON.parse(body) as unknown);
  const authorizations = () =>
    tested.service.requests.filter(({ method }) => method === 'GET').map(({ headers }) => headers.authorization);

  it('the token operation carries the API key and no token, everything else both', async () => {
    await get();
    const [forToken, forRead] = tested.service.requests;
    assert.equal(forToken?.headers['em-api-subscription-key'], 'api-key-0123456789');
    assert.equal(forToken?.headers.authorization, undefined);
    assert.deepEqual(bodies(), [{ clientId: organization.clientId, clientSecret: organization.secret1 }]);
    assert.equal(forRead?.headers['em-api-subscription-key'], 'api-key-0123456789');
    assert.equal(forRead?.headers.authorization, 'Bearer token-1');
    assert.equal(forRead?.headers.accept, 'application/json');
  });

  it('many calls at once request one token', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `device-${index}`);
    for (const id of ids) tested.service.on(`GET /devices/${id}`, { json: { data: { id } } });
    await tested.turn(Promise.all(ids.map((deviceId) => tested.client.call('devices.get', { path: { deviceId } }))));
    assert.equal(tested.service.count(tokenRoute), 1);
  });

  it('each row takes its own kind of token', async () => {
    tested.service.on('GET /streams', { json: { data: [] } });
    await get();
    await tested.turn(tested.client.call('streams.list', {}));
    assert.deepEqual(
      bodies().map((body) => (body as { clientId: string }).clientId),
      [organization.clientId, application.clientId],
    );
  });

  it('a row that takes both kinds uses the first that has a credential, or the one that is asked for', async () => {
    tested.service.on('GET /devices', { json: { data: [] } });
    await tested.turn(tested.client.call('devices.list', {}));
    await tested.turn(tested.client.call('devices.list', {}, { token: 'ORG' }));
    const { baseUrl, apiKey } = { baseUrl: tested.service.origin, apiKey: 'api-key-0123456789' };
    const only = tested.anotherClient({ baseUrl, apiKey, application: undefined as never });
    await tested.turn(only.call('devices.list', {}));
    assert.deepEqual(
      bodies().map((body) => (body as { clientId: string }).clientId),
      [application.clientId, organization.clientId, organization.clientId],
    );
  });

  it('a kind that the row does not take is refused, a missing credential is named', async () => {
    const wrong = await tested.failure(tested.client.call('streams.list', {}, { token: 'ORG' }));
    assert.equal(wrong.code, 'INVALID_INPUT');
    assert.deepEqual(
      wrong.cause.validations.map(({ field }) => field),
      ['token'],
    );
    const without = tested.anotherClient({ application: undefined as never });
    const missing = await tested.failure(without.call('streams.list', {}));
    assert.equal(missing.code, 'AUTH_FAILED');
    assert.match(missing.message, /APP/);
    assert.equal(tested.service.requests.length, 0);
  });

  it('is renewed before it expires, by the clock of the service', async () => {
    const skewMs = -7_200_000;
    tested.service.on(tokenRoute, () => ({
      ...tokenAnswer('token', tested.clock.now() + skewMs + hourMs),
      headers: { date: new Date(tested.clock.now() + skewMs).toUTCString() },
    }));
    tested.service.on(read, () => ({
      json: { data: { id: 'device-1' } },
      headers: { date: new Date(tested.clock.now() + skewMs).toUTCString() },
    }));
    await get();
    assert(Math.abs((tested.client.clockSkewMs() ?? 0) - skewMs) <= 1_000);
    await tested.clock.advance(hourMs - 90_000);
    await get();
    assert.equal(tested.service.count(tokenRoute), 1);
    await tested.clock.advance(31_000);
    await get();
    assert.equal(tested.service.count(tokenRoute), 2);
  });

  it('is used until it expires when the renewal fails', async () => {
    await get();
    tested.service.on(tokenRoute, errorAnswer(500, 'oops'));
    await tested.clock.advance(hourMs - 30_000);
    await get();
    const asked = tested.service.count(tokenRoute);
    await tested.clock.advance(31_000);
    assert.equal((await tested.failure(tested.client.call('devices.get', input))).code, 'BAD_RESPONSE');
    assert.equal(tested.service.count(tokenRoute), asked + 1);
  });

  it('an unknown expiry counts as five minutes', async () => {
    tested.service.on(tokenRoute, { json: { data: { token: 'token' } } });
    const { expiresAt } = await tested.turn(tested.client.authenticate('ORG'));
    assert.equal(expiresAt, tested.clock.now() + 300_000);
  });

  it('a 401 to many calls at once is one renewal', async () => {
    await get();
    let valid = 'token-1';
    tested.service.on(tokenRoute, () => {
      valid = 'token-2';
      return tokenAnswer('token-2', tested.clock.now() + hourMs);
    });
    valid = 'none yet';
    const ids = Array.from({ length: 10 }, (_, index) => `d-${index}`);
    for (const id of ids)
      tested.service.on(`GET /devices/${id}`, ({ headers }) =>
        headers.authorization === `Bearer ${valid}` ? { json: { data: { id } } } : errorAnswer(401, 'expired'),
      );
    await tested.turn(Promise.all(ids.map((deviceId) => tested.client.call('devices.get', { path: { deviceId } }))));
    assert.equal(tested.service.count(tokenRoute), 2);
    assert.equal(authorizations().at(-1), 'Bearer token-2');
  });

  it('a 401 whose renewal is refused ends with that refusal, and nothing is sent again', async () => {
    await get();
    tested.service.on(read, errorAnswer(401, 'expired'));
    tested.service.on(tokenRoute, errorAnswer(403, 'locked'));
    const asked = tested.service.count(read);
    const error = await tested.failure(tested.client.call('devices.get', input));
    assert.deepEqual([error.code, error.cause.statusCode], ['AUTH_FAILED', 403]);
    assert.match(error.message, /locked/);
    assert.equal(tested.service.count(read), asked + 1);
  });

  it('a token that cannot stand in a header is a bad response', async () => {
    for (const token of ['a\r\nX-Injected: 1', 'x'.repeat(2_000), { value: 7 }]) {
      tested.service.on(tokenRoute, { json: { data: { token } } });
      const error = await tested.failure(tested.client.call('devices.get', input));
      assert.equal(error.code, 'BAD_RESPONSE');
      await tested.clock.advance(600_000);
    }
    assert.equal(tested.service.count(read), 0);
  });

  describe('credentials of one kind are refused', () => {
    beforeEach(() => {
      tested.service.on('GET /devices', { json: { data: [] } });
      tested.service.on('GET /streams', { json: { data: [] } });
      tested.service.on(tokenRoute, ({ body }) =>
        body.includes(application.clientId)
          ? errorAnswer(401, 'unknown secret')
          : tokenAnswer('token-of-organization', tested.clock.now() + hourMs),
      );
    });

    it('what takes either token is read with the other', async () => {
      await tested.turn(tested.client.call('devices.list', {}));
      await tested.turn(tested.client.call('devices.list', {}));
      assert.equal(authorizations().at(-1), 'Bearer token-of-organization');
      // While the first is backed off from, nothing more is asked.
      assert.equal(tested.service.count(tokenRoute), 2);
    });

    it('what takes only that token is not, nor is a kind that was asked for', async () => {
      for (const call of [
        tested.client.call('streams.list', {}),
        tested.client.call('devices.list', {}, { token: 'APP' }),
      ])
        assert.equal((await tested.failure(call)).code, 'AUTH_FAILED');
      assert.equal(tested.service.requests.filter(({ method }) => method === 'GET').length, 0);
    });

    it('a service that cannot be reached is no such reason', async () => {
      tested.service.on(tokenRoute, 'reset');
      assert.equal((await tested.failure(tested.client.call('devices.list', {}))).code, 'NETWORK');
      assert(
        bodies().every((body) => (body as { clientId: string }).clientId === application.clientId),
        'the other credentials are left alone',
      );
    });
  });

  describe('two secrets', () => {
    const accepting = (secret: string) => {
      tested.service.on(tokenRoute, ({ body }) =>
        body.includes(secret) ? tokenAnswer('token', tested.clock.now() + hourMs) : errorAnswer(401, 'unknown secret'),
      );
    };

    it('the second is used once when the first is refused, and remembered', async () => {
      for (const status of [400, 401, 403]) {
        const client = tested.anotherClient({ organization: { ...organization, secret2: 'organization-secret-2' } });
        const before = tested.service.count(tokenRoute);
        tested.service.on(tokenRoute, errorAnswer(status, 'no'), tokenAnswer('token', tested.clock.now() + hourMs));
        assert.equal((await tested.turn(client.authenticate('ORG'))).secret, 'secret2');
        accepting('organization-secret-2');
        assert.equal((await tested.turn(client.authenticate('ORG', { force: true }))).secret, 'secret2');
        assert.equal(tested.service.count(tokenRoute) - before, 3);
      }
    });

    it('both refused ends with AUTH_FAILED after one request each', async () => {
      accepting('nothing');
      const client = tested.anotherClient({ organization: { ...organization, secret2: 'organization-secret-2' } });
      const error = await tested.failure(client.call('devices.get', input));
      assert.equal(error.code, 'AUTH_FAILED');
      assert.equal(error.cause.operation, 'devices.get');
      assert.equal(error.cause.statusCode, 401);
      assert.equal(tested.service.count(tokenRoute), 2);
    });
  });

  describe('a service that gives no token', () => {
    const fail = () => tested.failure(tested.client.call('devices.get', input));

    it('is asked again after 5 s, 10 s, ... at most 5 min; calls in between fail fast and say when', async () => {
      tested.service.on(tokenRoute, errorAnswer(403, 'no'));
      for (const waitS of [5, 10, 20, 40, 80, 160, 300, 300]) {
        const asked = tested.service.count(tokenRoute);
        await fail();
        assert.equal(tested.service.count(tokenRoute), asked + 1);
        const inBetween = await fail();
        assert.equal(inBetween.code, 'AUTH_FAILED');
        assert.equal(inBetween.cause.retryAfter, waitS);
        await tested.clock.advance(waitS * 1_000 - 1);
        await fail();
        assert.equal(tested.service.count(tokenRoute), asked + 1);
        await tested.clock.advance(1);
      }
      tested.service.on(tokenRoute, tokenAnswer('token', tested.clock.now() + hourMs));
      await get();
    });

    it('is asked at once when a token is demanded', async () => {
      tested.service.on(tokenRoute, errorAnswer(403, 'no'), tokenAnswer('token', tested.clock.now() + hourMs));
      await fail();
      await tested.turn(tested.client.authenticate('ORG', { force: true }));
      await get();
    });

    it('is asked once only when a token is demanded, and a failure is told at once', async () => {
      const startedAt = tested.clock.now();
      await tested.service.close();
      const error = await tested.failure(tested.client.authenticate('ORG', { force: true }));
      assert.equal(error.code, 'NETWORK');
      assert.equal(tested.clock.now(), startedAt);
    });

    it('is a network error when it cannot be reached', async () => {
      tested.service.on(tokenRoute, 'reset');
      assert.equal((await fail()).code, 'NETWORK');
      assert.equal(tested.service.count(tokenRoute), 4);
    });
  });
});
