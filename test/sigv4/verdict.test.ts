import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createVerifier, verifierChecks } from '../../src/sigv4';
import { type ArrivedRequest, headerOf, verify, withHeader } from './arrived-request';
import { assertRefused } from './refusal';
import { accessKey, signedAt, signedPublish, signedValidation, verifier, verifierOptions } from './signed-publish';

const nowMs = signedAt.getTime();
const minuteMs = 60_000;
const requestBody = '{"deviceId":"a1"}';

describe('a refusal', () => {
  it('comes at the first check that fails, with those before it passed', () => {
    const request = signedPublish({
      region: 'eu',
      headers: [
        ['Host', 'other'],
        ['Content-Type', 'text/plain'],
      ],
    });
    const head = verifier.checkHead(request, nowMs);
    assert.ok(!head.ok);
    assert.equal(head.failed, 'scope');
    assert.deepEqual(head.passed, ['target', 'credentials', 'headers', 'date']);
    assert.equal(head.accessKeyIdEnd, '001A');
  });

  it('tells every check that a signature passes', () => {
    assert.deepEqual(verifierChecks, [
      'target',
      'credentials',
      'headers',
      'date',
      'scope',
      'host',
      'key',
      'body',
      'content-type',
      'signature',
    ]);
    const passed = verify(verifier, signedPublish(), nowMs);
    assert.deepEqual(passed.passed, verifierChecks);
    const mismatch = verify(verifier, signedPublish({ secretAccessKey: 'another' }), nowMs);
    assert.deepEqual(mismatch.passed, verifierChecks.slice(0, -1));
  });

  it('cuts what it shows of a request', () => {
    const request = signedValidation({ headers: [['Host', 'h'.repeat(5000)]] });
    const head = verifier.checkHead(request, nowMs);
    assert.ok(!head.ok);
    assert.equal(head.detail.received, 'h'.repeat(256));
  });

  it('holds no secret, no signature, no body and no whole access key id', () => {
    const requests = [
      withHeader(signedPublish(), 'host', 'x'),
      withHeader(signedPublish(), 'content-type', 'x'),
      { ...signedPublish(), body: Buffer.from('tampered') },
      signedPublish({ accessKeyId: 'AKIDNOBODY0000000000' }),
      signedPublish({ date: new Date(0) }),
    ];
    for (const request of requests) {
      const text = JSON.stringify(verify(verifier, request, nowMs));
      assert.match(text, /"ok":false/);
      const signature = headerOf(request, 'authorization').slice(-64);
      const { accessKeyId, secretAccessKey } = accessKey;
      for (const hidden of [signature, secretAccessKey, accessKeyId, 'AKIDNOBODY0000000000', 'deviceId', 'tampered']) {
        assert.ok(!text.includes(hidden), text);
      }
    }
  });
});

describe('issue 3.5: the verdict explained', () => {
  it('host: a proxy passed its own Host on', () => {
    const detail = { expected: 'flows.example.com', received: '127.0.0.1:1880' };
    assertRefused(withHeader(signedPublish(), 'host', '127.0.0.1:1880'), 'host', 'other', detail);
  });

  it('clock: ours is 20 minutes ahead', () => {
    const detail = { skewMs: 20 * minuteMs, windowMs: 15 * minuteMs };
    assertRefused(signedPublish(), 'date', 'too-old', detail, nowMs + 20 * minuteMs);
  });

  it('content type: a proxy rewrote it', () => {
    const request = withHeader(signedPublish(), 'content-type', 'application/json');
    const detail = { expected: 'application/x-amz-json-1.0', received: 'application/json' };
    assertRefused(request, 'content-type', 'changed', detail);
  });

  it('body: it is not the one whose hash was signed', () => {
    const request = declaringHash(createHash('sha256').update(requestBody).digest('hex'));
    assert.ok(verify(verifier, request, nowMs).ok);
    assertRefused({ ...request, body: Buffer.from(`${requestBody}\n`) }, 'body', 'changed', {});
  });

  it('content type: only where nothing else is wrong, and the right one is known', () => {
    const request = withHeader(signedPublish({ secretAccessKey: 'another' }), 'content-type', 'application/json');
    assertRefused(request, 'signature', 'mismatch', {});
    const { contentType: _, ...unknowing } = verifierOptions;
    const headers = [
      ['Host', 'flows.example.com'],
      ['Content-Type', ''],
    ] as const;
    const filledIn = withHeader(signedPublish({ headers }), 'content-type', 'application/json');
    const verdict = verify(createVerifier(unknowing), filledIn, nowMs);
    assert.ok(!verdict.ok);
    assert.deepEqual([verdict.failed, verdict.reason, verdict.detail], ['signature', 'mismatch', {}]);
  });

  it('signature: the hash that a request declares is no substitute for that of its body', () => {
    assertRefused(declaringHash('0'.repeat(64)), 'signature', 'mismatch', {});
  });

  it('key: it is not ours, or its secret is another', () => {
    assertRefused(signedPublish({ accessKeyId: 'AKIDNOBODY' }), 'key', 'unknown', {});
    assertRefused(signedPublish({ secretAccessKey: 'another' }), 'signature', 'mismatch', {});
  });
});

/** A publish whose signature is right, with `payloadHash` in X-Amz-Content-Sha256. */
function declaringHash(payloadHash: string): ArrivedRequest {
  const headers = [
    ['Host', 'flows.example.com'],
    ['Content-Type', 'application/x-amz-json-1.0'],
    ['X-Amz-Content-Sha256', payloadHash],
  ] as const;
  return signedPublish({ headers, body: requestBody });
}
