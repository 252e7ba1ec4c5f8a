import assert from 'node:assert/strict';
import { createVerifier, parseAmzDate, signRequest } from '../../src/sigv4';
import { type ArrivedRequest, asBytes, meaningOf, verify } from './arrived-request';
import suite from './aws-sig-v4-test-suite.json';

type Vector = (typeof suite.requests)[number];

const nowMs = parseAmzDate('20150830T123600Z') ?? Number.NaN;
const verifier = createVerifier({
  credentials: [suite],
  region: suite.region,
  service: { is: suite.service },
  hosts: ['example.amazonaws.com'],
});

const applicable = suite.requests.filter((vector) => vector.refused === undefined);
const inapplicable = suite.requests.filter((vector) => vector.refused !== undefined);

function headersOf(vector: Vector): [name: string, value: string][] {
  return vector.headers.map(([name = '', value = '']) => [name, asBytes(value)]);
}

function authorizationOf({ signedHeaders, signature }: Vector): string {
  const { accessKeyId, date, region, service } = suite;
  const credential = `${accessKeyId}/${date}/${region}/${service}/aws4_request`;
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

function arrived(vector: Vector): ArrivedRequest {
  return {
    method: vector.method,
    target: asBytes(vector.target),
    rawHeaders: [...headersOf(vector).flat(), 'Authorization', authorizationOf(vector)],
    body: Buffer.from(vector.body ?? ''),
  };
}

function flipped(text: string, bit: number): string {
  const at = bit >> 3;
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << (bit & 7))) + text.slice(at + 1);
}

/** Every request that differs from `request` in one bit of its method, target, headers or body. */
function* oneBitAway(request: ArrivedRequest): Generator<ArrivedRequest> {
  for (let bit = 0; bit < request.method.length * 8; bit++) yield { ...request, method: flipped(request.method, bit) };
  for (let bit = 0; bit < request.target.length * 8; bit++) yield { ...request, target: flipped(request.target, bit) };
  for (const [index, text] of request.rawHeaders.entries()) {
    for (let bit = 0; bit < text.length * 8; bit++) {
      yield { ...request, rawHeaders: request.rawHeaders.with(index, flipped(text, bit)) };
    }
  }
  const body = request.body.toString('latin1');
  for (let bit = 0; bit < body.length * 8; bit++) yield { ...request, body: Buffer.from(flipped(body, bit), 'latin1') };
}

describe("AWS's Signature Version 4 test suite", () => {
  it('is here with all of its header-signed requests', () => {
    assert.equal(applicable.length, 40);
    assert.equal(inapplicable.length, 3);
  });

  for (const vector of applicable) {
    it(`${vector.name} (${vector.from}) is accepted`, () => {
      const verdict = verify(verifier, arrived(vector), nowMs);
      assert.equal(verdict.ok, true, JSON.stringify(verdict));
    });
  }

  for (const vector of inapplicable) {
    it(`${vector.name} (${vector.from}) is refused: not everything in it is signed`, () => {
      const verdict = verify(verifier, arrived(vector), nowMs);
      assert.ok(!verdict.ok);
      assert.deepEqual({ failed: verdict.failed, reason: verdict.reason }, vector.refused);
    });
  }

  for (const vector of applicable.filter((candidate) => candidate.normalize !== false)) {
    it(`${vector.name} (${vector.from}) gets the same signature from signRequest`, () => {
      const signed = signRequest({
        ...suite,
        method: vector.method,
        target: asBytes(vector.target),
        headers: headersOf(vector).filter(([name]) => name !== 'X-Amz-Date'),
        body: vector.body,
        date: new Date(nowMs),
      });
      assert.equal(signed.signature, vector.signature);
      assert.deepEqual(signed.headers.at(-1), ['Authorization', authorizationOf(vector)]);
    });
  }

  it('no request of the suite is accepted with one bit changed', () => {
    let tampered = 0;
    let same = 0;
    for (const vector of applicable) {
      const request = arrived(vector);
      const signedHeaders = vector.signedHeaders.split(';');
      const meaning = meaningOf(request, signedHeaders);
      for (const changed of oneBitAway(request)) {
        // The case of a header's name, of a hex digit after %, a segment that dots take away again: still the same request.
        if (meaningOf(changed, signedHeaders) === meaning) {
          same++;
          continue;
        }
        tampered++;
        const { ok } = verify(verifier, changed, nowMs);
        if (ok) assert.fail(`accepted: ${vector.name} as ${JSON.stringify(changed)}`);
      }
    }
    assert.ok(tampered > 90_000, `${tampered} tampered requests`);
    assert.ok(same < tampered / 40, `${same} were the same request, written in another way`);
  }).timeout(60_000);
});
