import assert from 'node:assert/strict';
import { ids } from '../../../simulator/small-state';
import { createEvent, override, share } from '../override-event';
import { refusal } from '../refusal';
import type { ServiceUnderTest } from '../service-under-test';
import type { RowTests } from './row';

function announced({ simulator }: ServiceUnderTest): string[] {
  return simulator.controls.events.flatMap((event) =>
    event.type === 'participation-changed' ? [`${event.payload.deviceId} ${event.payload.status}`] : [],
  );
}

async function statuses({ neighbour }: ServiceUnderTest, path: { eventId: string }) {
  const { data } = await neighbour.call('overrideEvents.listParticipations', { path });
  return data.map(({ status }) => status);
}

export const overrideEvents: RowTests = {
  'Override participation: (none) + overrideEvents.addParticipations -> participating': async (service) => {
    const body = { sharedDeviceIds: [await share(service)] };
    const path = await createEvent(service);
    assert.deepEqual(await statuses(service, path), []);
    // Only who the device is shared with, and who made the event, can add it.
    await refusal(service.client.call('overrideEvents.addParticipations', { path, body }), 'NOT_FOUND', 404);
    await service.neighbour.call('overrideEvents.addParticipations', { path, body });
    assert.deepEqual(await statuses(service, path), ['participating']);
    assert.deepEqual(announced(service), [`${ids.oven} participating`]);
  },

  'Override participation: participating + overrideEvents.removeDevices (caller belongs to creating organization) -> removed':
    async (service) => {
      const event = await override(service);
      await refusal(service.client.call('overrideEvents.removeDevices', event), 'FORBIDDEN', 403);
      assert.deepEqual(await statuses(service, event.path), ['participating']);
      await service.neighbour.call('overrideEvents.removeDevices', event);
      assert.deepEqual(await statuses(service, event.path), ['removed']);
      assert.deepEqual(announced(service), [`${ids.oven} participating`, `${ids.oven} removed`]);
    },

  'Override participation: participating + overrideEvents.optOut (caller owns the device) -> optedOut': async (
    service,
  ) => {
    const event = await override(service);
    await refusal(service.neighbour.call('overrideEvents.optOut', event), 'FORBIDDEN', 403);
    assert.deepEqual(await statuses(service, event.path), ['participating']);
    await service.client.call('overrideEvents.optOut', event);
    assert.deepEqual(await statuses(service, event.path), ['optedOut']);
    assert.deepEqual(announced(service), [`${ids.oven} participating`, `${ids.oven} optedOut`]);
  },

  'Override event: active + overrideEvents.cancel (all device participations are opted out or removed; creating organization only) -> cancelled':
    async (service) => {
      const { client, neighbour } = service;
      const { path, body } = await override(service);
      const lights = { sharedDeviceIds: [await share(service, ids.lights)] };
      await neighbour.call('overrideEvents.addParticipations', { path, body: lights });
      await refusal(neighbour.call('overrideEvents.cancel', { path }), 'REFUSED', 400);
      await neighbour.call('overrideEvents.removeDevices', { path, body });
      await refusal(neighbour.call('overrideEvents.cancel', { path }), 'REFUSED', 400);
      await client.call('overrideEvents.optOut', { path, body: lights });
      await refusal(client.call('overrideEvents.cancel', { path }), 'FORBIDDEN', 403);
      assert.equal((await neighbour.call('overrideEvents.get', { path })).data.status, 'active');
      await neighbour.call('overrideEvents.cancel', { path });
      assert.equal((await neighbour.call('overrideEvents.get', { path })).data.status, 'cancelled');
    },
};
