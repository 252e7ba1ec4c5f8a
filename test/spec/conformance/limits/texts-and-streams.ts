import assert from 'node:assert/strict';
import { ids } from '../../../simulator/small-state';
import { share } from '../override-event';
import { refusal } from '../refusal';
import { withService } from '../service-under-test';
import { attachWebhooks, webhookStream } from '../streams';
import { type LimitTests, refusedByClient, refusedByService } from './limit';

const host = 'https://hooks.example.com/';
const longestUri = host.padEnd(256, 'a');
const hooks = ['deviceWebhooks', 'userPermissionWebhooks', 'deviceOverrideEventWebhooks', 'shareDeviceCodeWebhooks'];
const creations = hooks.map((kind) => `${kind}.create` as 'deviceWebhooks.create');

function azureStream(description: string) {
  return {
    body: {
      description,
      format: 'azure-iot-hub' as const,
      azureIotHubStreamConfig: { registryConnectionString: 'HostName=example' },
    },
  };
}

export const textAndStreamLimits: LimitTests = {
  'Webhook uri': {
    '256 characters are accepted, by each kind of webhook': withService(async ({ client, raw }) => {
      for (const id of creations) {
        assert.equal((await client.call(id, { body: { uri: longestUri } })).data.uri, longestUri);
        assert.equal((await raw('application', id, { body: { uri: host.padEnd(256, 'b') } })).status, 200);
      }
    }),
    'the client refuses 257': withService(async (service) => {
      for (const id of creations) await refusedByClient(service, id, { body: { uri: `${longestUri}a` } }, 'uri');
    }),
    'the service refuses 257': withService(async (service) => {
      for (const id of creations)
        await refusedByService(service, 'application', id, { body: { uri: `${longestUri}a` } }, 'uri');
    }),
  },

  'Stream description': {
    '256 characters are accepted': withService(async ({ client, raw }) => {
      const { data } = await client.call('streams.create', azureStream('d'.repeat(256)));
      const read = await client.call('streams.get', { path: { streamId: data.id } });
      assert.equal(read.data.description?.length, 256);
      assert.equal((await raw('application', 'streams.create', azureStream('e'.repeat(256)))).status, 200);
    }),
    'the client refuses 257': withService((service) =>
      refusedByClient(service, 'streams.create', azureStream('d'.repeat(257)), 'description'),
    ),
    'the service refuses 257': withService((service) =>
      refusedByService(service, 'application', 'streams.create', azureStream('d'.repeat(257)), 'description'),
    ),
  },

  'Webhook device streams per device': {
    'three are accepted, a shared one among them; the fourth is refused': withService(async (service) => {
      const { client, raw } = service;
      const sharedDeviceId = await share(service);
      await attachWebhooks(service, ids.oven, 2);
      const shared = { sharedDeviceId, streamId: await webhookStream(service) };
      await client.call('sharedDeviceStreams.create', { body: shared });
      const input = { body: { deviceId: ids.oven, streamId: await webhookStream(service) } };
      await refusal(client.call('deviceStreams.create', input), 'REFUSED', 400);
      assert.equal((await raw('application', 'deviceStreams.create', input)).status, 400);
      assert.equal((await client.call('deviceStreams.list', { filter: { deviceId: ids.oven } })).data.length, 2);
    }),
    'other formats and other devices do not count': withService(async (service) => {
      await attachWebhooks(service, ids.oven, 3);
      await attachWebhooks(service, ids.lights, 3);
      const streamId = (await service.client.call('streams.create', azureStream('hub'))).data.id;
      await service.client.call('deviceStreams.create', { body: { deviceId: ids.oven, streamId } });
      const { data } = await service.client.call('deviceStreams.list', { filter: { deviceId: ids.oven } });
      assert.equal(data.length, 4);
    }),
    'one that is removed makes room': withService(async (service) => {
      await attachWebhooks(service, ids.oven, 3);
      const [first] = (await service.client.call('deviceStreams.list', { filter: { deviceId: ids.oven } })).data;
      assert.ok(first);
      await service.client.call('deviceStreams.delete', { path: { deviceStreamId: first.id } });
      await attachWebhooks(service, ids.oven, 1);
    }),
  },
};
