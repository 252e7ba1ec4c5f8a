import { ids } from '../../../simulator/small-state';
import { override } from '../override-event';
import type { ServiceUnderTest } from '../service-under-test';
import { type StatusCase, statusCase } from './case';

const oven = { deviceId: ids.oven };
const open = { command: 'open', reason: 'test' } as const;
const close = { command: 'close', reason: 'test' } as const;
const charger = { deviceId: ids.charger };

async function centralSystem({ client }: ServiceUnderTest): Promise<string> {
  const body = { websocketBaseUrl: 'wss://ocpp.example.com' };
  return (await client.call('ocppCentralSystems.create', { body })).data.id;
}

async function useOcpp(service: ServiceUnderTest): Promise<void> {
  const body = { ocppCentralSystemId: await centralSystem(service), deviceId: ids.charger };
  await service.client.call('ocppChargePoints.create', { body });
}

const configure = {
  operation: 'evse.updateConfiguration',
  who: 'organization',
  code: 'REFUSED',
} as const;
const command = { operation: 'remoteHandle.setPosition', who: 'organization' } as const;
const timer = { code: 'INVALID_INPUT', refusedByClient: ['secondsUntilReset'] } as const;

export const devices: Readonly<Record<string, readonly StatusCase[]>> = {
  '400: EVSE configuration update when the device uses OCPP or takes part in an override event': [
    statusCase({
      ...configure,
      title: 'the device uses OCPP',
      async arrange(service) {
        await useOcpp(service);
        return { path: charger, body: { mode: 'cloud-api' as const } };
      },
    }),
    statusCase({
      ...configure,
      title: 'the device takes part in an override event',
      async arrange(service) {
        await override(service, ids.charger);
        return { path: charger, body: { mode: 'cloud-api' as const } };
      },
    }),
  ],

  '400: `secondsUntilReset` with `close`, or a non-zero value below 10': [
    statusCase({
      ...command,
      ...timer,
      title: 'with close',
      arrange: async () => ({ path: oven, body: { ...close, secondsUntilReset: 60 } }),
    }),
    statusCase({
      ...command,
      ...timer,
      title: 'a non-zero value below 10',
      arrange: async () => ({ path: oven, body: { ...open, secondsUntilReset: 9 } }),
    }),
  ],

  '429: documented for the set remote handle position operation': [
    statusCase({
      ...command,
      title: 'commanded again at once, and told to wait longer than a command may',
      code: 'RATE_LIMITED',
      async arrange({ client, clock }) {
        await client.call('remoteHandle.setPosition', { path: oven, body: open });
        await clock.advance(10_000);
        return { path: oven, body: close };
      },
    }),
  ],

  '503: decommission, or OCPP charge point registration, while the device is offline': [
    statusCase({
      operation: 'devices.decommission',
      title: 'decommission',
      who: 'organization',
      code: 'DEVICE_OFFLINE',
      async arrange({ simulator }) {
        simulator.controls.setOnline(ids.oven, false);
        return { path: oven };
      },
    }),
    statusCase({
      operation: 'ocppChargePoints.create',
      title: 'OCPP charge point registration',
      who: 'application',
      code: 'DEVICE_OFFLINE',
      async arrange(service) {
        const ocppCentralSystemId = await centralSystem(service);
        service.simulator.controls.setOnline(ids.charger, false);
        return { body: { ocppCentralSystemId, deviceId: ids.charger } };
      },
    }),
  ],

  '400: claiming a share code for an OCPP-configured device': [
    statusCase({
      operation: 'shareDeviceCodes.claim',
      title: 'by another organization',
      who: 'otherOrganization',
      code: 'REFUSED',
      async arrange(service) {
        await useOcpp(service);
        const { data } = await service.client.call('shareDeviceCodes.create', { body: charger });
        return { path: { code: String(data.code) } };
      },
    }),
  ],

  '400: UDP key creation over the key limit': [
    statusCase({
      operation: 'udpKeys.create',
      title: 'one more than there are devices',
      who: 'organization',
      code: 'REFUSED',
      async arrange({ client, simulator }) {
        const own = simulator.controls.devices().filter(({ organizationId }) => organizationId === ids.organization);
        const body = { keyType: 'unicast' } as const;
        for (const _ of own) await client.call('udpKeys.create', { body });
        return { body };
      },
    }),
  ],
};
