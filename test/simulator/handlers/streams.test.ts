import assert from 'node:assert/strict';
import { ids } from '../small-state';
import { at, criterion, items, minute, refused, type SmallService, smallService, start } from './small-service';

const webhookStream = {
  description: 'meter data',
  format: 'webhook',
  webhookStreamConfig: {
    baseUrl: 'https://receiver.example',
    authType: 'aws-request-v4-signature',
    authCredentials: { accessKeyId: 'AKID', secretAccessKey: 'very secret' },
    validationPath: '/validate',
    publishPath: '/publish',
  },
} as const;
const hubStream = {
  description: 'to the hub',
  format: 'azure-iot-hub',
  azureIotHubStreamConfig: { registryConnectionString: 'HostName=hub;SharedAccessKey=very secret' },
} as const;

function newStream(service: SmallService, body: typeof webhookStream | typeof hubStream = webhookStream): string {
  return service.call('app', 'streams.create', { body }).id;
}

function share(service: SmallService, deviceId: string): void {
  const { code = '' } = service.call('org', 'shareDeviceCodes.create', { body: { deviceId } });
  service.call('other', 'shareDeviceCodes.claim', { path: { code } });
}

describe('spec 4.5 streams', () => {
  it('a stream is returned with its credentials on creation only', () => {
    const service = smallService();
    const created = service.call('app', 'streams.create', { body: webhookStream });
    assert.deepEqual(created.webhookStreamConfig, webhookStream.webhookStreamConfig);
    newStream(service, hubStream);
    const read = service.call('app', 'streams.get', { path: { streamId: created.id } });
    assert.equal(read.webhookStreamConfig?.baseUrl, 'https://receiver.example');
    const listed = service.call('app', 'streams.list');
    assert.equal(items(listed).length, 2);
    assert.doesNotMatch(JSON.stringify([read, listed]), /secret/);
  });

  it('a stream has the configuration of its format, and no other', () => {
    const service = smallService();
    const { webhookStreamConfig, ...bare } = webhookStream;
    refused(400, () => service.call('app', 'streams.create', { body: bare }), 'webhookStreamConfig');
    refused(
      400,
      () => service.call('app', 'streams.create', { body: { ...hubStream, webhookStreamConfig } }),
      'webhookStreamConfig',
    );
    refused(
      400,
      () => service.call('app', 'streams.create', { body: { ...bare, format: 'azure-iot-hub' } }),
      'azureIotHubStreamConfig',
    );
  });

  it('creating a stream does not attach it to a device', () => {
    const service = smallService();
    newStream(service);
    assert.deepEqual(service.call('app', 'deviceStreams.list'), []);
  });

  it('a stream is deleted only when no device stream uses it', () => {
    const service = smallService();
    const streamId = newStream(service);
    const { id } = service.call('app', 'deviceStreams.create', { body: { deviceId: ids.oven, streamId } });
    refused(400, () => service.call('app', 'streams.delete', { path: { streamId } }));
    service.call('app', 'deviceStreams.delete', { path: { deviceStreamId: id } });
    service.call('app', 'streams.delete', { path: { streamId } });
    refused(404, () => service.call('app', 'streams.get', { path: { streamId } }));
  });

  it('a shared device stream counts as a use of the stream', () => {
    const service = smallService();
    const streamId = newStream(service);
    share(service, ids.oven);
    service.call('app', 'sharedDeviceStreams.create', { body: { deviceId: ids.oven, streamId } });
    refused(400, () => service.call('app', 'streams.delete', { path: { streamId } }));
  });
});

describe('spec 7 device streams', () => {
  it('400: registering the same stream twice on one device', () => {
    const service = smallService();
    const body = { deviceId: ids.oven, streamId: newStream(service) };
    service.call('app', 'deviceStreams.create', { body });
    refused(400, () => service.call('app', 'deviceStreams.create', { body }), 'streamId');
    service.call('app', 'deviceStreams.create', { body: { ...body, deviceId: ids.lights } });
  });

  it('400: creating a 4th webhook device stream for a device', () => {
    const service = smallService();
    for (let count = 0; count < 3; count++)
      service.call('app', 'deviceStreams.create', { body: { deviceId: ids.oven, streamId: newStream(service) } });
    const fourth = { deviceId: ids.oven, streamId: newStream(service) };
    refused(400, () => service.call('app', 'deviceStreams.create', { body: fourth }));
  });

  it('spec 8: shared device streams count towards the 3 webhook device streams, other formats do not', () => {
    const service = smallService();
    share(service, ids.oven);
    service.call('app', 'deviceStreams.create', {
      body: { deviceId: ids.oven, streamId: newStream(service, hubStream) },
    });
    for (let count = 0; count < 2; count++)
      service.call('app', 'deviceStreams.create', { body: { deviceId: ids.oven, streamId: newStream(service) } });
    service.call('app', 'sharedDeviceStreams.create', { body: { deviceId: ids.oven, streamId: newStream(service) } });
    const fourth = { deviceId: ids.oven, streamId: newStream(service) };
    refused(400, () => service.call('app', 'deviceStreams.create', { body: fourth }));
    refused(400, () => service.call('app', 'sharedDeviceStreams.create', { body: fourth }));
    service.call('app', 'deviceStreams.create', { body: { ...fourth, streamId: newStream(service, hubStream) } });
  });

  it('404: status requested with an id that is not a device stream id', () => {
    const service = smallService();
    const streamId = newStream(service);
    const { id } = service.call('app', 'deviceStreams.create', { body: { deviceId: ids.oven, streamId } });
    refused(404, () => service.call('app', 'deviceStreams.status', { path: { deviceStreamId: streamId } }));
    refused(404, () => service.call('app', 'sharedDeviceStreams.status', { path: { sharedDeviceStreamId: id } }));
    assert.deepEqual(service.call('app', 'deviceStreams.status', { path: { deviceStreamId: id } }), {
      dateTime: at(start),
      message: 'The validation request is not answered yet',
      streamStatusCode: 102,
    });
  });

  it('device streams are listed by stream, by device, and by both', () => {
    const service = smallService();
    const [first, next] = [newStream(service), newStream(service)];
    for (const [deviceId, streamId] of [
      [ids.oven, first],
      [ids.oven, next],
      [ids.lights, first],
    ] as const)
      service.call('app', 'deviceStreams.create', { body: { deviceId, streamId } });
    const count = (...filter: ReturnType<typeof criterion>[]) =>
      items(service.call('app', 'deviceStreams.list', { filter })).length;
    assert.equal(count(), 3);
    assert.equal(count(criterion('streamId', first)), 2);
    assert.equal(count(criterion('deviceId', ids.oven)), 2);
    assert.equal(count(criterion('deviceId', ids.oven), criterion('streamId', next)), 1);
    assert.equal(count(criterion('deviceId', 'unknown')), 0);
  });

  it('a device stream names a device and a stream that exist', () => {
    const service = smallService();
    const streamId = newStream(service);
    refused(
      400,
      () => service.call('app', 'deviceStreams.create', { body: { deviceId: 'gone', streamId } }),
      'deviceId',
    );
    const body = { deviceId: ids.oven, streamId: 'gone' };
    refused(400, () => service.call('app', 'deviceStreams.create', { body }), 'streamId');
  });

  it('a shared device stream needs a shared device, and ends with the share', async () => {
    const service = smallService();
    const streamId = newStream(service);
    const body = { deviceId: ids.oven, streamId };
    refused(400, () => service.call('app', 'sharedDeviceStreams.create', { body }), 'deviceId');
    refused(400, () => service.call('app', 'sharedDeviceStreams.create', { body: { streamId } }), 'sharedDeviceId');
    share(service, ids.oven);
    const { id } = service.call('app', 'sharedDeviceStreams.create', { body });
    const path = { sharedDeviceStreamId: id };
    assert.deepEqual(service.call('app', 'sharedDeviceStreams.get', { path }), { id, ...body });
    assert.equal(service.call('app', 'sharedDeviceStreams.status', { path }).streamStatusCode, 102);
    assert.equal(items(service.call('app', 'sharedDeviceStreams.list')).length, 1);
    assert.equal(items(service.call('app', 'deviceStreams.list')).length, 0);
    await service.advance(minute);
    const code = service.state.shareCodes[0]?.code ?? '';
    service.call('org', 'shareDeviceCodes.revoke', { path: { code } });
    assert.deepEqual(service.call('app', 'sharedDeviceStreams.list'), []);
  });
});

describe('spec 6.1 webhook registration', () => {
  const body = { uri: 'https://receiver.example/hook', additionalHttpHeaders: { 'X-Secret': 'shared' } };

  it('a webhook is read back with its headers until it is deleted', () => {
    const service = smallService();
    const created = service.call('app', 'deviceWebhooks.create', { body });
    assert.deepEqual(created, { id: created.id, ...body });
    const path = { webhookId: created.id };
    assert.deepEqual(service.call('app', 'deviceWebhooks.get', { path }), created);
    assert.deepEqual(service.call('app', 'deviceWebhooks.list'), [created]);
    service.call('app', 'deviceWebhooks.delete', { path });
    refused(404, () => service.call('app', 'deviceWebhooks.get', { path }));
    refused(404, () => service.call('app', 'deviceWebhooks.delete', { path }));
  });

  it('registration is unique by uri, within one kind of event', () => {
    const service = smallService();
    service.call('app', 'deviceWebhooks.create', { body });
    refused(400, () => service.call('app', 'deviceWebhooks.create', { body: { uri: body.uri } }), 'uri');
    const { id } = service.call('app', 'shareDeviceCodeWebhooks.create', { body: { uri: body.uri } });
    refused(404, () => service.call('app', 'deviceWebhooks.get', { path: { webhookId: id } }));
  });
});

describe('spec 4.9 resource quotas', () => {
  it('each type of resource is counted against its limit', () => {
    const service = smallService();
    newStream(service);
    const quotas = items(service.call('app', 'resourceQuotas.list'));
    const of = (type: string) => quotas.find(({ resourceType }) => resourceType === type);
    assert.deepEqual(of('organizations'), {
      resourceType: 'organizations',
      current: 2,
      limit: 10,
      scope: 'application',
      scopeId: 'application',
    });
    assert.equal(of('devices')?.current, 4);
    assert.equal(of('streams')?.current, 1);
  });

  it('a quota is enforced', () => {
    const service = smallService();
    for (let count = 0; count < 100; count++) newStream(service, hubStream);
    refused(400, () => newStream(service, hubStream));
  });
});
