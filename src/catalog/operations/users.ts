import { type Assumption, empty, many, methodSetting, one, operations, unchanged } from '../operation';
import { roleNamesItsScope } from '../rules';
import {
  inviteCode,
  inviteCodeRequest,
  role,
  skipNotificationEmail,
  userRole,
  userRoleRequest,
  userRoleStatuses,
} from '../shapes/organization';

const scope = [
  {
    what: 'request',
    value: 'locationId may name an organization; organizationId is accepted in its place',
    sure: 'seen',
    why: 'the sample body names organizationId',
    change: 'nothing to change: what the call names is sent',
  },
] as const satisfies Assumption[];

/** Roles, user roles and invite codes. spec 4.8 */
export const users = operations({
  'roles.list': {
    section: '4.8',
    title: 'List roles',
    method: 'GET',
    path: '/roles',
    token: ['APP', 'ORG'],
    answer: many(role),
    retry: 'read',
  },
  'userRoles.assign': {
    section: '4.8',
    title: 'Assign a role to a user',
    method: 'POST',
    path: '/userRoles',
    token: ['ORG'],
    query: skipNotificationEmail,
    body: userRoleRequest,
    answer: one(userRole),
    rules: [roleNamesItsScope],
    retry: 'create',
    assumed: scope,
  },
  'userRoles.list': {
    section: '4.8',
    title: 'List user roles',
    method: 'GET',
    path: '/userRoles',
    token: ['ORG'],
    filter: {
      combine: 'one',
      fields: { status: { compare: ['eq'], value: 'text', values: userRoleStatuses } },
    },
    answer: many(userRole),
    retry: 'read',
  },
  'userRoles.delete': {
    section: '4.8',
    title: 'Remove a role from a user',
    method: 'DELETE',
    path: '/userRoles',
    token: ['ORG'],
    body: userRoleRequest,
    answer: empty,
    rules: [roleNamesItsScope],
    retry: 'removeWithBody',
    assumed: scope,
  },
  'inviteCodes.create': {
    section: '4.8',
    title: 'Create an invite code',
    method: 'POST',
    path: '/inviteCodes',
    token: ['ORG'],
    body: inviteCodeRequest,
    answer: one(inviteCode),
    retry: 'create',
    assumed: [
      {
        what: 'request',
        value: 'every field of restrictions is optional',
        sure: 'guess',
        why: 'which are required is not shown',
        change: unchanged.warned,
      },
    ],
  },
  'inviteCodes.list': {
    section: '4.8',
    title: 'List invite codes',
    method: 'GET',
    path: '/inviteCodes',
    token: ['ORG'],
    filter: {
      combine: 'and',
      fields: {
        scope: { compare: ['eq'], value: 'text' },
        locationId: { compare: ['eq'], value: 'text' },
        isActive: { compare: ['eq'], value: 'boolean' },
      },
    },
    answer: many(inviteCode),
    retry: 'read',
  },
  'inviteCodes.get': {
    section: '4.8',
    title: 'Get an invite code',
    method: 'GET',
    path: '/inviteCodes/{code}',
    token: ['ORG'],
    answer: one(inviteCode),
    retry: 'read',
  },
  'inviteCodes.deactivate': {
    section: '4.8',
    title: 'Deactivate an invite code',
    method: 'POST',
    path: '/inviteCodes/{code}/deactivation',
    token: ['ORG'],
    answer: empty,
    refusals: [{ status: 409, when: 'deactivating an invite code already past expiration' }],
    retry: 'deactivate',
    assumed: [
      {
        what: 'method',
        value: 'POST',
        sure: 'seen',
        why: 'POST in the change history, DELETE in the request sample',
        settings: methodSetting,
      },
    ],
  },
});
