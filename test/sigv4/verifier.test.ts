import assert from 'node:assert/strict';
import { createVerifier, parseAmzDate } from '../../src/sigv4';
import { headerOf, verify, withHeader } from './arrived-request';
import { assertRefused, replaceInAuthorization } from './refusal';
import {
  accessKey,
  secondCredential,
  signedAt,
  signedPublish,
  verifier,
  verifierOptions,
  verifierWith,
} from './signed-publish';

const nowMs = signedAt.getTime();
const minuteMs = 60_000;

describe('the date', () => {
  for (const skewMs of [-15 * minuteMs, -1, 0, 1, 15 * minuteMs]) {
    it(`is accepted ${skewMs} ms from now`, () => assert.ok(verify(verifier, signedPublish(), nowMs + skewMs).ok));
  }

  it('is refused further than 15 minutes in the past or the future, with the skew', () => {
    const windowMs = 15 * minuteMs;
    const late = windowMs + 1;
    assertRefused(signedPublish(), 'date', 'too-old', { skewMs: late, windowMs }, nowMs + late);
    assertRefused(signedPublish(), 'date', 'too-new', { skewMs: -late, windowMs }, nowMs - late);
  });

  it('is held against another window when one is set', () => {
    const strict = verifierWith({ windowMs: 1000 });
    assert.ok(verify(strict, signedPublish(), nowMs + 1000).ok);
    assert.ok(!verify(strict, signedPublish(), nowMs + 1001).ok);
    const exact = verifierWith({ windowMs: 0 });
    assert.ok(verify(exact, signedPublish(), nowMs).ok);
    const late = verify(exact, signedPublish(), nowMs + 1);
    assert.ok(!late.ok);
    assert.equal(late.reason, 'too-old');
  });

  it('is refused when it is no date', () => {
    assertRefused(withHeader(signedPublish(), 'x-amz-date', '20260230T120000Z'), 'date', 'malformed', {});
    assertRefused(withHeader(signedPublish(), 'x-amz-date', 'Thu, 15 Jan 2026 12:00:00 GMT'), 'date', 'malformed', {});
  });

  it('may cross midnight: the scope has the day of X-Amz-Date', () => {
    const date = new Date(Date.UTC(2026, 0, 15, 23, 59, 59));
    assert.ok(verify(verifier, signedPublish({ date }), date.getTime() + 10 * minuteMs).ok);
  });
});

describe('the scope', () => {
  it('is refused for another day than that of X-Amz-Date', () => {
    const detail = { part: 'date', expected: '20260115', received: '20260114' };
    assertRefused(replaceInAuthorization(signedPublish(), '20260115/', '20260114/'), 'scope', 'other', detail);
  });

  it('is refused for another region', () => {
    const detail = { part: 'region', expected: 'global', received: 'us-east-1' };
    assertRefused(signedPublish({ region: 'us-east-1' }), 'scope', 'other', detail);
  });

  it('is refused for another service', () => {
    const detail = { part: 'service', expected: '*em-agent-stream', received: 'em-agent-streams' };
    assertRefused(signedPublish({ service: 'em-agent-streams' }), 'scope', 'other', detail);
    const one = verify(verifierWith({ service: { is: 'one-em-agent-stream' } }), signedPublish(), nowMs);
    assert.ok(!one.ok);
    assert.deepEqual(one.detail, {
      part: 'service',
      expected: 'one-em-agent-stream',
      received: 'vendorem-agent-stream',
    });
  });

  it('is refused for another terminator', () => {
    const detail = { part: 'terminator', expected: 'aws4_request', received: 'aws4_requests' };
    assertRefused(replaceInAuthorization(signedPublish(), 'aws4_request', 'aws4_requests'), 'scope', 'other', detail);
  });
});

describe('the key', () => {
  it('is refused when it is unknown, and only after the signature was computed', () => {
    const head = verifier.checkHead(signedPublish({ accessKeyId: 'AKIDNOBODY' }), nowMs);
    assert.ok(head.ok);
    const verdict = head.checkBody(signedPublish().body);
    assert.ok(!verdict.ok);
    assert.deepEqual([verdict.failed, verdict.reason, verdict.accessKeyIdEnd], ['key', 'unknown', 'BODY']);
  });

  it('that stands in for unknown ones opens nothing', () => {
    const secretAccessKey = 'no credential has this secret';
    for (const accessKeyId of ['AKIDNOBODY', '__proto__', 'constructor']) {
      assertRefused(signedPublish({ accessKeyId, secretAccessKey }), 'key', 'unknown');
    }
  });

  it('of one credential does not sign for another', () => {
    const request = signedPublish({ ...accessKey, secretAccessKey: secondCredential.secretAccessKey });
    assertRefused(request, 'signature', 'mismatch');
  });

  it('stays right when more days and services were seen than keys are kept', () => {
    for (let day = 0; day < 3; day++) {
      for (let vendor = 0; vendor < 40; vendor++) {
        const date = new Date(nowMs + day * 24 * 60 * minuteMs);
        const service = `v${vendor}em-agent-stream`;
        for (const secretAccessKey of [accessKey.secretAccessKey, 'wrong']) {
          const request = signedPublish({ date, service, secretAccessKey });
          assert.equal(verify(verifier, request, date.getTime()).ok, secretAccessKey !== 'wrong');
        }
      }
    }
  });
});

describe('createVerifier', () => {
  const credentials = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ accessKeyId: `AKID${index}`, secretAccessKey: 's' }));

  it('takes one to four credentials with distinct ids', () => {
    for (const count of [1, 4]) assert.doesNotThrow(() => verifierWith({ credentials: credentials(count) }));
    for (const count of [0, 5]) assert.throws(() => verifierWith({ credentials: credentials(count) }), RangeError);
    assert.throws(() => verifierWith({ credentials: [...credentials(1), ...credentials(1)] }), RangeError);
  });

  it('takes no credential that could not be sent, and no empty secret', () => {
    for (const accessKeyId of ['', 'a b', 'a/b', 'a,b', 'a'.repeat(129)]) {
      assert.throws(() => verifierWith({ credentials: [{ accessKeyId, secretAccessKey: 's' }] }), RangeError);
    }
    assert.throws(() => verifierWith({ credentials: [{ accessKeyId: 'AKID', secretAccessKey: '' }] }), RangeError);
  });

  it('takes no empty list of hosts', () => {
    assert.throws(() => createVerifier({ ...verifierOptions, hosts: [] }), RangeError);
  });

  it('reads the instant of the signature', () => {
    const verdict = verify(verifier, signedPublish(), nowMs);
    assert.ok(verdict.ok);
    assert.equal(verdict.signedAtMs, parseAmzDate(headerOf(signedPublish(), 'x-amz-date')));
  });
});
