import assert from 'node:assert/strict';
import { headerOf, verify, withHeader } from './arrived-request';
import { assertRefused, replaceInAuthorization } from './refusal';
import { SIGNED_AT, signedPublish, signedValidation, verifier, verifierWith } from './signed-publish';

const NOW_MS = SIGNED_AT.getTime();

describe('a head that is like the one before but for signature and length', () => {
  const accepted = (request = signedPublish()) => assert.ok(verify(verifier, request, NOW_MS).ok);
  beforeEach(() => accepted());

  it('is accepted with its own signature, whatever the length of its body', () => {
    for (const body of ['{}', '{"a":1}', '{"a":'.repeat(200)]) accepted(signedPublish({ body }));
  });

  it('is refused with the signature of the one before', () => {
    const { rawHeaders } = signedPublish();
    assertRefused({ ...signedPublish({ body: '{}' }), rawHeaders }, 'signature', 'mismatch');
  });

  it('is refused where the signature is none, is longer or is followed by something', () => {
    const value = headerOf(signedPublish(), 'authorization');
    const shouted = `${value.slice(0, -64)}${value.slice(-64).toUpperCase()}`;
    for (const other of [shouted, `${value.slice(0, -1)}G`, `${value}0`, value.slice(0, -1), `${value} x`]) {
      for (let count = 0; count < 2; count++)
        assertRefused(withHeader(signedPublish(), 'authorization', other), 'credentials', 'malformed');
    }
  });

  it('is read anew where any other header, the target or the method is another', () => {
    const day = new Date(NOW_MS + 24 * 3_600_000);
    assertRefused(signedPublish({ date: day }), 'date', 'too-new');
    assertRefused(withHeader(signedPublish(), 'host', 'evil.example.com'), 'host', 'other');
    assertRefused(withHeader(signedPublish(), 'content-type', 'text/plain'), 'content-type', 'changed');
    assertRefused(withHeader(signedPublish(), 'x-amz-target', 'Other'), 'headers', 'unsigned');
    assertRefused(replaceInAuthorization(signedPublish(), 'global', 'local'), 'scope', 'other');
    assertRefused({ ...signedPublish(), target: '/breakers/other' }, 'signature', 'mismatch');
    assertRefused({ ...signedPublish(), method: 'PUT' }, 'signature', 'mismatch');
    accepted();
  });

  it('is checked against the clock, as any other', () => {
    assertRefused(signedPublish(), 'date', 'too-old', undefined, NOW_MS + 15 * 60_000 + 1);
  });

  it('is checked by each verifier for itself', () => {
    const other = verifierWith({ credentials: [{ accessKeyId: 'AKIDSTREAM0000001A', secretAccessKey: 'another' }] });
    assert.ok(!verify(other, signedPublish(), NOW_MS).ok);
    accepted();
  });

  it('must sign its Content-Type where it has a body, although the one before had none', () => {
    assert.ok(verify(verifier, signedValidation(), NOW_MS).ok);
    const request = withHeader(signedValidation(), 'content-length', '2');
    assertRefused({ ...request, body: Buffer.from('{}') }, 'headers', 'missing', { header: 'content-type' });
  });

  it('is refused with another length where its length is signed', () => {
    const headers = [
      ['Host', 'flows.example.com'],
      ['Content-Type', 'application/x-amz-json-1.0'],
      ['Content-Length', '2'],
    ] as const;
    const own = signedPublish({ headers, body: '{}' });
    const request = { ...own, rawHeaders: own.rawHeaders.slice(0, -2) };
    accepted(request);
    assertRefused(withHeader(request, 'content-length', '3'), 'signature', 'mismatch');
  });
});
