import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ClientError } from '../../src/client';
import { errorAnswer, type ScriptedReply, tokenAnswer } from '../support/scripted-service';
import { application, type ClientUnderTest, organization, startClientOverHttp, tokenRoute } from './client-under-test';

// Characters that JSON and URLs spell differently.
const apiKey = 'key-"\\/%&-0123456789';
const token = 'token-"\\/%&-9876543210';
const secret2 = 'second "secret" ä/%';
const route = 'GET /devices/device-1';

describe('behaviour: no error carries a secret', () => {
  let tested: ClientUnderTest;
  const secrets = [apiKey, token, application.secret1, organization.secret1, secret2];
  const spelled = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
  ]);

  beforeEach(async () => {
    tested = await startClientOverHttp({ settings: { apiKey, organization: { ...organization, secret2 } } });
    tested.service.on(tokenRoute, tokenAnswer(token, tested.clock.now() + 3_600_000));
  });
  afterEach(() => tested.close());

  /** Everything that can be reached from the error: own and hidden fields, its cause, its stack. */
  function assertClean(error: ClientError): void {
    const texts = [
      error.message,
      String(error.stack),
      JSON.stringify(error),
      JSON.stringify(error.cause),
      inspect(error, { depth: null, showHidden: true, getters: true }),
    ];
    for (const text of texts)
      for (const secret of spelled) assert(!text.includes(secret), `${secret} stands in ${text.slice(0, 200)}`);
  }

  const replies: Record<string, ScriptedReply> = {
    'an error that echoes everything': {
      status: 400,
      json: {
        error: {
          message: `bad ${spelled.join(' ')}`,
          validations: [{ propertyName: `x${token}`, message: `is ${apiKey} or ${secret2}` }],
        },
      },
    },
    'a 401 that echoes the token': errorAnswer(401, `Bearer ${token}`),
    'a web page that echoes the token': { text: `<html>${token}</html>`, headers: { 'content-type': 'text/html' } },
    'a reset': 'reset',
    'an answer cut off': 'truncate',
    'a redirect that carries the key': {
      status: 302,
      headers: { location: `https://a.test/?k=${encodeURIComponent(apiKey)}` },
    },
  };
  for (const [name, reply] of Object.entries(replies))
    it(`after ${name}`, async () => {
      tested.service.on(route, reply);
      const error = await tested.failure(tested.client.call('devices.get', { path: { deviceId: 'device-1' } }));
      assertClean(error);
      assert.equal(error.cause.operation, 'devices.get');
    });

  it('after a token request that echoes the secrets', async () => {
    tested.service.on(tokenRoute, ({ body }) => errorAnswer(400, `refused ${body} ${secret2}`));
    const error = await tested.failure(tested.client.authenticate('ORG'));
    assert.equal(error.code, 'AUTH_FAILED');
    assertClean(error);
  });

  it('after an echo of a secret that travelled in the body', async () => {
    const registryConnectionString = 'HostName=a;SharedAccessKey=c2VjcmV0';
    tested.service.on('POST /streams', ({ body }) => errorAnswer(400, `refused ${body}`));
    const error = await tested.failure(
      tested.client.call('streams.create', {
        body: { description: 'mine', format: 'azure-iot-hub', azureIotHubStreamConfig: { registryConnectionString } },
      }),
    );
    assert.equal(error.code, 'REFUSED');
    assert(!inspect(error).includes('SharedAccessKey'));
  });

  it('neither does a record of a call', async () => {
    tested.service.on(route, replies['an error that echoes everything'] as ScriptedReply);
    await tested.failure(tested.client.call('devices.get', { path: { deviceId: 'device-1' } }));
    assert.equal(tested.records.length, 2);
    const text = JSON.stringify(tested.records);
    for (const secret of spelled) assert(!text.includes(secret));
  });

  it('nor does the body in a record', async () => {
    tested.service.on('POST /streams', { json: { data: { id: 's', description: 'mine' } } });
    const registryConnectionString = 'HostName=a;SharedAccessKey=c2VjcmV0';
    await tested.turn(
      tested.client.call('streams.create', {
        body: { description: 'mine', format: 'azure-iot-hub', azureIotHubStreamConfig: { registryConnectionString } },
      }),
    );
    const bodies = tested.records.map(({ operation, body }) => [operation, body]);
    assert.deepEqual(bodies, [
      ['token.create', { clientId: application.clientId, clientSecret: '***' }],
      [
        'streams.create',
        {
          description: 'mine',
          format: 'azure-iot-hub',
          azureIotHubStreamConfig: { registryConnectionString: '***' },
        },
      ],
    ]);
  });

  it('the constructor takes out what it is told, longest first', () => {
    const error = new ClientError('REFUSED', 'abc abcdef', { path: '/abcdef' }, ['abc', '', 'abcdef']);
    assert.equal(error.message, '*** ***');
    assert.equal(error.cause.path, '/***');
  });
});
