import assert from 'node:assert/strict';
import { ids } from '../../../simulator/small-state';
import { refusal } from '../refusal';
import type { RowTests } from './row';

const path = { deviceId: ids.oven };
const stream = {
  description: 'to be removed with the device',
  format: 'azure-iot-hub',
  azureIotHubStreamConfig: { registryConnectionString: 'HostName=example' },
} as const;

export const commissioning: RowTests = {
  'Device commissioning: commissioned + device successfully commissioned -> commissioned': async (service) => {
    const { client, simulator } = service;
    await client.call('deviceWebhooks.create', { body: { uri: 'https://hooks.example.com/onboarding' } });
    const deviceId = simulator.controls.commissionDevice({ hardwareType: 'emcb', serialNumber: 'SN-NEW' });
    const device = (await client.call('devices.get', { path: { deviceId } })).data;
    assert.equal(device.serialNumber, 'SN-NEW');
    const announced = simulator.controls.events.filter(({ type }) => type === 'device-commissioned');
    assert.equal(announced.length, 1);
    assert.deepEqual(announced[0]?.type === 'device-commissioned' && announced[0].payload, {
      deviceId,
      serialNumber: 'SN-NEW',
      deviceSku: device.sku,
      hardwareType: 'emcb',
      organizationId: ids.organization,
      parentLocationId: device.locationId,
    });
  },

  'Device commissioning: commissioned + devices.decommission (device online) -> decommissioned': async ({ client }) => {
    const streamId = (await client.call('streams.create', { body: stream })).data.id;
    await client.call('deviceStreams.create', { body: { deviceId: ids.oven, streamId } });
    assert.equal((await client.call('devices.decommission', { path })).settledBy, 'answer');
    await refusal(client.call('devices.get', { path }), 'NOT_FOUND', 404);
    assert.deepEqual((await client.call('deviceStreams.list', { filter: { streamId } })).data, []);
    await client.call('streams.delete', { path: { streamId } });
  },

  'Device commissioning: commissioned + devices.decommission (device offline) -> commissioned': async (service) => {
    const { client, simulator } = service;
    simulator.controls.setOnline(ids.oven, false);
    await refusal(client.call('devices.decommission', { path }), 'DEVICE_OFFLINE', 503);
    assert.equal(service.requests('devices.decommission').length, 1);
    assert.equal((await client.call('devices.get', { path })).data.id, ids.oven);
  },
};
