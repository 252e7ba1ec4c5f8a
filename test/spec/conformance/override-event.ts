import assert from 'node:assert/strict';
import type { InputOf } from '../../../src/catalog';
import { ids } from '../../simulator/small-state';
import type { ServiceUnderTest } from './service-under-test';

/** The first organization shares a device with the other one; its identifier as a shared device. */
export async function share({ client, neighbour }: ServiceUnderTest, deviceId: string = ids.oven): Promise<string> {
  const { code } = (await client.call('shareDeviceCodes.create', { body: { deviceId } })).data;
  assert.ok(code);
  await neighbour.call('shareDeviceCodes.claim', { path: { code } });
  const shared = (await neighbour.call('sharedDevices.list', {})).data.find((device) => device.deviceId === deviceId);
  assert.ok(shared?.id);
  return shared.id;
}

/** An override event of the other organization, as its path. */
export async function createEvent(
  { neighbour }: ServiceUnderTest,
  body: InputOf<'overrideEvents.create'>['body'] = {},
): Promise<{ eventId: string }> {
  const { id } = (await neighbour.call('overrideEvents.create', { body })).data;
  assert.ok(id);
  return { eventId: id };
}

/** A device of the first organization takes part in an override event of the other one. */
export async function override(service: ServiceUnderTest, deviceId: string = ids.oven) {
  const sharedDeviceIds = [await share(service, deviceId)];
  const path = await createEvent(service);
  const joined = await service.neighbour.call('overrideEvents.addParticipations', { path, body: { sharedDeviceIds } });
  assert.equal(joined.data[0]?.status, 'participating');
  return { path, body: { sharedDeviceIds } };
}
