import { empty, many, one, operations } from '../operation';
import { somethingChanges } from '../rules';
import { connection, device, deviceChange } from '../shapes/device';

const criterion = { compare: ['eq'], value: 'text' } as const;

export const devices = operations({
  'devices.list': {
    section: '4.2',
    title: 'List devices',
    method: 'GET',
    path: '/devices',
    token: ['APP', 'ORG'],
    filter: {
      combine: 'one',
      fields: { locationId: criterion, ancestorLocationId: criterion, serialNumber: criterion },
    },
    answer: many(device),
    retry: 'read',
  },
  'devices.get': {
    section: '4.2',
    title: 'Get a device',
    method: 'GET',
    path: '/devices/{deviceId}',
    token: ['ORG'],
    answer: one(device),
    retry: 'read',
  },
  'devices.decommission': {
    section: '4.2',
    title: 'Decommission a device (factory reset)',
    method: 'DELETE',
    path: '/devices/{deviceId}',
    token: ['ORG'],
    answer: empty,
    confirm: 'deviceId',
    refusals: [{ status: 503, when: 'the device is offline' }],
    reachesDevice: true,
    retry: 'decommission',
  },
  'devices.update': {
    section: '4.2',
    title: 'Move a device or describe its load',
    method: 'PATCH',
    path: '/devices/{deviceId}',
    token: ['ORG'],
    body: deviceChange,
    answer: empty,
    rules: [somethingChanges],
    retry: 'deviceUpdate',
  },
  'devices.restart': {
    section: '4.2',
    title: 'Restart a device',
    method: 'POST',
    path: '/devices/{deviceId}/restart',
    token: ['ORG'],
    answer: empty,
    reachesDevice: true,
    retry: 'restart',
  },
  'device.isConnected': {
    section: '4.3',
    title: 'Get the connection state of a device',
    method: 'GET',
    path: '/devices/{deviceId}/device/metadata/isConnected',
    token: ['ORG'],
    answer: one(connection),
    retry: 'read',
  },
});
