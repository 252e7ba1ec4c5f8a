import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { promisify } from 'node:util';
import { SignatureV4 } from '@smithy/signature-v4';
import { createVerifier, parseAmzDate, type Verifier } from '../../src/sigv4';
import { type ArrivedRequest, headerOf, verify } from './arrived-request';
import { type CapturingServer, startCapturingServer } from './capturing-server';
import { accessKey, secondCredential, verifierOptions } from './signed-publish';

const run = promisify(execFile);

interface ToSend {
  readonly method: 'GET' | 'POST';
  /** Path and query of the URL. */
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** A signer that signs and sends a request to a local server. */
type Sender = (request: ToSend, host: string, credential: typeof accessKey) => Promise<void>;

const publishBody = '{"deviceId":"a1","transactionId":"t-1","ts":1768478400,"note":"Küche €"}';
const jsonBody = { 'Content-Type': 'application/x-amz-json-1.0' };

const forms: readonly [name: string, request: ToSend][] = [
  ['a validation', { method: 'GET', target: '/breakers/stream', headers: {} }],
  ['a publish', { method: 'POST', target: '/breakers/stream', headers: jsonBody, body: publishBody }],
  [
    'more signed headers',
    { method: 'POST', target: '/s', headers: { ...jsonBody, 'X-Trace': 'a b' }, body: publishBody },
  ],
  ['an empty path', { method: 'GET', target: '', headers: {} }],
  ['a path that ends in a slash', { method: 'GET', target: '/breakers/', headers: {} }],
  ['unreserved characters', { method: 'GET', target: '/-._~/Az09', headers: {} }],
  ['reserved characters', { method: 'GET', target: "/a:b@c/d=e;f,g+h!$&'()*", headers: {} }],
  ['an encoded space', { method: 'GET', target: '/a%20b', headers: {} }],
  ['an encoded slash', { method: 'GET', target: '/a%2Fb', headers: {} }],
  ['encoded UTF-8', { method: 'GET', target: '/K%C3%BCche/%E2%82%AC', headers: {} }],
  ['encoded UTF-8 in lower case', { method: 'GET', target: '/k%c3%bcche', headers: {} }],
  ['a query', { method: 'POST', target: '/s?a=1&b=2', headers: jsonBody, body: publishBody }],
  ['an unsorted query', { method: 'GET', target: '/s?b=2&a=1&B=3', headers: {} }],
  ['a name more than once in the query', { method: 'GET', target: '/s?a=2&a=1&a=10', headers: {} }],
  ['an empty value in the query', { method: 'GET', target: '/s?a=&b=1', headers: {} }],
  ['an encoded space in the query', { method: 'GET', target: '/s?q=a%20b', headers: {} }],
  ['encoded characters in the query', { method: 'GET', target: '/s?q=%2F%3D%26%2B%25', headers: {} }],
  ['UTF-8 in the query', { method: 'GET', target: '/s?k%C3%BCche=%E2%82%AC', headers: {} }],
  ['a plus sign in the query', { method: 'GET', target: '/s?q=a+b', headers: {} }],
];

/** Sends what was signed, with headers added that nobody signs. */
async function send(host: string, method: string, path: string, headers: http.OutgoingHttpHeaders, body?: string) {
  const url = new URL(`http://${host}`);
  const request = http.request({ host: url.hostname, port: url.port, method, path, headers, agent: false });
  request.setHeader('User-Agent', 'independent/1');
  if (body !== undefined) request.setHeader('Content-Length', Buffer.byteLength(body));
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
}

/** The part of aws4 that is used here; it has no types of its own. */
interface Aws4 {
  sign(
    request: {
      host: string;
      method: string;
      path: string;
      headers: object;
      body?: string;
      service: string;
      region: string;
    },
    credential: typeof accessKey,
  ): { path: string; headers: http.OutgoingHttpHeaders };
}

const sendWithAws4: Sender = async ({ method, target, headers, body }, host, credential) => {
  const aws4: Aws4 = require('aws4');
  const request = { host, method, path: target, headers, service: 'vendorem-agent-stream', region: 'global' };
  const signed = aws4.sign(body === undefined ? request : { ...request, body }, credential);
  await send(host, method, signed.path, signed.headers, body);
};

/** The constructor of hashes that @smithy/signature-v4 asks for. */
class Sha256 {
  private readonly hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = typeof secret === 'string' || secret === undefined ? secret : bytesOf(secret);
    this.hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  }
  update(data: Uint8Array): void {
    this.hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }
  reset(): void {
    throw new Error('hashes are made anew');
  }
}

function bytesOf(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

function sendWithSmithy(applyChecksum: boolean): Sender {
  return async ({ method, target, headers, body }, host, credential) => {
    const signer = new SignatureV4({
      credentials: credential,
      region: 'global',
      service: 'vendorem-agent-stream',
      sha256: Sha256,
      applyChecksum,
    });
    const url = new URL(`http://${host}${target}`);
    const query: Record<string, string[]> = {};
    for (const [name, value] of url.searchParams) query[name] = [...(query[name] ?? []), value];
    const signed = await signer.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      port: Number(url.port),
      path: url.pathname,
      query,
      headers: { ...headers, host },
      ...(body === undefined ? {} : { body }),
    });
    // Smithy's own clients write the query in this form.
    const escaped = url.search.replaceAll('+', '%20');
    await send(host, method, url.pathname + escaped, signed.headers, body);
  };
}

const sendWithCurl: Sender = async ({ method, target, headers, body }, host, credential) => {
  const args = ['--aws-sigv4', 'aws:amz:global:vendorem-agent-stream', '--request', method];
  args.push('--user', `${credential.accessKeyId}:${credential.secretAccessKey}`);
  for (const [name, value] of Object.entries(headers)) args.push('--header', `${name}: ${value}`);
  if (body !== undefined) args.push('--data-binary', body);
  await run('curl', [
    '--disable',
    '--silent',
    '--show-error',
    '--fail',
    '--noproxy',
    '*',
    ...args,
    `http://${host}${target}`,
  ]);
};

const signers: readonly [name: string, sender: Sender][] = [
  ['aws4', sendWithAws4],
  ['@smithy/signature-v4', sendWithSmithy(false)],
  ['@smithy/signature-v4 with X-Amz-Content-Sha256', sendWithSmithy(true)],
  ['curl --aws-sigv4', sendWithCurl],
];

describe('independent signers', () => {
  let server: CapturingServer;
  let verifier: Verifier;

  before(async () => {
    server = await startCapturingServer();
    verifier = createVerifier({ ...verifierOptions, hosts: [server.host] });
  });
  after(() => server.close());

  /** Sends a request and takes it with the instant at which its signer says to have signed it. */
  async function exchange(sender: Sender, request: ToSend, credential = accessKey) {
    await sender(request, server.host, credential);
    const [arrived, ...more] = server.take();
    assert.ok(arrived !== undefined && more.length === 0);
    return { arrived, signedAtMs: parseAmzDate(headerOf(arrived, 'x-amz-date')) ?? Number.NaN };
  }

  it('include curl: the one installed can sign', async () => {
    const { stdout } = await run('curl', ['--help', 'all']);
    assert.match(stdout, /--aws-sigv4/);
  });

  for (const [signer, sender] of signers) {
    describe(signer, () => {
      for (const [form, request] of forms) {
        it(`is accepted with ${form}`, async () => {
          const { arrived, signedAtMs } = await exchange(sender, request);
          const verdict = verify(verifier, arrived, signedAtMs);
          assert.ok(verdict.ok, JSON.stringify([arrived, verdict]));
        });
      }

      it('is accepted with the second credential, refused with a wrong secret', async () => {
        const request: ToSend = { method: 'POST', target: '/s', headers: jsonBody, body: publishBody };
        const second = await exchange(sender, request, secondCredential);
        assert.ok(verify(verifier, second.arrived, second.signedAtMs).ok);
        const wrong = await exchange(sender, request, { ...accessKey, secretAccessKey: 'wrong' });
        assert.equal(failedCheck(verify(verifier, wrong.arrived, wrong.signedAtMs)), 'signature');
      });

      it('is refused after a change of its target, its body or a signed header', async () => {
        const request: ToSend = { method: 'POST', target: '/s?a=1', headers: jsonBody, body: publishBody };
        const { arrived, signedAtMs } = await exchange(sender, request);
        const changes: Partial<ArrivedRequest>[] = [
          { method: 'PUT' },
          { target: '/t?a=1' },
          { target: '/s?a=2' },
          { target: '/s' },
          { body: Buffer.from(`${publishBody} `) },
          { body: Buffer.alloc(0) },
          { rawHeaders: arrived.rawHeaders.map((text) => (text === jsonBody['Content-Type'] ? 'text/plain' : text)) },
        ];
        for (const change of changes) assert.ok(!verify(verifier, { ...arrived, ...change }, signedAtMs).ok);
      });
    });
  }
});

function failedCheck(verdict: ReturnType<typeof verify>): string | undefined {
  return verdict.ok ? undefined : verdict.failed;
}
