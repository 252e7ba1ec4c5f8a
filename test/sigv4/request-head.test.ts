import assert from 'node:assert/strict';
import { headerOf, verify, withHeader } from './arrived-request';
import { assertRefused, replaceInAuthorization } from './refusal';
import { signedAt, signedPublish, signedValidation, verifier } from './signed-publish';

const nowMs = signedAt.getTime();

describe('the request target', () => {
  it('is refused unless it is a path', () => {
    for (const target of ['', '*', 'breakers', 'http://flows.example.com/breakers/stream', '?a=1', '/ሴ']) {
      assertRefused({ ...signedPublish(), target }, 'target', 'not-origin-form');
    }
  });

  it('is refused with credentials in its query', () => {
    for (const query of [
      'X-Amz-Signature=00',
      'a=1&x-amz-date=20260115T120000Z',
      '%58-Amz-Algorithm',
      'X%2DAMZ-Expires=1',
    ]) {
      assertRefused(signedPublish({ target: `/breakers/stream?${query}` }), 'target', 'presigned');
    }
  });

  it('counts byte by byte, with its query', () => {
    for (const target of [
      '/breakers/Stream',
      '/breakers/stream/',
      '/breakers/stream?',
      '/breakers/stream?a',
      '/breakers%2Fstream',
    ]) {
      const verdict = verify(verifier, { ...signedPublish(), target }, nowMs);
      assert.equal(verdict.ok, target === '/breakers/stream?', target);
    }
  });

  it('signed for one path does not open another one that is its canonical form', () => {
    for (const [signed, other] of [
      ['/a:b', '/a%3Ab'],
      ['/a%20b', '/a%2520b'],
    ] as const) {
      const request = signedPublish({ target: signed });
      assert.ok(verify(verifier, request, nowMs).ok);
      assertRefused({ ...request, target: other }, 'signature', 'mismatch');
    }
  });
});

describe('the credentials', () => {
  it('are refused when they are missing', () => {
    assertRefused(withHeader(signedPublish(), 'authorization', undefined), 'credentials', 'missing', {});
  });

  it('are refused when they came twice, even the same', () => {
    const request = signedPublish();
    const rawHeaders = [...request.rawHeaders, 'authorization', headerOf(request, 'authorization')];
    assertRefused({ ...request, rawHeaders }, 'credentials', 'repeated', { header: 'authorization' });
  });

  it('are refused for any other scheme or algorithm', () => {
    for (const algorithm of ['AWS4-ECDSA-P256-SHA256', 'AWS4-HMAC-SHA1', 'AWS3-HTTPS', 'Basic', 'aws4-hmac-sha256']) {
      const request = replaceInAuthorization(signedPublish(), 'AWS4-HMAC-SHA256', algorithm);
      assertRefused(request, 'credentials', 'other-algorithm');
    }
  });

  it('are refused when they cannot be read', () => {
    assertRefused(replaceInAuthorization(signedPublish(), 'Signature=', 'Signature=g'), 'credentials', 'malformed');
    assertRefused(replaceInAuthorization(signedPublish(), 'host;', 'host;a;'), 'credentials', 'malformed');
  });
});

describe('the headers', () => {
  it('are refused without Host or X-Amz-Date', () => {
    assertRefused(withHeader(signedPublish(), 'host', undefined), 'headers', 'missing', { header: 'host' });
    assertRefused(withHeader(signedPublish(), 'x-amz-date', undefined), 'headers', 'missing', { header: 'x-amz-date' });
    for (const [name, inList] of [
      ['host', 'host;'],
      ['x-amz-date', ';x-amz-date'],
    ] as const) {
      const request = withHeader(replaceInAuthorization(signedPublish(), inList, ''), name, undefined);
      assertRefused(request, 'headers', 'missing', { header: name });
    }
  });

  it('are refused when a signed one is gone', () => {
    const headers = [
      ['Host', 'flows.example.com'],
      ['X-Trace', '1'],
    ] as const;
    const request = withHeader(signedValidation({ headers }), 'x-trace', undefined);
    assertRefused(request, 'headers', 'missing', { header: 'x-trace' });
  });

  for (const [name, value] of [
    ['host', 'flows.example.com'],
    ['x-amz-date', '20260115T120000Z'],
    ['content-type', 'application/x-amz-json-1.0'],
    ['x-amz-security-token', 'token'],
  ] as const) {
    it(`are refused when ${name} came twice, even the same`, () => {
      const headers = [
        ['Host', 'flows.example.com'],
        ['Content-Type', 'application/x-amz-json-1.0'],
        ['X-Amz-Security-Token', 'token'],
      ] as const;
      const request = signedPublish({ headers });
      const rawHeaders = [...request.rawHeaders, name, value];
      assertRefused({ ...request, rawHeaders }, 'headers', 'repeated', { header: name });
    });
  }

  it('are refused when Host or X-Amz-Date is not among the signed ones', () => {
    assertRefused(replaceInAuthorization(signedPublish(), 'host;', ''), 'headers', 'unsigned', { header: 'host' });
    const undated = replaceInAuthorization(signedPublish(), ';x-amz-date', '');
    assertRefused(undated, 'headers', 'unsigned', { header: 'x-amz-date' });
  });

  it('are refused with any x-amz header that is not signed', () => {
    const request = withHeader(signedPublish(), 'x-amz-target', 'Other.Operation');
    assertRefused(request, 'headers', 'unsigned', { header: 'x-amz-target' });
  });

  it('are refused with a body whose Content-Type is not signed or not there', () => {
    const unsigned = replaceInAuthorization(signedPublish(), 'content-type;', '');
    assertRefused(unsigned, 'headers', 'unsigned', { header: 'content-type' });
    const without = signedPublish({ headers: [['Host', 'flows.example.com']] });
    assertRefused(without, 'headers', 'missing', { header: 'content-type' });
  });

  it('are refused before the body when Content-Length or Transfer-Encoding announces one', () => {
    for (const [name, value] of [
      ['content-length', '7'],
      ['transfer-encoding', 'chunked'],
    ] as const) {
      const head = verifier.checkHead(withHeader(signedValidation(), name, value), nowMs);
      assert.ok(!head.ok);
      assert.deepEqual([head.failed, head.reason], ['headers', 'missing']);
    }
  });

  it('are refused with the body when nothing announced it', () => {
    const request = withHeader(signedValidation(), 'content-length', undefined);
    for (const body of ['{}', '0'])
      assertRefused({ ...request, body: Buffer.from(body) }, 'headers', 'missing', { header: 'content-type' });
  });

  for (const value of [
    'UNSIGNED-PAYLOAD',
    'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    '',
    'A'.repeat(64),
    `${'a'.repeat(64)}0`,
    `x${'a'.repeat(64)}`,
  ]) {
    it(`are refused with X-Amz-Content-Sha256: ${value}`, () => {
      const headers = [
        ['Host', 'flows.example.com'],
        ['Content-Type', 'application/x-amz-json-1.0'],
        ['X-Amz-Content-Sha256', value],
      ] as const;
      assertRefused(signedPublish({ headers }), 'headers', 'unsigned-payload', { header: 'x-amz-content-sha256' });
    });
  }

  it('are refused with characters beyond a byte', () => {
    assertRefused(withHeader(signedPublish(), 'content-type', 'ሴ'), 'headers', 'malformed');
  });
});
