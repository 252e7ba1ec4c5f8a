import assert from 'node:assert/strict';
import { ids } from '../../../simulator/small-state';
import { refusal } from '../refusal';
import { credentials, withService } from '../service-under-test';
import { commands, commandWith, loggedIn, moves, path } from './faulty-calls';

describe('spec 5 credentials that are refused', () => {
  const wrong = { clientId: credentials.organization.clientId, secret1: 'not-the-secret' };

  it(
    'a wrong secret: AUTH_FAILED, and nothing is asked with it again until the back-off is over',
    withService(async ({ clientWith, clock, requests }) => {
      const client = clientWith({ organization: wrong });
      await refusal(client.call('remoteHandle.setPosition', commands.open), 'AUTH_FAILED', 401);
      assert.deepEqual(
        requests().map(({ operation }) => operation),
        ['token.create'],
      );
      const again = await refusal(client.call('devices.get', { path }), 'AUTH_FAILED');
      assert.equal(again.cause.retryAfter, 5);
      assert.equal(requests().length, 1);
      await clock.advance(5_000);
      await refusal(client.call('devices.get', { path }), 'AUTH_FAILED', 401);
      assert.equal(requests().length, 2);
    }),
  );

  it(
    'secret2 is used when secret1 is refused, and then first',
    withService(async ({ clientWith, clock, requests }) => {
      const client = clientWith({ organization: { ...wrong, secret2: `${credentials.organization.secret1}-2` } });
      assert.equal((await client.call('devices.get', { path })).data.id, ids.oven);
      assert.deepEqual(
        requests().map(({ operation, status }) => [operation, status]),
        [
          ['token.create', 401],
          ['token.create', 200],
          ['devices.get', 200],
        ],
      );
      await clock.advance(30_000);
      assert.equal((await client.authenticate('ORG', { force: true })).secret, 'secret2');
      assert.equal(requests('token.create').length, 3);
    }),
  );

  it(
    'both secrets wrong: each is tried once',
    withService(async ({ clientWith, requests }) => {
      const client = clientWith({ organization: { ...wrong, secret2: 'nor-this-one' } });
      await refusal(client.call('devices.get', { path }), 'AUTH_FAILED', 401);
      assert.equal(requests().length, 2);
    }),
  );

  it(
    'a wrong API key: AUTH_FAILED, without an operation being asked for',
    withService(async ({ clientWith, requests }) => {
      const client = clientWith({ apiKey: 'another-key' });
      await refusal(client.call('roles.list', {}), 'AUTH_FAILED', 401);
      assert.deepEqual(
        requests().map(({ operation }) => operation),
        // Its refusal looks like that of a secret, so that the other credentials are tried too.
        ['token.create', 'token.create'],
      );
    }),
  );

  it(
    'a credential that is missing, or of a kind that the operation does not take, is never tried',
    withService(async ({ client, clientOf, raw, requests, settings }) => {
      const { organization: _, ...applicationOnly } = settings;
      await refusal(clientOf(applicationOnly).call('devices.get', { path }), 'AUTH_FAILED');
      await refusal(client.call('devices.get', { path }, { token: 'APP' }), 'INVALID_INPUT');
      assert.deepEqual(requests(), []);
      assert.equal((await raw('application', 'devices.get', { path })).status, 403);
    }),
  );

  it(
    'an expired token is renewed once, and the command is sent again once',
    withService(async (service) => {
      const reply = commandWith(service, 'open', { kind: 'expired-token' });
      await service.waitOut(1000);
      assert.equal((await reply).settledBy, 'answer');
      assert.deepEqual(
        service.requests().map(({ operation, status }) => [operation, status]),
        [
          ['remoteHandle.setPosition', 401],
          ['token.create', 200],
          ['remoteHandle.setPosition', 204],
        ],
      );
      assert.equal(moves(service), 1);
    }),
  );

  it(
    'a token that is refused again and again: AUTH_FAILED after one renewal',
    withService(async (service) => {
      await loggedIn(service);
      service.simulator.controls.faults.inject({ kind: 'expired-token', match: { operation: 'roles.list' } });
      await refusal(service.client.call('roles.list', {}), 'AUTH_FAILED', 401);
      assert.deepEqual([service.requests('roles.list').length, service.requests('token.create').length], [2, 1]);
    }),
  );

  it(
    'a token is renewed before it expires, once for all that wait for it',
    withService(async (service) => {
      const { client, clock, requests } = service;
      await loggedIn(service);
      await clock.advance(3_600_000);
      await Promise.all([
        client.call('devices.get', { path }),
        client.call('remoteHandle.getPosition', { path }),
        client.call('eventHistory.mainHandle', { filter: path }),
        client.call('udpKeys.list', {}),
      ]);
      assert.equal(requests('token.create').length, 1);
      assert.ok(requests().every(({ status }) => status === 200));
    }),
  );
});
