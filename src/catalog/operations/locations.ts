import { type Assumption, empty, many, one, operations, unchanged } from '../operation';
import { detailsFitLocationType, somethingChanges } from '../rules';
import { location, locationChange, locationRequest, permissionQuery } from '../shapes/organization';

const hierarchy = [
  {
    what: 'bounds',
    value:
      'custom under the root or a custom; address under the root or a custom, never above or below another address; equipment under an address',
    sure: 'seen',
    why: 'which location may stand under which is not shown',
    change: unchanged.notChecked,
  },
] as const satisfies Assumption[];

export const locations = operations({
  'locations.create': {
    section: '4.8',
    title: 'Create a location',
    method: 'POST',
    path: '/locations',
    token: ['ORG'],
    body: locationRequest,
    answer: one(location),
    rules: [detailsFitLocationType],
    retry: 'create',
    assumed: hierarchy,
  },
  'locations.list': {
    section: '4.8',
    title: 'List locations',
    method: 'GET',
    path: '/locations',
    token: ['APP', 'ORG'],
    filter: { combine: 'one', fields: { organizationId: { compare: ['eq'], value: 'text' } } },
    query: permissionQuery,
    answer: many(location),
    retry: 'read',
  },
  'locations.get': {
    section: '4.8',
    title: 'Get a location',
    method: 'GET',
    path: '/locations/{locationId}',
    token: ['APP', 'ORG'],
    query: permissionQuery,
    answer: one(location),
    retry: 'read',
  },
  'locations.update': {
    section: '4.8',
    title: 'Change a location',
    method: 'PATCH',
    path: '/locations/{locationId}',
    token: ['ORG'],
    body: locationChange,
    answer: one(location),
    rules: [somethingChanges],
    refusals: [
      { status: 400, when: '`address` sent for a non-`address` location' },
      { status: 400, when: '`customTypeInfo` sent for a non-`custom` location' },
    ],
    retry: 'update',
    assumed: hierarchy,
  },
  'locations.delete': {
    section: '4.8',
    title: 'Delete a location',
    method: 'DELETE',
    path: '/locations/{locationId}',
    token: ['ORG'],
    answer: empty,
    refusals: [{ status: 400, when: 'deleting a location that has child locations or devices' }],
    retry: 'remove',
  },
});
