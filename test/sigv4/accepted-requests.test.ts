import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { verifierChecks } from '../../src/sigv4';
import { verify } from './arrived-request';
import {
  accessKey,
  secondCredential,
  signedAt,
  signedPublish,
  signedValidation,
  verifier,
  verifierWith,
} from './signed-publish';

const nowMs = signedAt.getTime();

describe('spec 6.2: what the service signs is accepted', () => {
  it('a publish, with every check passed', () => {
    const publish = signedPublish();
    assert.deepEqual(verify(verifier, publish, nowMs), {
      ok: true,
      accessKeyId: accessKey.accessKeyId,
      signedAtMs: nowMs,
      payloadHash: createHash('sha256').update(publish.body).digest('hex'),
      passed: verifierChecks,
    });
  });

  it('a validation without a body and without Content-Type', () => {
    assert.ok(verify(verifier, signedValidation(), nowMs).ok);
  });

  it('a publish with more signed than is demanded', () => {
    const headers = [
      ['Host', 'flows.example.com'],
      ['Content-Type', 'application/x-amz-json-1.0'],
      ['X-Amz-Security-Token', 'token'],
      ['Accept', '*/*'],
    ] as const;
    assert.ok(verify(verifier, signedPublish({ headers }), nowMs).ok);
  });

  it('every active credential, as during rotation', () => {
    const verdict = verify(verifier, signedPublish(secondCredential), nowMs);
    assert.ok(verdict.ok);
    assert.equal(verdict.accessKeyId, secondCredential.accessKeyId);
  });

  it('a service of any vendor, or only the one that is set', () => {
    assert.ok(verify(verifier, signedPublish({ service: 'em-agent-stream' }), nowMs).ok);
    const fixed = verifierWith({ service: { is: 'acmeem-agent-stream' } });
    assert.ok(verify(fixed, signedPublish({ service: 'acmeem-agent-stream' }), nowMs).ok);
    assert.ok(!verify(fixed, signedPublish(), nowMs).ok);
  });

  it('a Host in another case, a port, and several hosts', () => {
    const hosts = ['Flows.Example.com', 'flows.example.com:8443'];
    for (const host of ['flows.example.com', 'FLOWS.example.com', 'flows.example.com:8443']) {
      const request = signedValidation({ headers: [['Host', host]] });
      assert.ok(verify(verifierWith({ hosts }), request, nowMs).ok);
    }
  });

  it('headers that came in any order and any case', () => {
    const request = signedPublish();
    const pairs = [];
    for (let index = 0; index < request.rawHeaders.length; index += 2) {
      pairs.unshift([request.rawHeaders[index]?.toUpperCase() ?? '', request.rawHeaders[index + 1] ?? '']);
    }
    assert.ok(verify(verifier, { ...request, rawHeaders: pairs.flat() }, nowMs).ok);
  });

  it('the hash of the body in X-Amz-Content-Sha256, when it is right', () => {
    const payloadHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const headers = [
      ['Host', 'flows.example.com'],
      ['X-Amz-Content-Sha256', payloadHash],
    ] as const;
    assert.ok(verify(verifier, signedValidation({ headers }), nowMs).ok);
  });
});
