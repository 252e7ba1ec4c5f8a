import { ids } from '../../../simulator/small-state';
import { share } from '../override-event';
import type { ServiceUnderTest } from '../service-under-test';
import { attachWebhooks, webhookStream } from '../streams';
import { type StatusCase, statusCase } from './case';

async function batch({ client }: ServiceUnderTest): Promise<{ id: string }> {
  const { data } = await client.call('batchCommands.create', {
    body: { deviceIds: [ids.oven], path: '/bargraph/settings/mode', body: { mode: 'user-defined' } },
  });
  return { id: data.id };
}

const cancel = { operation: 'batchCommands.cancel', who: 'organization', code: 'REFUSED' } as const;
const attach = { operation: 'deviceStreams.create', who: 'application', code: 'REFUSED' } as const;
const remove = { operation: 'locations.delete', who: 'organization', code: 'REFUSED' } as const;
const update = { operation: 'locations.update', who: 'organization', code: 'REFUSED' } as const;
const health = { operation: 'deviceStreams.status', who: 'application', code: 'NOT_FOUND' } as const;

export const account: Readonly<Record<string, readonly StatusCase[]>> = {
  '400: cancelling a batch command that is completed or in progress': [
    statusCase({ ...cancel, title: 'in progress', arrange: async (service) => ({ path: await batch(service) }) }),
    statusCase({
      ...cancel,
      title: 'completed',
      async arrange(service) {
        const path = await batch(service);
        await service.clock.advance(60_000);
        return { path };
      },
    }),
  ],

  '400: creating a 4th webhook device stream for a device (shared ones count)': [
    statusCase({
      ...attach,
      title: 'two of its own and a shared one before',
      async arrange(service) {
        const sharedDeviceId = await share(service);
        await attachWebhooks(service, ids.oven, 2);
        const streamId = await webhookStream(service);
        await service.client.call('sharedDeviceStreams.create', { body: { sharedDeviceId, streamId } });
        return { body: { deviceId: ids.oven, streamId: await webhookStream(service) } };
      },
    }),
    statusCase({
      operation: 'sharedDeviceStreams.create',
      title: 'a shared one after three of its own',
      who: 'application',
      code: 'REFUSED',
      async arrange(service) {
        const sharedDeviceId = await share(service);
        await attachWebhooks(service, ids.oven, 3);
        return { body: { sharedDeviceId, streamId: await webhookStream(service) } };
      },
    }),
  ],

  '400: registering the same stream twice on one device': [
    statusCase({
      ...attach,
      title: 'the second time',
      fields: ['streamId'],
      async arrange(service) {
        const body = { deviceId: ids.oven, streamId: await webhookStream(service) };
        await service.client.call('deviceStreams.create', { body });
        return { body };
      },
    }),
  ],

  '400: deleting a location that has child locations or devices': [
    statusCase({ ...remove, title: 'child locations', arrange: async () => ({ path: { locationId: ids.campus } }) }),
    statusCase({ ...remove, title: 'devices', arrange: async () => ({ path: { locationId: ids.panel } }) }),
  ],

  '400: `address` sent for a non-`address` location, or `customTypeInfo` for a non-`custom` location': [
    statusCase({
      ...update,
      title: 'address for a custom location',
      fields: ['address'],
      arrange: async () => ({ path: { locationId: ids.campus }, body: { address: { city: 'Pittsburgh' } } }),
    }),
    statusCase({
      ...update,
      title: 'address for equipment',
      fields: ['address'],
      arrange: async () => ({ path: { locationId: ids.panel }, body: { address: { city: 'Pittsburgh' } } }),
    }),
    statusCase({
      ...update,
      title: 'customTypeInfo for an address',
      fields: ['customTypeInfo'],
      arrange: async () => ({
        path: { locationId: ids.house },
        body: { customTypeInfo: { customLocationName: 'Farm' } },
      }),
    }),
  ],

  '404: device stream status requested with an id that is not a device stream id': [
    statusCase({
      ...health,
      title: 'the id of a stream',
      async arrange(service) {
        const streamId = await webhookStream(service);
        await service.client.call('deviceStreams.create', { body: { deviceId: ids.oven, streamId } });
        return { path: { deviceStreamId: streamId } };
      },
    }),
    statusCase({
      ...health,
      title: 'the id of a device',
      arrange: async () => ({ path: { deviceStreamId: ids.oven } }),
    }),
  ],

  '409: deactivating an invite code already past expiration': [
    statusCase({
      operation: 'inviteCodes.deactivate',
      title: 'a minute after it',
      who: 'organization',
      code: 'CONFLICT',
      async arrange({ client, clock }) {
        const expirationDate = new Date(clock.now() + 60_000).toISOString();
        const body = { locationId: ids.house, roleId: ids.role, restrictions: { expirationDate } };
        const { code } = (await client.call('inviteCodes.create', { body })).data;
        await clock.advance(120_000);
        return { path: { code } };
      },
    }),
  ],
};
