import { limits } from '../limits';
import { deviceCriterion, many, operations } from '../operation';
import { mainHandleEvent, remoteHandleEvent } from '../shapes/history';

const shared = {
  section: '4.7',
  method: 'GET',
  token: ['ORG'],
  filter: {
    combine: 'one',
    required: true,
    fields: { deviceId: { ...deviceCriterion, required: true } },
  },
  paging: { limitMax: limits.eventHistoryPage, limitDefault: limits.eventHistoryPage },
  retry: 'read',
} as const;

export const eventHistory = operations({
  'eventHistory.remoteHandle': {
    ...shared,
    title: 'Read the history of the remote handle',
    path: '/eventHistory/breakerRemoteHandlePosition',
    answer: many(remoteHandleEvent),
  },
  'eventHistory.mainHandle': {
    ...shared,
    title: 'Read the history of the main handle',
    path: '/eventHistory/breakerMainHandlePosition',
    answer: many(mainHandleEvent),
  },
});
