import assert from 'node:assert/strict';
import { deflateSync, gzipSync } from 'node:zlib';
import { plainRequest, publishJson, type Receiver, serviceHost, signedPublish, startReceiver } from './receiver';

describe('behaviour: receivers, behind a proxy that differs', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    receiver.addStream();
    receiver.addWebhook({ path: '/hook', access: { header: 'X-Hook-Secret', secrets: ['secret'] } });
  });
  afterEach(() => receiver.close());

  const lastRefusal = () => {
    const { check, reason } = receiver.rejections.recent()[0] ?? {};
    return `${check}.${reason}`;
  };
  const hook = (body: string | Buffer, ...headers: (readonly [string, string])[]) =>
    plainRequest(
      'POST',
      '/hook',
      [['Content-Type', 'application/json'], ['X-Hook-Secret', 'secret'], ...headers],
      body,
    );
  const asHttp10 = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('HTTP/1.1', 'HTTP/1.0'), 'latin1');
  const event = '{"deviceId": "d1"}';

  it('HTTP/1.0, as nginx speaks by default, is taken', async () => {
    assert.equal((await receiver.send(asHttp10(signedPublish()))).status, 200);
    assert.equal((await receiver.send(asHttp10(Buffer.from(hook(event))))).status, 200);
    assert.deepEqual([receiver.delivered.length, receiver.events.length], [1, 1]);
  });

  it('headers of its own are taken', async () => {
    const unsignedHeaders = [
      ['Via', '1.1 gateway'],
      ['X-Forwarded-For', '203.0.113.7, 10.0.0.1'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', 'other.example.com'],
      ['X-Request-Id', 'r1'],
      ['Cookie', 'affinity=1'],
      ['Accept-Encoding', 'gzip'],
    ] as const;
    assert.equal((await receiver.send(signedPublish({ unsignedHeaders }))).status, 200);
  });

  it('bodies packed by gzip are taken where the signature is that of what was sent', async () => {
    const unsignedHeaders = [['Content-Encoding', 'gzip']] as const;
    const body = gzipSync(publishJson());
    for (const count of [1, 2])
      assert.equal((await receiver.send(signedPublish({ body, unsignedHeaders }))).status, 200, `${count}`);
    assert.equal((await receiver.send(hook(gzipSync(event), ['Content-Encoding', 'GZIP']))).status, 200);
    assert.deepEqual(
      [receiver.delivered.map(({ publish }) => publish), receiver.events.map(({ payload }) => payload)],
      [[JSON.parse(publishJson())], [{ deviceId: 'd1' }]],
    );
  });

  it('a packed body is unpacked only for who is known, and up to the limit', async () => {
    const unsignedHeaders = [['Content-Encoding', 'gzip']] as const;
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
    const forged = signedPublish({ body: bomb, unsignedHeaders, secretAccessKey: 'another' });
    assert.deepEqual([(await receiver.send(forged)).status, lastRefusal()], [403, 'signature.mismatch']);
    const signed = await receiver.send(signedPublish({ body: bomb, unsignedHeaders }));
    assert.deepEqual([signed.status, lastRefusal()], [413, 'size.too-large']);
    const damaged = await receiver.send(
      signedPublish({ body: gzipSync(publishJson()).subarray(0, 60), unsignedHeaders }),
    );
    assert.deepEqual([damaged.status, lastRefusal()], [415, 'size.compressed']);
    const other = signedPublish({
      body: deflateSync(publishJson()),
      unsignedHeaders: [['Content-Encoding', 'deflate']],
    });
    assert.deepEqual([(await receiver.send(other)).status, lastRefusal()], [415, 'size.compressed']);
    assert.equal(receiver.delivered.length, 0);
  });

  for (const [what, sentBody] of [
    ['written anew', JSON.stringify(JSON.parse(publishJson()), undefined, 1)],
    ['with other escapes', publishJson().replace('meter', '\\u006deter')],
    ['unpacked on its way', publishJson()],
  ] as const)
    it(`a publish ${what} is refused, with a reason that names the body or the signature`, async () => {
      const body = what === 'unpacked on its way' ? gzipSync(publishJson()) : publishJson();
      assert.equal((await receiver.send(signedPublish({ body, sentBody }))).status, 403);
      assert.match(lastRefusal(), /^(body\.changed|signature\.mismatch)$/);
    });

  it('a webhook whose JSON is written anew is taken: it has no signature', async () => {
    assert.equal((await receiver.send(hook(JSON.stringify(JSON.parse(event), undefined, 2)))).status, 200);
  });

  it('another Host is refused with a reason that names it', async () => {
    const bytes = signedPublish().toString('latin1').replace(`Host: ${serviceHost}`, 'Host: backend.internal');
    assert.equal((await receiver.send(bytes)).status, 403);
    assert.equal(lastRefusal(), 'host.other');
  });
});
