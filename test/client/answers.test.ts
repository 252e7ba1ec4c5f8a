import assert from 'node:assert/strict';
import type { ErrorCode } from '../../src/client';
import { errorAnswer, type ScriptedReply } from '../support/scripted-service';
import { type ClientUnderTest, failureOf, startClientOverHttp } from './client-under-test';

const read = 'GET /devices/device-1';
const write = 'PUT /devices/device-1/bargraph/settings/mode';
const path = { deviceId: 'device-1' };
const html = { 'content-type': 'text/html' };

describe('spec 7: answers', () => {
  let tested: ClientUnderTest;

  beforeEach(async () => {
    tested = await startClientOverHttp();
  });
  afterEach(() => tested.close());

  const get = () => tested.client.call('devices.get', { path });
  const set = () => tested.client.call('bargraphMode.set', { path, body: { mode: 'user-defined' } });

  it('a gzip body is decompressed', async () => {
    tested.service.on(read, { json: { data: { id: 'device-1' } }, gzip: true });
    assert.deepEqual((await get()).data, { id: 'device-1' });
  });

  it('returns page, status and time of the answer', async () => {
    tested.service.on('GET /devices', {
      status: 206,
      json: { data: [], page: { count: 0, totalCount: 7, offset: 7, next: '' } },
    });
    const reply = await tested.client.call('devices.list', {});
    assert.deepEqual(reply, {
      data: [],
      page: { count: 0, totalCount: 7, offset: 7, next: null },
      statusCode: 206,
      receivedAt: tested.clock.now(),
      receivedAtMs: tested.clock.monotonicMs(),
      settledBy: 'answer',
    });
  });

  it('fields that are not known pass through as they are, missing ones stay missing', async () => {
    const data = { id: 'device-1', future: { a: [1], b: null } };
    tested.service.on(read, { json: { data: { ...data, serialNumber: null } } });
    assert.deepEqual((await get()).data, data);
  });

  it('any 2xx is success for an operation with nothing to return', async () => {
    for (const reply of [
      { status: 204 },
      { status: 200 },
      { status: 202, json: {} },
      { status: 200, json: { data: null } },
    ]) {
      tested.service.on(write, reply);
      const { data, statusCode } = await set();
      assert.equal(data, undefined);
      assert.equal(statusCode, reply.status);
    }
  });

  const useless: Record<string, ScriptedReply> = {
    'an empty body': { status: 200, text: '' },
    'a web page': { text: '<!doctype html><p>Log in</p>', headers: html },
    'text that is not JSON': { text: 'ok' },
    'JSON without data': { json: {} },
    'data of the wrong kind': { json: { data: [] } },
    'data that is null': { json: { data: null } },
    'a broken JSON text': { text: '{"data":{"id":"dev', headers: { 'content-type': 'application/json' } },
    'gzip that is none': { text: 'no gzip', headers: { 'content-encoding': 'gzip' } },
  };
  for (const [name, reply] of Object.entries(useless))
    it(`${name} in place of an answer is BAD_RESPONSE`, async () => {
      tested.service.on(read, reply);
      const error = await failureOf(get());
      assert.equal(error.code, 'BAD_RESPONSE');
      assert.equal(error.cause.path, '/devices/device-1');
      assert.equal(tested.service.count(read), 1);
    });

  it('an answer of more than 16 MiB, unpacked, is given up', async () => {
    const data = { id: 'x'.repeat(17 * 1024 * 1024) };
    tested.service.on(read, { json: { data }, gzip: true });
    const error = await failureOf(get());
    assert.equal(error.code, 'BAD_RESPONSE');
    assert.match(error.message, /larger/);
    assert.equal(tested.service.count(read), 1);
  });

  const statuses: [number, ErrorCode][] = [
    [400, 'REFUSED'],
    [402, 'REFUSED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [418, 'WRONG_HARDWARE'],
    [503, 'BAD_RESPONSE'],
  ];
  for (const [status, code] of statuses)
    it(`${status} is ${code}`, async () => {
      tested.service.on(read, errorAnswer(status, 'The service says why'));
      const error = await tested.failure(get());
      assert.equal(error.code, code);
      assert.equal(error.cause.statusCode, status);
      assert.match(error.message, /The service says why/);
    });

  it('an HTML page of a proxy does not count as a refusal of the service', async () => {
    for (const status of [400, 403, 404, 407]) {
      tested.service.on(read, { status, text: '<html>Blocked</html>', headers: html });
      assert.equal((await tested.failure(get())).code, 'BAD_RESPONSE');
    }
  });

  it('validations of the service arrive by field', async () => {
    tested.service.on(write, errorAnswer(400, 'invalid', [{ propertyName: 'mode', message: 'is odd' }]));
    const error = await tested.failure(set());
    assert.deepEqual(error.cause.validations, [{ field: 'mode', rule: 'service', message: 'is odd' }]);
    assert.deepEqual(Object.keys(error.cause).sort(), [
      'deviceId',
      'method',
      'operation',
      'path',
      'retryable',
      'statusCode',
      'validations',
    ]);
  });

  it('a redirect is not followed', async () => {
    tested.service.on(read, { status: 307, headers: { location: `${tested.service.origin}/api/v1/devices/other` } });
    tested.service.on('GET /devices/other', { json: { data: { id: 'other' } } });
    assert.equal((await tested.failure(get())).code, 'UNEXPECTED_REDIRECT');
    assert.equal(tested.service.count('GET /devices/other'), 0);
  });

  describe('Retry-After', () => {
    const busy = (value: string): ScriptedReply => ({
      ...errorAnswer(429, 'slow down'),
      headers: { 'retry-after': value },
    });
    const waitedMs = async (value: string) => {
      const startedAt = tested.clock.now();
      tested.service.on(read, busy(value), { json: { data: { id: 'device-1' } } });
      await tested.turn(get());
      return tested.clock.now() - startedAt;
    };

    it('is waited for', async () => assert.equal(await waitedMs('3'), 3_000));
    it('is at least a second', async () => assert.equal(await waitedMs('0'), 1_000));
    it('may be negative', async () => assert.equal(await waitedMs('-5'), 1_000));
    it('may name an instant', async () => {
      const waited = await waitedMs(new Date(tested.clock.now() + 5_000).toUTCString());
      assert(waited >= 4_000 && waited <= 5_000);
    });
    for (const value of ['Thu, 01 Jan 2015 00:00:00 GMT', 'soon', '5, 10'])
      it(`may be over or unreadable (${value}): the least wait`, async () =>
        assert.equal(await waitedMs(value), 1_000));
    it('a least wait of 0 doubles with each retry', async () => {
      tested.service.on(read, busy('0'));
      const startedAt = tested.clock.now();
      const error = await tested.failure(get());
      assert.deepEqual([error.code, tested.clock.now() - startedAt], ['RATE_LIMITED', 31_000]);
      assert.equal(tested.service.count(read), 6);
    });

    for (const value of ['61', '1e300', '99999999999'])
      it(`of ${value} s is reported, not waited for`, async () => {
        tested.service.on(read, busy(value));
        const startedAt = tested.clock.now();
        const error = await tested.failure(get());
        assert.equal(error.code, 'RATE_LIMITED');
        assert.equal(error.cause.retryAfter, Number(value));
        assert.equal(tested.clock.now(), startedAt);
      });

    it('beyond the deadline is reported at once', async () => {
      tested.service.on(write, busy('31'));
      const startedAt = tested.clock.now();
      assert.equal((await tested.failure(set())).code, 'RATE_LIMITED');
      assert.equal(tested.clock.now(), startedAt);
    });
  });
});
