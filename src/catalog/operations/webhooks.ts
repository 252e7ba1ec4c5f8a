import { type Assumption, empty, many, one, operations, unchanged } from '../operation';
import { webhook, webhookRequest, webhookRequestByName } from '../shapes/webhook';

const shared = { token: ['APP'], secrets: ['additionalHttpHeaders'] } as const;
const create = {
  ...shared,
  method: 'POST',
  body: webhookRequest,
  answer: one(webhook),
  retry: 'createWebhook',
} as const;
const list = { ...shared, method: 'GET', answer: many(webhook), retry: 'read' } as const;
const get = { ...shared, method: 'GET', answer: one(webhook), retry: 'read' } as const;
const remove = { token: ['APP'], method: 'DELETE', answer: empty, retry: 'remove' } as const;
const byName = [
  {
    what: 'request',
    value: 'as the other webhooks',
    sure: 'guess',
    why: 'presumed by name only',
    change: unchanged.warned,
  },
] as const satisfies Assumption[];

/** The four kinds of webhook have the same four operations. spec 4.2, 4.9 */
export const webhooks = operations({
  'deviceWebhooks.create': {
    section: '4.2',
    title: 'Register a device onboarding webhook',
    path: '/deviceWebhooks',
    ...create,
  },
  'deviceWebhooks.list': { section: '4.2', title: 'List device onboarding webhooks', path: '/deviceWebhooks', ...list },
  'deviceWebhooks.get': {
    section: '4.2',
    title: 'Get a device onboarding webhook',
    path: '/deviceWebhooks/{webhookId}',
    ...get,
  },
  'deviceWebhooks.delete': {
    section: '4.2',
    title: 'Delete a device onboarding webhook',
    path: '/deviceWebhooks/{webhookId}',
    ...remove,
  },
  'userPermissionWebhooks.create': {
    section: '4.9',
    title: 'Register a user permission webhook',
    path: '/userPermissionWebhooks',
    ...create,
  },
  'userPermissionWebhooks.list': {
    section: '4.9',
    title: 'List user permission webhooks',
    path: '/userPermissionWebhooks',
    ...list,
  },
  'userPermissionWebhooks.get': {
    section: '4.9',
    title: 'Get a user permission webhook',
    path: '/userPermissionWebhooks/{webhookId}',
    ...get,
  },
  'userPermissionWebhooks.delete': {
    section: '4.9',
    title: 'Delete a user permission webhook',
    path: '/userPermissionWebhooks/{webhookId}',
    ...remove,
  },
  'deviceOverrideEventWebhooks.create': {
    section: '4.9',
    title: 'Register a device override event webhook',
    path: '/deviceOverrideEventWebhooks',
    ...create,
  },
  'deviceOverrideEventWebhooks.list': {
    section: '4.9',
    title: 'List device override event webhooks',
    path: '/deviceOverrideEventWebhooks',
    ...list,
  },
  'deviceOverrideEventWebhooks.get': {
    section: '4.9',
    title: 'Get a device override event webhook',
    path: '/deviceOverrideEventWebhooks/{webhookId}',
    ...get,
  },
  'deviceOverrideEventWebhooks.delete': {
    section: '4.9',
    title: 'Delete a device override event webhook',
    path: '/deviceOverrideEventWebhooks/{webhookId}',
    ...remove,
  },
  'shareDeviceCodeWebhooks.create': {
    section: '4.9',
    title: 'Register a share device code webhook',
    path: '/shareDeviceCodeWebhooks',
    ...create,
    body: webhookRequestByName,
    assumed: byName,
  },
  'shareDeviceCodeWebhooks.list': {
    section: '4.9',
    title: 'List share device code webhooks',
    path: '/shareDeviceCodeWebhooks',
    ...list,
    assumed: byName,
  },
  'shareDeviceCodeWebhooks.get': {
    section: '4.9',
    title: 'Get a share device code webhook',
    path: '/shareDeviceCodeWebhooks/{webhookId}',
    ...get,
    assumed: byName,
  },
  'shareDeviceCodeWebhooks.delete': {
    section: '4.9',
    title: 'Delete a share device code webhook',
    path: '/shareDeviceCodeWebhooks/{webhookId}',
    ...remove,
    assumed: byName,
  },
});
