import assert from 'node:assert/strict';
import { rowOf } from '../../src/catalog';
import { backoffMs, retryAfterMs, retryAfterSeconds } from '../../src/client/backoff';
import type { Exchange } from '../../src/client/exchange';
import { outcomeOf } from '../../src/client/outcome';
import type { PreparedRequest } from '../../src/client/request';
import { createServiceClock } from '../../src/client/service-clock';
import { createManualClock } from '../../src/clock';

const request = { row: rowOf('devices.get') } as PreparedRequest;
const receivedAtWall = Date.UTC(2026, 0, 15, 12);
const serviceClock = createServiceClock(createManualClock(receivedAtWall));
const received = { receivedAt: receivedAtWall, receivedAtMs: 0 };

const outcome = (exchange: Exchange) => outcomeOf(request, exchange, received, serviceClock);
const answer = (statusCode: number, text = '', headers = {}) =>
  outcome({ kind: 'answer', statusCode, headers, text } as Exchange);
const errorText = (message: string) => JSON.stringify({ error: { message, validations: [] } });

describe('behaviour: the result of an attempt', () => {
  for (const [why, sent, kind, code, message] of [
    ['ended', true, 'lost', 'TIMEOUT', 'no answer in time (why)'],
    ['ended', false, 'unsent', 'TIMEOUT', 'no answer in time (why)'],
    ['timeout', true, 'lost', 'TIMEOUT', 'no answer in time (why)'],
    ['timeout', false, 'unsent', 'TIMEOUT', 'no answer in time (why)'],
    ['too-large', true, 'unclear', 'BAD_RESPONSE', 'the answer is why'],
    ['not-packed', true, 'unclear', 'BAD_RESPONSE', 'the answer cannot be unpacked (why)'],
    ['cut-off', true, 'lost', 'BAD_RESPONSE', 'the answer is cut off (why)'],
    ['not-http', true, 'lost', 'BAD_RESPONSE', 'the answer is not HTTP (why)'],
    ['network', true, 'lost', 'NETWORK', 'the connection broke (why)'],
    ['network', false, 'unsent', 'NETWORK', 'the connection could not be made (why)'],
  ] as const)
    it(`${why}, ${sent ? 'sent' : 'not sent'}: ${kind}`, () =>
      assert.deepEqual(outcome({ kind: 'failure', why, sent, detail: 'why' }), { kind, failed: { code, message } }));

  for (const [statusCode, kind, code] of [
    [199, 'refused', 'UNEXPECTED_REDIRECT'],
    [300, 'refused', 'UNEXPECTED_REDIRECT'],
    [399, 'refused', 'UNEXPECTED_REDIRECT'],
    [400, 'refused', 'REFUSED'],
    [401, 'unauthorized', 'AUTH_FAILED'],
    [403, 'refused', 'FORBIDDEN'],
    [404, 'refused', 'NOT_FOUND'],
    [409, 'refused', 'CONFLICT'],
    [418, 'refused', 'WRONG_HARDWARE'],
    [429, 'throttled', 'RATE_LIMITED'],
    [499, 'refused', 'REFUSED'],
    [500, 'unclear', 'BAD_RESPONSE'],
    [502, 'unclear', 'BAD_RESPONSE'],
    [503, 'unavailable', 'BAD_RESPONSE'],
    [504, 'unclear', 'BAD_RESPONSE'],
  ] as const)
    it(`${statusCode} with an error of the service: ${kind}`, () => {
      const got = answer(statusCode, errorText('because'));
      assert.ok(got.kind !== 'answered');
      assert.deepEqual([got.kind, got.failed.code, got.failed.statusCode], [kind, code, statusCode]);
      if (statusCode >= 400) assert.match(got.failed.message, /: because$/);
    });

  it('503 with an error of the service: the device is offline only where the device takes part, else the service', () => {
    const unavailable = { kind: 'answer', statusCode: 503, headers: {}, text: errorText('') } as const;
    for (const [id, code, retryable] of [
      ['remoteHandle.setPosition', 'DEVICE_OFFLINE', undefined],
      ['meter.reading', 'DEVICE_OFFLINE', undefined],
      ['devices.decommission', 'DEVICE_OFFLINE', undefined],
      ['token.create', 'BAD_RESPONSE', true],
      ['devices.list', 'BAD_RESPONSE', true],
      ['locations.get', 'BAD_RESPONSE', true],
    ] as const) {
      const got = outcomeOf({ row: rowOf(id) } as PreparedRequest, unavailable, received, serviceClock);
      assert(got.kind === 'unavailable', id);
      assert.deepEqual([got.failed.code, got.failed.retryable], [code, retryable], id);
    }
  });

  it('an error without a message or a body is told by its status alone', () => {
    for (const text of ['', ' ', errorText('')]) {
      const got = answer(409, text);
      assert.deepEqual(
        [got.kind, got.kind !== 'answered' && got.failed.message],
        ['refused', 'the service refuses with 409'],
      );
    }
  });

  it('502, 503 and 504 of a gateway: lost, for it does not know; another 5xx is unclear; both tell what the gateway says', () => {
    for (const [statusCode, kind] of [
      [500, 'unclear'],
      [501, 'unclear'],
      [502, 'lost'],
      [503, 'lost'],
      [504, 'lost'],
      [505, 'unclear'],
    ] as const)
      for (const [text, words] of [
        ['', ''],
        ['<html>', ''],
        ['{"statusCode":503,"message":"No back end"}', ': No back end'],
      ] as const) {
        const failed = { code: 'BAD_RESPONSE', message: `the service failed with ${statusCode}${words}`, statusCode };
        assert.deepEqual(answer(statusCode, text), { kind, failed });
      }
  });

  for (const [text, words] of [
    [
      '{"statusCode":401,"message":"Access denied due to invalid subscription key"}',
      'Access denied due to invalid subscription key',
    ],
    ['{"error":"quota exceeded"}', 'quota exceeded'],
    ['{"error":"invalid_client","error_description":"The client is not known"}', 'The client is not known'],
    ['{"type":"about:blank","title":"Forbidden","detail":"Not from this address"}', 'Not from this address'],
    ['{"errors":[{"message":"no route"}]}', 'no route'],
    ['{"fault":{"faultstring":"Rate limit quota violation"}}', 'Rate limit quota violation'],
    ['"out of call volume"', 'out of call volume'],
    ['Access\r\n denied', 'Access denied'],
    ['x'.repeat(300), `${'x'.repeat(200)}…`],
  ] as const)
    it(`an error that is not in the words of the service keeps its own: ${text.slice(0, 60)}`, () => {
      for (const [statusCode, kind, code] of [
        [400, 'refused', 'REFUSED'],
        [401, 'unauthorized', 'AUTH_FAILED'],
        [403, 'refused', 'FORBIDDEN'],
        [404, 'refused', 'NOT_FOUND'],
        [429, 'throttled', 'RATE_LIMITED'],
      ] as const) {
        const got = answer(statusCode, text);
        assert(got.kind !== 'answered');
        assert.deepEqual([got.kind, got.failed.code], [kind, code]);
        assert(got.failed.message.endsWith(`: ${words}`), got.failed.message);
      }
    });

  it('a web page with an error is no answer of the service, and is named by its title', () => {
    const got = answer(404, '<html><head><title>Welcome to nginx!</title>');
    assert.deepEqual(got.kind !== 'answered' && [got.kind, got.failed.code, got.failed.message], [
      'refused',
      'BAD_RESPONSE',
      'the answer (404) cannot be used: it is a web page: Welcome to nginx!',
    ]);
  });

  it('an answer of 200 to 299 that can be read, with the time it came', () => {
    for (const statusCode of [200, 299])
      assert.deepEqual(answer(statusCode, '{"data":{"id":"a","sku":"b"}}'), {
        kind: 'answered',
        answer: { data: { id: 'a', sku: 'b' }, statusCode, ...received, text: '{"data":{"id":"a","sku":"b"}}' },
      });
    const got = answer(200, '<html>');
    assert.deepEqual(
      [got.kind, got.kind !== 'answered' && [got.failed.code, got.failed.statusCode]],
      ['unclear', ['BAD_RESPONSE', 200]],
    );
  });

  it('an answer that cannot be read is told as what it is: a web page by its text or its type, empty, or no JSON', () => {
    for (const [text, type, why] of [
      [' <html>', undefined, 'it is a web page'],
      ['Bad gateway', 'text/html; charset=utf-8', 'it is a web page: Bad gateway'],
      ['Bad gateway', 'text/plain', 'it is not JSON of the service: Bad gateway'],
      [' ', 'text/html', 'it is empty'],
    ] as const) {
      const got = answer(200, text, { 'content-type': type });
      assert.equal(got.kind !== 'answered' && got.failed.message, `the answer (200) cannot be used: ${why}`);
    }
  });

  it('Retry-After goes on with the failure', () => {
    const got = answer(429, errorText('slow down'), { 'retry-after': '7' });
    assert.equal(got.kind !== 'answered' && got.failed.retryAfter, 7);
    const without = answer(429, errorText('slow down'));
    assert.equal(without.kind !== 'answered' && 'retryAfter' in without.failed, false);
  });
});

describe('behaviour: waits between attempts', () => {
  it('double from half a second up to a fifth of the deadline; half of them is jitter', () => {
    const waits = (random: number) => [1, 2, 3, 4, 5, 6].map((retry) => backoffMs(retry, 30_000, () => random));
    assert.deepEqual(waits(1), [500, 1000, 2000, 4000, 6000, 6000]);
    assert.deepEqual(waits(0), [250, 500, 1000, 2000, 3000, 3000]);
    assert.equal(
      backoffMs(1, 30_000, () => 0.5),
      375,
    );
  });

  it('Retry-After counts seconds, or names an instant of the service', () => {
    for (const [header, seconds] of [
      [undefined, undefined],
      ['', undefined],
      ['  ', undefined],
      ['soon', 0],
      ['5, 10', 0],
      ['0', 0],
      ['-1', 0],
      ['1.5', 1.5],
      [new Date(receivedAtWall + 3000).toUTCString(), 3],
      [new Date(receivedAtWall - 3000).toUTCString(), 0],
    ] as const)
      assert.equal(retryAfterSeconds(header, receivedAtWall), seconds, header);
  });

  it('from a second to a minute it is waited for, as often as it is said', () => {
    for (const [seconds, ms] of [
      [1, 1000],
      [1.0001, 1001],
      [60, 60_000],
      [60.0001, undefined],
    ] as const)
      for (const retry of [1, 5]) assert.equal(retryAfterMs(seconds, retry), ms);
  });

  it('less than a second is the least wait, which doubles up to a minute', () => {
    for (const seconds of [0, 0.25, 0.999]) {
      const waits = [1, 2, 3, 6, 7, 20].map((retry) => retryAfterMs(seconds, retry));
      assert.deepEqual(waits, [1000, 2000, 4000, 32_000, 60_000, 60_000]);
    }
  });
});
