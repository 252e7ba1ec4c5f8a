import assert from 'node:assert/strict';
import type { Difference, ReadOperationId } from '../../src/probe';
import { type ProbedService, startProbedService, withBody } from './probed-service';

interface Row {
  readonly title: string;
  readonly path: string;
  readonly operation: ReadOperationId;
  /** Of the body, or of its text. */
  readonly change: (body: Record<string, unknown>) => unknown;
  readonly found: Difference;
}

const first = (body: Record<string, unknown>) => (body.data as Record<string, unknown>[])[0] ?? {};
const data = (body: Record<string, unknown>) => body.data as Record<string, Record<string, unknown>>;

/** One way for a service to differ each, and what the report tells of it. */
const rows: readonly Row[] = [
  {
    title: 'a null',
    path: '/devices',
    operation: 'devices.list',
    change: (body) => {
      first(body).serialNumber = null;
      return body;
    },
    found: { kind: 'null', at: 'data[].serialNumber', expected: 'string' },
  },
  {
    title: 'a field that is missing',
    path: '/roles',
    operation: 'roles.list',
    change: (body) => {
      delete first(body).id;
      return body;
    },
    found: { kind: 'missing', at: 'data[].id' },
  },
  {
    title: 'a field more',
    path: '/roles',
    operation: 'roles.list',
    change: (body) => {
      first(body).createdBy = 'somebody';
      return body;
    },
    found: { kind: 'extra', at: 'data[]', found: 'createdBy' },
  },
  {
    title: 'a field more whose name may be an id',
    path: '/roles',
    operation: 'roles.list',
    change: (body) => {
      first(body)['3f2a-77'] = 1;
      return body;
    },
    found: { kind: 'extra', at: 'data[]' },
  },
  {
    title: 'a number as text',
    path: '/resourceQuotas',
    operation: 'resourceQuotas.list',
    change: (body) => {
      first(body).limit = '10';
      return body;
    },
    found: { kind: 'number-as-text', at: 'data[].limit' },
  },
  {
    title: 'a text as number',
    path: '/devices',
    operation: 'devices.list',
    change: (body) => {
      first(body).serialNumber = 30612838860;
      return body;
    },
    found: { kind: 'text-as-number', at: 'data[].serialNumber' },
  },
  {
    title: 'another type',
    path: '/devices',
    operation: 'devices.list',
    change: (body) => {
      first(body).loadDetails = 'oven';
      return body;
    },
    found: { kind: 'other-type', at: 'data[].loadDetails', expected: 'object', found: 'string' },
  },
  {
    title: 'other letters',
    path: '/devices',
    operation: 'devices.list',
    change: (body) => {
      first(body).hardwareType = 'EMCB';
      return body;
    },
    found: { kind: 'other-letters', at: 'data[].hardwareType', expected: 'emcb', found: 'EMCB' },
  },
  {
    title: 'a list without an envelope',
    path: '/roles',
    operation: 'roles.list',
    change: (body) => body.data,
    found: { kind: 'no-envelope', at: '', found: 'array' },
  },
  {
    title: 'an object in place of a list',
    path: '/roles',
    operation: 'roles.list',
    change: (body) => ({ data: first(body) }),
    found: { kind: 'list-as-one', at: 'data', expected: 'array', found: 'object' },
  },
  {
    title: 'a list in place of an object',
    path: '/deviceData',
    operation: 'deviceData.get',
    change: (body) => ({ data: [body.data] }),
    found: { kind: 'one-as-list', at: 'data', expected: 'object', found: 'array of 1' },
  },
  {
    title: 'an envelope within the envelope',
    path: '/deviceData',
    operation: 'deviceData.get',
    change: (body) => ({ data: { data: body.data } }),
    found: { kind: 'nested', at: 'data' },
  },
  {
    title: 'milliseconds where seconds are specified',
    path: '/devices/30000000-0000-4000-8000-000000000001/device/metadata/isConnected',
    operation: 'device.isConnected',
    change: (body) => {
      const connection = body.data as { ts: number };
      connection.ts *= 1000;
      return body;
    },
    found: { kind: 'unit', at: 'data.ts', expected: 's', found: 'above 99999999999' },
  },
  {
    title: 'a secret that is hidden',
    path: '/udpKeys',
    operation: 'udpKeys.list',
    change: (body) => {
      first(body).value = '********';
      return body;
    },
    found: { kind: 'masked-secret', at: 'data.value' },
  },
  {
    title: 'headers that are hidden',
    path: '/deviceWebhooks',
    operation: 'deviceWebhooks.list',
    change: (body) => {
      first(body).additionalHttpHeaders = { 'x-secret': '***' };
      return body;
    },
    found: { kind: 'masked-secret', at: 'data.additionalHttpHeaders' },
  },
  {
    title: 'a list without pages',
    path: '/plugSessions',
    operation: 'plugSessions.list',
    change: (body) => ({ data: body.data }),
    found: { kind: 'no-page', at: 'page' },
  },
  {
    title: 'no link although there is more',
    path: '/plugSessions',
    operation: 'plugSessions.list',
    change: (body) => ({ ...body, page: { count: (body.data as unknown[]).length, totalCount: 99, offset: 0 } }),
    found: { kind: 'no-next', at: 'page.next' },
  },
  {
    title: 'a link to another host',
    path: '/plugSessions',
    operation: 'plugSessions.list',
    change: (body) => ({
      ...body,
      page: { ...data(body).page, next: 'https://backend.internal/plugSessions?offset=5' },
    }),
    found: { kind: 'foreign-next', at: 'page.next' },
  },
];

describe('a contract probe names', () => {
  let service: ProbedService;
  afterEach(() => service.close());

  for (const { title, path, operation, change, found } of rows)
    it(title, async () => {
      service = await startProbedService((answer, asked) =>
        asked.split('?')[0] === path && answer.statusCode < 300 ? withBody(answer, change) : answer,
      );
      await service.run();
      const { differences } = service.operation(operation);
      const plain = differences.map(({ count: _, ...difference }) => difference);
      assert.deepEqual(plain, [found]);
    });
});
