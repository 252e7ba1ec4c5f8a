import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '../../../../src/catalog';
import { account } from '../../../simulator/small-state';
import { fieldsOf, refusal, thrown } from '../refusal';
import { credentials, withService } from '../service-under-test';
import { type LimitTests, refusedByClient, refusedByService } from './limit';

const longestKey = 'k'.repeat(128);
/** `Bearer ` and the token together have 2000 characters. */
const longestToken = 't'.repeat(1993);
const longest = 'c'.repeat(256);

/** A service of which nothing is real but the length of its token. */
async function withTokenOf(characters: number, use: (baseUrl: string) => Promise<void>): Promise<string[]> {
  const authorizations: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const issues = request.method === 'POST';
      if (!issues) authorizations.push(String(request.headers.authorization));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data: issues ? { token: 't'.repeat(characters) } : [] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return authorizations;
}

export const credentialLimits: LimitTests = {
  'Em-Api-Subscription-Key length': {
    '128 characters are accepted': withService(
      async ({ client }) => {
        assert.equal((await client.call('roles.list', {})).data.length, 1);
      },
      (state) => {
        state.apiKey = longestKey;
      },
    ),
    'the client refuses 129': withService(async ({ clientWith, requests }) => {
      const error = thrown(() => clientWith({ apiKey: `${longestKey}k` }), 'INVALID_INPUT');
      assert.deepEqual(fieldsOf(error), ['apiKey']);
      assert.deepEqual(requests(), []);
    }),
    'the service refuses 129': withService(async ({ raw }) => {
      const headers = { 'Em-Api-Subscription-Key': `${longestKey}k` };
      const { status, json } = await raw('organization', 'roles.list', {}, headers);
      assert.equal(status, 400);
      assert.equal(json.error.validations[0].propertyName, 'Em-Api-Subscription-Key');
    }),
  },

  'Authorization length': {
    'the client sends 2000 characters': withService(async ({ clientWith }) => {
      const authorizations = await withTokenOf(longestToken.length, async (baseUrl) => {
        assert.deepEqual((await clientWith({ baseUrl }).call('roles.list', {})).data, []);
      });
      assert.deepEqual(authorizations, [`Bearer ${longestToken}`]);
    }),
    'the client refuses a token that would make it 2001': withService(async ({ clientWith }) => {
      const authorizations = await withTokenOf(longestToken.length + 1, async (baseUrl) => {
        await refusal(clientWith({ baseUrl }).call('roles.list', {}), 'BAD_RESPONSE', 200);
      });
      assert.deepEqual(authorizations, []);
    }),
    'the service takes 2000 and refuses 2001': withService(
      async ({ raw }) => {
        const answer = (token: string) => raw('nobody', 'roles.list', {}, { Authorization: `Bearer ${token}` });
        assert.equal((await answer(longestToken)).status, 200);
        const { status, json } = await answer(`${longestToken}t`);
        assert.equal(status, 400);
        assert.equal(json.error.validations[0].propertyName, 'Authorization');
      },
      (state, now) => {
        for (const value of [longestToken, `${longestToken}t`])
          state.tokens.push({ value, kind: 'APP', expiresAt: now + 3_600_000 });
      },
    ),
  },

  'clientId, clientSecret': {
    '256 characters each are accepted': withService(
      async ({ clientWith }) => {
        const client = clientWith({ application: { clientId: longest, secret1: longest } });
        assert.equal((await client.authenticate('APP')).secret, 'secret1');
      },
      ({ application }, now) => {
        application.clientId = longest;
        application.secrets = [{ name: 'secret1', value: longest, expiry: now + 3_600_000 }];
      },
    ),
    'the client refuses 257, as a setting and as an input': withService(async (service) => {
      const tooLong = `${longest}c`;
      const application = { clientId: tooLong, secret1: tooLong, secret2: tooLong };
      const error = thrown(() => service.clientWith({ application }), 'INVALID_INPUT');
      assert.deepEqual(fieldsOf(error), ['application.clientId', 'application.secret1', 'application.secret2']);
      const { clientId, clientSecret } = account.application;
      await refusedByClient(service, 'token.create', { body: { clientId: tooLong, clientSecret } }, 'clientId');
      await refusedByClient(service, 'token.create', { body: { clientId, clientSecret: tooLong } }, 'clientSecret');
    }),
    'the service refuses 257': withService(async (service) => {
      const { clientId, clientSecret } = account.application;
      const tooLong = `${longest}c`;
      const by = { clientId: { clientId: tooLong, clientSecret }, clientSecret: { clientId, clientSecret: tooLong } };
      for (const [field, body] of Object.entries(by))
        await refusedByService(service, 'nobody', 'token.create', { body }, field);
    }),
  },

  'Secret lifetime': {
    'a new secret is accepted for one year, and refused after it': withService(async (service) => {
      const { client, clock, clientWith } = service;
      const body = { name: 'New', description: '' };
      const created = (await client.call('organizations.create', { body })).data.serviceAccount;
      const endsAt = clock.now() + limits.secretLifetimeMs;
      assert.equal(limits.secretLifetimeMs, 365 * 24 * 3_600_000);
      const clientId = created?.clientId ?? '';
      for (const secret of created?.secrets ?? []) {
        assert.equal(secret.expiry, new Date(endsAt).toISOString());
        assert.ok(secret.value);
      }
      const [secret1 = '', secret2 = ''] = (created?.secrets ?? []).map(({ value }) => value);
      const organization = { clientId, secret1, secret2 };
      await clock.advance(limits.secretLifetimeMs - 1);
      assert.equal((await clientWith({ organization }).authenticate('ORG')).secret, 'secret1');
      await clock.advance(1);
      await refusal(clientWith({ organization }).authenticate('ORG'), 'AUTH_FAILED', 401);
      const raw = await service.raw('nobody', 'token.create', { body: { clientId, clientSecret: secret1 } });
      assert.equal(raw.status, 401);
    }),
    'a rotated secret lives a year of its own, and the other one goes on': withService(async (service) => {
      const { client, clock, clientWith } = service;
      const { clientId, secret1 } = credentials.organization;
      const half = limits.secretLifetimeMs / 2;
      await clock.advance(half);
      const path = { serviceAccountId: clientId, secretName: 'secret2' };
      const rotated = (await client.call('serviceAccounts.rotateSecret', { path })).data;
      assert.equal(rotated.expiry, new Date(clock.now() + limits.secretLifetimeMs).toISOString());
      const organization = { clientId, secret1, secret2: rotated.value ?? '' };
      assert.equal((await clientWith({ organization }).authenticate('ORG')).secret, 'secret1');
      await clock.advance(half);
      assert.equal((await clientWith({ organization }).authenticate('ORG')).secret, 'secret2');
      await clock.advance(half);
      await refusal(clientWith({ organization }).authenticate('ORG'), 'AUTH_FAILED', 401);
    }),
  },
};
