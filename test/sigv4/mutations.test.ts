import assert from 'node:assert/strict';
import { createHash, createHmac, randomInt } from 'node:crypto';
import { type ArrivedRequest, verify } from './arrived-request';
import { MUTATIONS } from './mutations';
import { randomMutants } from './random-mutants';
import { CREDENTIAL, SECOND_CREDENTIAL, SIGNED_AT, signedPublish, signedValidation, verifier } from './signed-publish';

const COUNT = Number(process.env.SIGV4_MUTATIONS ?? 10_000);
const SEED = Number(process.env.SIGV4_SEED ?? randomInt(2 ** 31));

/** A request signed over its target as it is sent, as curl 7 does it. */
function signedAsSent(target: string): ArrivedRequest {
  const [path = '', query = ''] = target.split('?');
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const lines = 'host:flows.example.com\nx-amz-date:20260115T120000Z\n';
  const canonical = ['GET', path, query, lines, 'host;x-amz-date', hash('')].join('\n');
  const scope = ['20260115', 'global', 'vendorem-agent-stream', 'aws4_request'];
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${CREDENTIAL.secretAccessKey}`);
  const toSign = ['AWS4-HMAC-SHA256', '20260115T120000Z', scope.join('/'), hash(canonical)].join('\n');
  const credential = `${CREDENTIAL.accessKeyId}/${scope.join('/')}`;
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-date, Signature=${signature}`;
  const rawHeaders = ['Host', 'flows.example.com', 'X-Amz-Date', '20260115T120000Z', 'Authorization', authorization];
  return { method: 'GET', target, rawHeaders, body: Buffer.alloc(0) };
}

const MANY_HEADERS = [
  ['Host', 'flows.example.com'],
  ['Content-Type', 'application/x-amz-json-1.0'],
  ['X-Amz-Security-Token', 'to  ken'],
  ['X-Trace', '1'],
  ['X-Trace', '2'],
] as const;

const VALID: readonly ArrivedRequest[] = [
  signedPublish(),
  signedPublish({ ...SECOND_CREDENTIAL, body: '{"deviceId":"b2","transactionId":"t-2"}' }),
  signedPublish({ target: '/breakers/K%C3%BCche/a:b?x=1&y=%2F&x=a%20b', body: Buffer.from([0, 255, 10]) }),
  signedPublish({ headers: MANY_HEADERS, date: new Date(SIGNED_AT.getTime() - 60_000), service: 'em-agent-stream' }),
  signedValidation(),
  signedValidation({ target: '/' }),
  signedValidation({ target: '/a%3Ab/a%2520b', ...SECOND_CREDENTIAL }),
  signedAsSent('/a%20b//c?b=2&a&c=%2f'),
  signedAsSent('/breakers/a:b'),
];

describe(`${COUNT} random mutations of valid requests`, () => {
  before(() => console.log(`      SIGV4_SEED=${SEED} repeats these mutations`));

  it('start from requests that are accepted', () => {
    for (const request of VALID) {
      const verdict = verify(verifier, request, SIGNED_AT.getTime());
      assert.ok(verdict.ok, JSON.stringify([request, verdict]));
    }
  });

  it('none is accepted, and each kind was met', () => {
    const met = new Set<string>();
    const failed = new Set<string>();
    const mutants = randomMutants(VALID, SEED);
    for (let tried = 0; tried < COUNT; tried++) {
      const { original, mutant, kinds } = mutants.next().value;
      for (const kind of kinds) met.add(kind);
      const verdict = verify(verifier, mutant, SIGNED_AT.getTime());
      if (verdict.ok)
        assert.fail(`seed ${SEED}: accepted after ${kinds.join(', ')}: ${JSON.stringify([original, mutant])}`);
      failed.add(verdict.failed);
    }
    assert.equal(met.size, Object.keys(MUTATIONS).length);
    for (const check of ['target', 'credentials', 'headers', 'date', 'scope', 'host', 'key', 'signature']) {
      assert.ok(failed.has(check), `no mutation failed at ${check}`);
    }
  }).timeout(30_000 + COUNT);
});
