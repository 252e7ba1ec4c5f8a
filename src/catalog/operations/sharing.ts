import { type Assumption, deviceCriterion, many, one, operations, tokenSetting, unchanged } from '../operation';
import {
  deviceSummary,
  overrideEvent,
  overrideEventRequest,
  participation,
  participationRequest,
  shareDeviceCode,
  sharedDevice,
  undocumented,
  undocumentedOfDevice,
} from '../shapes/sharing';

const assumed = [
  {
    what: 'request',
    value: 'passed through in both directions',
    sure: 'guess',
    why: 'payloads are not shown',
    change: unchanged.passedOn,
  },
  {
    what: 'token',
    value: 'ORG; the other kind is tried once after a 403',
    sure: 'guess',
    why: 'the kind of token is not shown',
    settings: tokenSetting,
  },
] as const satisfies Assumption[];
const read = { section: '4.9', method: 'GET', token: ['ORG'], retry: 'read', assumed } as const;
const create = { section: '4.9', method: 'POST', token: ['ORG'], retry: 'create', assumed } as const;
const transition = {
  section: '4.9',
  method: 'POST',
  token: ['ORG'],
  retry: 'transition',
  assumed,
} as const;
const anyBody = { body: undocumented, bodyOptional: true } as const;
const criterion = { compare: ['eq'], value: 'text' } as const;
const moment = { compare: ['eq', 'gt', 'ge', 'lt', 'le'], value: 'instant' } as const;

/** Share codes, shared devices and override events. spec 4.9 */
export const sharing = operations({
  'shareDeviceCodes.create': {
    ...create,
    title: 'Create a share device code',
    path: '/shareDeviceCodes',
    body: undocumentedOfDevice,
    answer: one(shareDeviceCode),
  },
  'shareDeviceCodes.list': {
    ...read,
    title: 'List share device codes',
    path: '/shareDeviceCodes',
    filter: { combine: 'and', fields: { status: criterion, action: criterion, deviceId: deviceCriterion } },
    answer: many(shareDeviceCode),
  },
  'shareDeviceCodes.get': {
    ...read,
    title: 'Get a share device code',
    path: '/shareDeviceCodes/{code}',
    answer: one(shareDeviceCode),
  },
  'shareDeviceCodes.deviceSummary': {
    ...read,
    title: 'Get the device behind a share device code',
    path: '/shareDeviceCodes/{code}/deviceSummary',
    answer: one(deviceSummary),
  },
  'shareDeviceCodes.claim': {
    ...transition,
    title: 'Claim a share device code',
    path: '/shareDeviceCodes/{code}/claim',
    ...anyBody,
    answer: one(shareDeviceCode),
    refusals: [{ status: 400, when: 'claiming a share code for an OCPP-configured device' }],
  },
  'shareDeviceCodes.revoke': {
    ...transition,
    title: 'Revoke a share device code',
    path: '/shareDeviceCodes/{code}/revocation',
    ...anyBody,
    answer: one(shareDeviceCode),
  },
  'shareDeviceCodes.relinquish': {
    ...transition,
    title: 'Relinquish a share device code',
    path: '/shareDeviceCodes/{code}/relinquishment',
    ...anyBody,
    answer: one(shareDeviceCode),
  },
  'sharedDevices.list': {
    ...read,
    title: 'List shared devices',
    path: '/sharedDevices',
    filter: { combine: 'and', fields: { deviceId: deviceCriterion, code: criterion }, assumed: true },
    answer: many(sharedDevice),
  },
  'sharedDevices.get': {
    ...read,
    title: 'Get a shared device',
    path: '/sharedDevices/{id}',
    answer: one(sharedDevice),
  },
  'overrideEvents.create': {
    ...create,
    title: 'Create an override event',
    path: '/sharedDeviceOverrideEvents',
    body: overrideEventRequest,
    answer: one(overrideEvent),
  },
  'overrideEvents.list': {
    ...read,
    title: 'List override events (the first 500)',
    path: '/sharedDeviceOverrideEvents',
    filter: { combine: 'and', fields: { startTime: moment, endTime: moment } },
    answer: many(overrideEvent),
  },
  'overrideEvents.get': {
    ...read,
    title: 'Get an override event',
    path: '/sharedDeviceOverrideEvents/{eventId}',
    answer: one(overrideEvent),
  },
  'overrideEvents.addParticipations': {
    ...transition,
    title: 'Add devices to an override event',
    path: '/sharedDeviceOverrideEvents/{eventId}/sharedDeviceParticipations',
    body: participationRequest,
    answer: many(participation),
  },
  'overrideEvents.listParticipations': {
    ...read,
    title: 'List the devices of an override event',
    path: '/sharedDeviceOverrideEvents/{eventId}/sharedDeviceParticipations',
    answer: many(participation),
  },
  'overrideEvents.removeDevices': {
    ...transition,
    title: 'Remove devices from an override event',
    path: '/sharedDeviceOverrideEvents/{eventId}/sharedDeviceRemovals',
    body: participationRequest,
    answer: many(participation),
  },
  'overrideEvents.optOut': {
    ...transition,
    title: 'Opt devices out of an override event',
    path: '/sharedDeviceOverrideEvents/{eventId}/sharedDeviceOptouts',
    body: participationRequest,
    answer: many(participation),
  },
  'overrideEvents.cancel': {
    ...transition,
    title: 'Cancel an override event',
    path: '/sharedDeviceOverrideEvents/{eventId}/cancellation',
    ...anyBody,
    answer: one(overrideEvent),
  },
});
