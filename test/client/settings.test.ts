import assert from 'node:assert/strict';
import { ClientError, type ClientSettings, createClient, settingsProblems } from '../../src/client';
import { createManualClock } from '../../src/clock';
import { localhostCertificate } from '../support/localhost-certificate';

const good: ClientSettings = {
  baseUrl: 'https://api.test',
  apiKey: 'key',
  organization: { clientId: 'id', secret1: 's' },
};
const create = (settings: Partial<ClientSettings>) =>
  createClient({ settings: { ...good, ...settings }, clock: createManualClock(), random: () => 0, environment: {} });
const urlFor = (settings: Partial<ClientSettings>) => create(settings).preview('roles.list', {}).url;
const fieldsOf = (settings: Partial<ClientSettings>) =>
  settingsProblems({ ...good, ...settings }).map(({ field }) => field);

describe('client: settings', () => {
  const urls: [string, string][] = [
    ['https://api.test', 'https://api.test/api/v1/roles'],
    ['https://api.test/', 'https://api.test/api/v1/roles'],
    [' https://api.test/api/v1/ ', 'https://api.test/api/v1/roles'],
    ['https://gateway.test/breakers', 'https://gateway.test/breakers/api/v1/roles'],
    ['https://api.test:8443/x/api/v1', 'https://api.test:8443/x/api/v1/roles'],
    ['http://127.0.0.1:1880', 'http://127.0.0.1:1880/api/v1/roles'],
    ['http://localhost:1880', 'http://localhost:1880/api/v1/roles'],
    ['http://[::1]:1880', 'http://[::1]:1880/api/v1/roles'],
  ];
  for (const [baseUrl, url] of urls) it(`${baseUrl} leads to ${url}`, () => assert.equal(urlFor({ baseUrl }), url));

  for (const baseUrl of [
    '',
    'api.test',
    'http://api.test',
    'http://127.0.0.1.evil.test',
    'http://localhost.evil.test',
    'ftp://api.test',
    'file:///etc/passwd',
    'https://user:password@api.test',
    'https://api.test?x=1',
    'https://api.test#x',
  ])
    it(`the address ${JSON.stringify(baseUrl)} is refused`, () =>
      assert.deepEqual([...new Set(fieldsOf({ baseUrl }))], ['baseUrl']));

  describe('spec 8: header values', () => {
    it('an API key of 128 characters is the longest', () => {
      assert.deepEqual(fieldsOf({ apiKey: 'k'.repeat(128) }), []);
      assert.deepEqual(fieldsOf({ apiKey: 'k'.repeat(129) }), ['apiKey']);
    });
    it('a line break, a space or anything but ASCII cannot stand in a header', () => {
      for (const apiKey of ['', 'a\r\nX-Other: 1', 'a\nb', 'a b', 'ä', '\u0000'])
        assert.deepEqual(fieldsOf({ apiKey }), ['apiKey']);
      for (const apiKeyHeader of ['', 'X Key', 'X-Key:', 'X\r\nY'])
        assert.deepEqual(fieldsOf({ apiKeyHeader }), ['apiKeyHeader']);
    });
    it('a client id or secret of 256 characters is the longest', () => {
      const long = 'x'.repeat(257);
      const fields = fieldsOf({
        application: { clientId: long, secret1: long, secret2: long },
        organization: { clientId: 'x'.repeat(256), secret1: '', secret2: '' },
      });
      assert.deepEqual(fields, [
        'application.clientId',
        'application.secret1',
        'application.secret2',
        'organization.secret1',
      ]);
    });
  });

  it('another API key header is used', () => {
    const { headers } = create({ apiKeyHeader: 'X-Api-Key' }).preview('roles.list', {});
    assert.equal(headers['X-Api-Key'], '***');
    assert.equal('Em-Api-Subscription-Key' in headers, false);
  });

  it('every problem is named at once, and no secret', () => {
    assert.throws(
      () => create({ baseUrl: 'http://api.test', apiKey: 'bad key', connectTimeoutMs: 0, ca: 'no pem' }),
      (error) => {
        assert(error instanceof ClientError);
        assert.equal(error.code, 'INVALID_INPUT');
        assert.deepEqual(
          error.cause.validations.map(({ field }) => field),
          ['baseUrl', 'apiKey', 'ca', 'connectTimeoutMs'],
        );
        return !error.message.includes('bad key');
      },
    );
  });

  it('certificates must be readable', () => {
    assert.deepEqual(fieldsOf({ ca: '' }), []);
    assert.deepEqual(
      fieldsOf({ ca: `# mine\n${localhostCertificate.certificate}\n${localhostCertificate.certificate}` }),
      [],
    );
    for (const ca of ['x', localhostCertificate.key, localhostCertificate.certificate.replace(/M/g, '!')])
      assert.deepEqual(fieldsOf({ ca }), ['ca']);
  });

  describe('assumed paths and methods', () => {
    it('are replaced where the specification shows none', () => {
      const client = create({
        replaced: {
          'meter.latest': { path: '/v2/{deviceId}/latest' },
          'waveformConfiguration.set': { method: 'POST' },
          'serviceAccounts.rotateSecret': { path: '/rotate/{secretName}/{serviceAccountId}', method: 'PUT' },
        },
        application: { clientId: 'id', secret1: 's' },
      });
      const path = { deviceId: 'device-1' };
      assert.equal(client.preview('meter.latest', { path }).url, 'https://api.test/api/v1/v2/device-1/latest');
      assert.equal(client.preview('waveformConfiguration.set', { path, body: {} }).method, 'POST');
      const rotated = client.preview('serviceAccounts.rotateSecret', {
        path: { serviceAccountId: 'account-1', secretName: 'secret2' },
      });
      assert.equal(`${rotated.method} ${rotated.url}`, 'PUT https://api.test/api/v1/rotate/secret2/account-1');
    });

    it('stay where the specification shows them', () => {
      assert.deepEqual(fieldsOf({ replaced: { 'devices.decommission': { path: '/x/{deviceId}', method: 'PATCH' } } }), [
        'replaced.devices.decommission.path',
        'replaced.devices.decommission.method',
      ]);
      assert.deepEqual(fieldsOf({ replaced: { 'meter.latest': { method: 'POST' } } }), [
        'replaced.meter.latest.method',
      ]);
      assert.deepEqual(fieldsOf({ replaced: { nothing: {} } as never }), ['replaced.nothing']);
    });

    for (const path of [
      'x/{deviceId}',
      '/../{deviceId}',
      '/./{deviceId}',
      '/%2e%2e/{deviceId}',
      '/x',
      '/x/{deviceId}?a=1',
      '/x/{deviceId}/{other}',
      'https://evil.test/{deviceId}',
      '//evil.test/{deviceId}',
      '/x#{deviceId}',
    ])
      it(`a path like ${path} is refused`, () =>
        assert.deepEqual(
          [...new Set(fieldsOf({ replaced: { 'meter.latest': { path } } }))],
          ['replaced.meter.latest.path'],
        ));
  });
});
