import assert from 'node:assert/strict';
import type { OperationId } from '../../src/catalog';
import { problemsOf } from './problems-of';

function create(id: OperationId, body: unknown): string[] {
  return problemsOf(id, { body });
}

describe('spec 4.5 streams', () => {
  const webhookStreamConfig = {
    baseUrl: 'https://receiver.example.com',
    authType: 'aws-request-v4-signature',
    authCredentials: { accessKeyId: 'A', secretAccessKey: 'S' },
    validationPath: '/validate',
    publishPath: '/publish',
  };
  const azureIotHubStreamConfig = { registryConnectionString: 'HostName=x' };
  const stream = (body: object) => create('streams.create', { description: '', ...body });

  it('the config that matches the format is required, the other is not taken', () => {
    assert.deepEqual(stream({ format: 'webhook', webhookStreamConfig }), []);
    assert.deepEqual(stream({ format: 'azure-iot-hub', azureIotHubStreamConfig }), []);
    assert.deepEqual(stream({ format: 'webhook' }), ['webhookStreamConfig: required']);
    assert.deepEqual(stream({ format: 'azure-iot-hub' }), ['azureIotHubStreamConfig: required']);
    assert.deepEqual(stream({ format: 'webhook', webhookStreamConfig, azureIotHubStreamConfig }), [
      'azureIotHubStreamConfig: notForFormat',
    ]);
    assert.deepEqual(stream({ format: 'azure-iot-hub', webhookStreamConfig }), [
      'azureIotHubStreamConfig: required',
      'webhookStreamConfig: notForFormat',
    ]);
    assert.deepEqual(stream({ format: 'mqtt' }), ['format: enum']);
  });

  it('the description has 256 characters at most', () => {
    const config = { format: 'azure-iot-hub', azureIotHubStreamConfig };
    assert.deepEqual(stream({ ...config, description: 'x'.repeat(256) }), []);
    assert.deepEqual(stream({ ...config, description: 'x'.repeat(257) }), ['description: maxLength']);
    assert.deepEqual(stream({ ...config, description: undefined }), ['description: required']);
  });

  it('the base URL is HTTPS and carries no credentials', () => {
    for (const baseUrl of ['https://a.example', 'https://a.example:8443/', 'https://a.example/in/put'])
      assert.deepEqual(stream({ format: 'webhook', webhookStreamConfig: { ...webhookStreamConfig, baseUrl } }), []);
    for (const baseUrl of [
      'http://a.example',
      'https://',
      'https://user@a.example',
      'a.example',
      'https://a b',
      'https://a?b',
    ])
      assert.ok(
        stream({ format: 'webhook', webhookStreamConfig: { ...webhookStreamConfig, baseUrl } }).includes(
          'webhookStreamConfig.baseUrl: pattern',
        ),
        baseUrl,
      );
  });

  it('credentials of another shape are sent, and with nothing wrong but a warning', () => {
    const other = { ...webhookStreamConfig, authCredentials: { accessKey: 'A', secretKey: 'S' } };
    const at = 'webhookStreamConfig.authCredentials';
    assert.deepEqual(stream({ format: 'webhook', webhookStreamConfig: other }), [
      `${at}.accessKeyId: required (assumed)`,
      `${at}.secretAccessKey: required (assumed)`,
    ]);
  });

  it('a device stream names a device and a stream', () =>
    assert.deepEqual(create('deviceStreams.create', {}), ['deviceId: required', 'streamId: required']));
});

describe('spec 4.6 UDP keys', () => {
  it('keyType is unicast or broadcast', () => {
    assert.deepEqual(create('udpKeys.create', { keyType: 'broadcast' }), []);
    assert.deepEqual(create('udpKeys.create', { keyType: 'multicast' }), ['keyType: enum']);
    assert.deepEqual(create('udpKeys.create', {}), ['keyType: required']);
  });
});
