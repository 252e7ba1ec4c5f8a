import assert from 'node:assert/strict';
import { createHash, createHmac, randomInt } from 'node:crypto';
import { type ArrivedRequest, verify } from './arrived-request';
import { mutationKinds } from './mutations';
import { randomMutants } from './random-mutants';
import { accessKey, secondCredential, signedAt, signedPublish, signedValidation, verifier } from './signed-publish';

const mutationCount = Number(process.env.SIGV4_MUTATIONS ?? 10_000);
const mutationSeed = Number(process.env.SIGV4_SEED ?? randomInt(2 ** 31));

/** A request signed over its target as it is sent, as curl 7 does it. */
function signedAsSent(target: string): ArrivedRequest {
  const [path = '', query = ''] = target.split('?');
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const lines = 'host:flows.example.com\nx-amz-date:20260115T120000Z\n';
  const canonical = ['GET', path, query, lines, 'host;x-amz-date', hash('')].join('\n');
  const scope = ['20260115', 'global', 'vendorem-agent-stream', 'aws4_request'];
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${accessKey.secretAccessKey}`);
  const toSign = ['AWS4-HMAC-SHA256', '20260115T120000Z', scope.join('/'), hash(canonical)].join('\n');
  const credential = `${accessKey.accessKeyId}/${scope.join('/')}`;
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-date, Signature=${signature}`;
  const rawHeaders = ['Host', 'flows.example.com', 'X-Amz-Date', '20260115T120000Z', 'Authorization', authorization];
  return { method: 'GET', target, rawHeaders, body: Buffer.alloc(0) };
}

const manyHeaders = [
  ['Host', 'flows.example.com'],
  ['Content-Type', 'application/x-amz-json-1.0'],
  ['X-Amz-Security-Token', 'to  ken'],
  ['X-Trace', '1'],
  ['X-Trace', '2'],
] as const;

const validRequest: readonly ArrivedRequest[] = [
  signedPublish(),
  signedPublish({ ...secondCredential, body: '{"deviceId":"b2","transactionId":"t-2"}' }),
  signedPublish({ target: '/breakers/K%C3%BCche/a:b?x=1&y=%2F&x=a%20b', body: Buffer.from([0, 255, 10]) }),
  signedPublish({ headers: manyHeaders, date: new Date(signedAt.getTime() - 60_000), service: 'em-agent-stream' }),
  signedValidation(),
  signedValidation({ target: '/' }),
  signedValidation({ target: '/a%3Ab/a%2520b', ...secondCredential }),
  signedAsSent('/a%20b//c?b=2&a&c=%2f'),
  signedAsSent('/breakers/a:b'),
];

describe(`${mutationCount} random mutations of valid requests`, () => {
  before(() => console.log(`      SIGV4_SEED=${mutationSeed} repeats these mutations`));

  it('start from requests that are accepted', () => {
    for (const request of validRequest) {
      const verdict = verify(verifier, request, signedAt.getTime());
      assert.ok(verdict.ok, JSON.stringify([request, verdict]));
    }
  });

  it('none is accepted, and each kind was met', () => {
    const met = new Set<string>();
    const failed = new Set<string>();
    const mutants = randomMutants(validRequest, mutationSeed);
    for (let tried = 0; tried < mutationCount; tried++) {
      const { original, mutant, kinds } = mutants.next().value;
      for (const kind of kinds) met.add(kind);
      const verdict = verify(verifier, mutant, signedAt.getTime());
      if (verdict.ok)
        assert.fail(`seed ${mutationSeed}: accepted after ${kinds.join(', ')}: ${JSON.stringify([original, mutant])}`);
      failed.add(verdict.failed);
    }
    assert.equal(met.size, Object.keys(mutationKinds).length);
    for (const check of ['target', 'credentials', 'headers', 'date', 'scope', 'host', 'key', 'signature']) {
      assert.ok(failed.has(check), `no mutation failed at ${check}`);
    }
  }).timeout(30_000 + mutationCount);
});
