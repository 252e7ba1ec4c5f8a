import { deviceCriterion, empty, many, methodOfHistory, one, operations, unchanged } from '../operation';
import { udpKey, udpKeyAssigned, udpKeyAssignment, udpKeyRequest, udpKeyTypes } from '../shapes/udp-key';

const criterion = { compare: ['eq'], value: 'text' } as const;
const secrets = ['value'] as const;

export const udpKeys = operations({
  'udpKeys.create': {
    section: '4.6',
    title: 'Create a UDP key',
    method: 'POST',
    path: '/udpKeys',
    token: ['ORG'],
    body: udpKeyRequest,
    answer: one(udpKey),
    secrets,
    refusals: [{ status: 400, when: 'UDP key creation over the key limit' }],
    retry: 'create',
    assumed: [
      {
        what: 'bounds',
        value: 'one key per type and device of the organization',
        sure: 'seen',
        why: 'the formula of the cap is not shown',
        change: unchanged.notChecked,
      },
      {
        what: 'values',
        value: 'value is base64 of 32 bytes',
        sure: 'seen',
        why: 'only its type, text, is shown',
        change: unchanged.passedOn,
      },
    ],
  },
  'udpKeys.list': {
    section: '4.6',
    title: 'List active UDP keys',
    method: 'GET',
    path: '/udpKeys',
    token: ['ORG'],
    filter: {
      combine: 'and',
      exclusive: [['deviceId', 'locationId']],
      fields: {
        keyType: { compare: ['eq'], value: 'text', values: udpKeyTypes },
        deviceId: deviceCriterion,
        locationId: criterion,
      },
    },
    answer: many(udpKey),
    secrets,
    retry: 'read',
  },
  'udpKeys.get': {
    section: '4.6',
    title: 'Get a UDP key',
    method: 'GET',
    path: '/udpKeys/{keyId}',
    token: ['ORG'],
    answer: one(udpKey),
    secrets,
    retry: 'read',
    assumed: methodOfHistory('GET'),
  },
  'udpKeys.delete': {
    section: '4.6',
    title: 'Delete a UDP key',
    method: 'DELETE',
    path: '/udpKeys/{keyId}',
    token: ['ORG'],
    answer: empty,
    retry: 'remove',
    assumed: [
      {
        what: 'values',
        value: 'a device that is not available keeps a deleted key until the key expires or another takes its place',
        sure: 'guess',
        why: 'that it keeps the key is said, not for how long',
        change: unchanged.notChecked,
      },
    ],
  },
  'udpKeys.assign': {
    section: '4.3',
    title: 'Assign a UDP key to a device',
    method: 'POST',
    path: '/devices/{deviceId}/udpKeys',
    token: ['ORG'],
    body: udpKeyAssignment,
    answer: one(udpKeyAssigned),
    reachesDevice: true,
    retry: 'createOnline',
  },
});
