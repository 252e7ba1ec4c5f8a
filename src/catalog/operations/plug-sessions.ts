import { limits } from '../limits';
import { deviceCriterion, many, operations, results, unchanged } from '../operation';
import { plugSession } from '../shapes/evse';
import { historicalTelemetry } from '../shapes/meter';

const moment = { compare: ['gt', 'ge', 'lt', 'le'], value: 'date' } as const;

export const plugSessions = operations({
  'plugSessions.list': {
    section: '4.7',
    title: 'List plug sessions',
    method: 'GET',
    path: '/plugSessions',
    token: ['ORG'],
    filter: {
      combine: 'and',
      required: true,
      fields: {
        deviceId: deviceCriterion,
        status: { compare: ['eq'], value: 'text' },
        startedAt: moment,
        stoppedAt: moment,
      },
    },
    orderby: ['startedAt', 'stoppedAt'],
    paging: { limitMax: limits.plugSessionsPage, limitDefault: limits.plugSessionsPage },
    answer: many(plugSession),
    retry: 'read',
    assumed: [
      {
        what: 'units',
        value: 'energy in watt-hours, currents in amperes',
        sure: 'guess',
        why: 'the units of the numeric fields are not shown',
        change: unchanged.passedOn,
      },
    ],
  },
  'plugSessions.meterTelemetry': {
    section: '4.7',
    title: 'Read the meter history of a plug session',
    method: 'GET',
    path: '/plugSessions/{plugSessionId}/meterTelemetryData',
    token: ['ORG'],
    paging: { limitMax: limits.pagingMax },
    answer: results(historicalTelemetry),
    retry: 'read',
  },
});
