import { type Assumption, many, methodSetting, one, operations, pathSetting, unchanged } from '../operation';
import {
  organization,
  organizationRequest,
  organizationUser,
  permissionQuery,
  serviceAccountSecret,
} from '../shapes/organization';

const secrets = ['serviceAccount.secrets.value'] as const;

function pathAssumed(value: string) {
  return [
    { what: 'path', value, sure: 'seen', why: 'the path is not shown', settings: pathSetting },
  ] as const satisfies Assumption[];
}

export const organizations = operations({
  'organizations.create': {
    section: '4.8',
    title: 'Create an organization',
    method: 'POST',
    path: '/organizations',
    token: ['APP'],
    body: organizationRequest,
    answer: one(organization),
    confirm: 'true',
    secrets,
    retry: 'createUnrepeatable',
    assumed: [
      ...pathAssumed('/organizations'),
      {
        what: 'bounds',
        value: 'at most 10 organizations an application; none can be deleted',
        sure: 'seen',
        why: 'what the quotas limit is not shown',
        change: unchanged.notChecked,
      },
    ],
  },
  'organizations.list': {
    section: '4.8',
    title: 'List organizations',
    method: 'GET',
    path: '/organizations',
    token: ['APP'],
    query: permissionQuery,
    answer: many(organization),
    secrets,
    retry: 'read',
    assumed: pathAssumed('/organizations'),
  },
  'organizations.get': {
    section: '4.8',
    title: 'Get an organization',
    method: 'GET',
    path: '/organizations/{organizationId}',
    token: ['APP'],
    answer: one(organization),
    secrets,
    retry: 'read',
    assumed: pathAssumed('/organizations/{organizationId}'),
  },
  'organizations.users': {
    section: '4.8',
    title: 'List the users of an organization',
    method: 'GET',
    path: '/organizations/{organizationId}/users',
    token: ['APP', 'ORG'],
    filter: { combine: 'one', fields: { role: { compare: ['eq'], value: 'text' } } },
    answer: many(organizationUser),
    retry: 'read',
  },
  'serviceAccounts.rotateSecret': {
    section: '4.8',
    title: 'Rotate a secret of a service account',
    method: 'POST',
    path: '/serviceAccounts/{serviceAccountId}/secrets/{secretName}',
    token: ['APP'],
    answer: one(serviceAccountSecret),
    confirm: 'secretName',
    secrets: ['value'],
    retry: 'rotateSecret',
    assumed: [
      {
        what: 'path',
        value: '/serviceAccounts/{serviceAccountId}/secrets/{secretName}',
        sure: 'seen',
        why: 'the path is not shown, nor which id serviceAccountId is',
        settings: pathSetting,
      },
      { what: 'method', value: 'POST', sure: 'guess', why: 'the method is not shown', settings: methodSetting },
    ],
  },
});
