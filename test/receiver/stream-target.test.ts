import assert from 'node:assert/strict';
import { connectRaw, until } from './raw-connection';
import {
  accessKey,
  plainRequest,
  publishJson,
  type Receiver,
  secondCredential,
  serviceHost,
  signedPublish,
  signedValidation,
  startReceiver,
} from './receiver';

/** The used part of aws4, which has no types. */
interface Aws4 {
  sign(request: Record<string, unknown>, credential: typeof accessKey): { readonly headers: Record<string, string> };
}

describe('behaviour: receivers, streams', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const publish = (changes = {}, options = {}) =>
    receiver.send(signedPublish({ body: publishJson(changes), ...options }));

  it('a validation GET gets 200 with an empty JSON object, and calls `onValidated`', async () => {
    let validated = 0;
    receiver.addStream({ onValidated: () => validated++ });
    const answer = await receiver.send(signedValidation());
    assert.equal(answer.status, 200);
    assert.equal(answer.body, '{}');
    assert.equal(answer.headers['content-type'], 'application/json');
    assert.equal(validated, 1);
  });

  it('a publish is delivered completely and gets 200 with an empty JSON object', async () => {
    receiver.addStream();
    const answer = await publish({ unknownChannel: { a: 1 } });
    assert.deepEqual([answer.status, answer.body], [200, '{}']);
    const id = receiver.delivered[0]?.id ?? '';
    assert.match(id, /^[0-9a-f]{16}$/);
    assert.deepEqual(receiver.delivered, [
      {
        id,
        publish: JSON.parse(publishJson({ unknownChannel: { a: 1 } })),
        unread: [],
        outOfOrder: false,
        receivedAtMs: receiver.clock.now(),
      },
    ]);
  });

  it('a publish signed by aws4 is accepted', async () => {
    receiver.addStream();
    const aws4: Aws4 = require('aws4');
    const body = publishJson({ note: 'Küche €' });
    const headers = {
      Host: serviceHost,
      'Content-Type': 'application/x-amz-json-1.0',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Amz-Date': '20260115T120000Z',
    };
    const scope = { service: 'vendorem-agent-stream', region: 'global' };
    const signed = aws4.sign({ method: 'POST', path: '/publish', ...scope, headers, body }, accessKey);
    const lines = Object.entries(signed.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = await receiver.send(`POST /publish HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    assert.equal(answer.status, 200);
    assert.equal(receiver.delivered.length, 1);
  });

  it('a publish wrapped in `data` equals an unwrapped one', async () => {
    receiver.addStream();
    const body = JSON.stringify({ data: JSON.parse(publishJson()) });
    assert.equal((await receiver.send(signedPublish({ body }))).status, 200);
    assert.equal(receiver.delivered[0]?.publish.deviceId, 'a1');
  });

  it('both credentials are accepted during a rotation', async () => {
    receiver.addStream({ credentials: [accessKey, secondCredential] });
    assert.equal((await publish()).status, 200);
    assert.equal((await publish({ transactionId: 't-2' }, secondCredential)).status, 200);
  });

  it('a stream can be restricted to one service and to another window', async () => {
    receiver.addStream({ service: 'one-em-agent-stream', windowMs: 1000 });
    assert.equal((await publish()).status, 403);
    assert.equal(receiver.rejections.recent()[0]?.detail.expected, 'one-em-agent-stream');
    const service = { service: 'one-em-agent-stream' };
    assert.equal((await publish({}, service)).status, 200);
    await receiver.clock.advance(1001);
    assert.equal((await publish({}, service)).status, 403);
    assert.deepEqual(receiver.rejections.recent()[0]?.detail, { skewMs: 1001, windowMs: 1000 });
  });

  it('an unauthentic validation is rejected without calling `onValidated`', async () => {
    receiver.addStream({ onValidated: assert.fail });
    for (const [request, status, reason] of [
      [plainRequest('GET', '/validate'), 401, 'missing'],
      [signedValidation({ region: 'x' }), 403, 'other'],
      [signedValidation({ secretAccessKey: 'another' }), 403, 'mismatch'],
    ] as const) {
      assert.equal((await receiver.send(request)).status, status);
      assert.equal(receiver.rejections.recent()[0]?.reason, reason);
    }
  });

  describe('responses', () => {
    const jsonHeaders = [
      ['Host', serviceHost],
      ['Content-Type', 'application/json'],
    ] as const;
    beforeEach(() => receiver.addStream());

    it('401 without credentials', async () => {
      const answer = await receiver.send(plainRequest('POST', '/publish', [], publishJson()));
      assert.equal(answer.status, 401);
      assert.equal(answer.headers['www-authenticate'], 'AWS4-HMAC-SHA256');
    });

    it('403 with the same response for every failure of signature, time, scope or host', async () => {
      const failures = {
        signature: signedPublish({ secretAccessKey: 'another' }),
        body: signedPublish({ sentBody: publishJson({ ts: 1 }) }),
        key: signedPublish({ accessKeyId: 'AKIDSTREAM0000009Z' }),
        old: signedPublish({ date: new Date(receiver.clock.now() - 901_000) }),
        new: signedPublish({ date: new Date(receiver.clock.now() + 901_000) }),
        region: signedPublish({ region: 'us-east-1' }),
        service: signedPublish({ service: 'iam' }),
        host: signedPublish({ headers: [['Host', 'other.example.com'], ...jsonHeaders.slice(1)] }),
        unsignedAmzHeader: signedPublish({ unsignedHeaders: [['X-Amz-Extra', '1']] }),
        presigned: signedPublish({ target: '/publish?X-Amz-Signature=0' }),
        scheme: plainRequest('POST', '/publish', [['Authorization', 'Basic YTpi']], publishJson()),
        unsignedPayload: signedPublish({ headers: [...jsonHeaders, ['X-Amz-Content-Sha256', 'UNSIGNED-PAYLOAD']] }),
      };
      const responses = new Set<string>();
      for (const [name, bytes] of Object.entries(failures)) {
        const { status, headers, body } = await receiver.send(bytes);
        assert.equal(status, 403, name);
        responses.add(JSON.stringify([{ ...headers, date: '' }, body]));
      }
      assert.equal(responses.size, 1);
      assert.equal(receiver.delivered.length, 0);
      const reasons = receiver.rejections.recent().map(({ check, reason }) => `${check}.${reason}`);
      assert.deepEqual(reasons.toReversed(), [
        'signature.mismatch',
        'signature.mismatch',
        'key.unknown',
        'date.too-old',
        'date.too-new',
        'scope.other',
        'scope.other',
        'host.other',
        'headers.unsigned',
        'target.presigned',
        'credentials.other-algorithm',
        'headers.unsigned-payload',
      ]);
    });

    it('400 for a malformed head', async () => {
      const date = ['X-Amz-Date', '20260115T120000Z'] as const;
      const heads = {
        malformed: plainRequest('POST', '/publish', [['Authorization', 'AWS4-HMAC-SHA256 x'], date], publishJson()),
        repeated: signedPublish({ unsignedHeaders: [date] }),
        undated: plainRequest('POST', '/publish', [['Authorization', authorizationOf(signedPublish())]], publishJson()),
      };
      for (const [name, bytes] of Object.entries(heads)) assert.equal((await receiver.send(bytes)).status, 400, name);
    });

    it('400 for a publish without a required field, named in the log only', async () => {
      for (const field of ['deviceId', 'serialNumber', 'schemaVersion', 'transactionId', 'ts']) {
        for (const value of [undefined, null, {}, '']) {
          const answer = await publish({ [field]: value });
          assert.equal(answer.status, 400, `${field} ${value}`);
          assert.equal(answer.body, '{"error":{"message":"Bad Request"}}');
          assert.deepEqual(receiver.rejections.recent()[0]?.detail, { field });
        }
      }
      assert.equal(receiver.delivered.length, 0);
    });

    it('404 for another path, 405 with Allow for another method', async () => {
      assert.equal((await receiver.send(signedPublish({ target: '/other' }))).status, 404);
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
        const answer = await receiver.send(plainRequest(method, '/publish'));
        assert.deepEqual([answer.status, answer.headers.allow], [405, 'POST']);
      }
      assert.equal(receiver.rejections.recent()[0]?.reason, 'other-method');
    });

    it('409 for a transactionId that is reused with another body', async () => {
      assert.equal((await publish()).status, 200);
      assert.equal((await publish({ ts: 1768478401 })).status, 409);
      const { check, reason, detail, accessKeyIdEnd } = receiver.rejections.recent()[0] ?? {};
      assert.deepEqual(
        [check, reason, detail, accessKeyIdEnd],
        ['duplicate', 'reused', { transactionId: 't-1' }, accessKey.accessKeyId.slice(-4)],
      );
      assert.equal(receiver.delivered.length, 1);
    });

    it('413 for a body over the limit, 415 for a compressed one', async () => {
      const large = { sentBody: Buffer.alloc(1024 * 1024 + 1, 0x20) };
      assert.equal((await receiver.send(signedPublish(large))).status, 413);
      for (const encoding of ['gzip', 'deflate', 'br', 'gzip, identity']) {
        const unsignedHeaders = [['Content-Encoding', encoding]] as const;
        assert.equal((await receiver.send(signedPublish({ unsignedHeaders }))).status, 415, encoding);
      }
    });
  });

  describe('order of checks', () => {
    beforeEach(() => receiver.addStream({ bodyLimitBytes: 64 }));
    const lastCheck = () => receiver.rejections.recent()[0]?.check;

    it('the shape of the head comes before the size, the size before the date', async () => {
      const old = { date: new Date(0), service: 'iam', accessKeyId: 'unknown' };
      const long = publishJson();
      const unsigned = await receiver.send(plainRequest('POST', '/publish', [], long));
      assert.deepEqual([unsigned.status, lastCheck()], [401, 'credentials']);
      await receiver.send(signedPublish({ ...old, target: '/publish?X-Amz-Signature=0', body: long }));
      assert.equal(lastCheck(), 'target');
      await receiver.send(signedPublish({ ...old, unsignedHeaders: [['X-Amz-Extra', '1']], body: long }));
      assert.equal(lastCheck(), 'headers');
      const large = await receiver.send(signedPublish({ ...old, body: long }));
      assert.deepEqual([large.status, lastCheck()], [413, 'size']);
      assert.equal(receiver.rejections.recent()[0]?.accessKeyIdEnd, 'nown', 'the head contains the access key');
      assert.equal((await receiver.send(signedPublish({ ...old, body: '{}' }))).status, 403);
      assert.equal(lastCheck(), 'date');
    });

    it('scope comes before host, host before key, key before signature, signature before content', async () => {
      const headers = [
        ['Host', 'other.example.com'],
        ['Content-Type', 'application/json'],
      ] as const;
      const secret = { secretAccessKey: 'another', body: 'no json' };
      const accessKeyId = 'AKIDSTREAM0000009Z';
      const checks = [];
      for (const change of [{ region: 'x', headers, accessKeyId }, { headers, accessKeyId }, { accessKeyId }, {}]) {
        await receiver.send(signedPublish({ ...secret, ...change }));
        checks.push(lastCheck());
      }
      await receiver.send(signedPublish({ body: 'no json' }));
      assert.deepEqual([...checks, lastCheck()], ['scope', 'host', 'key', 'signature', 'content']);
    });

    it('a rejected head gets its response before the body is sent', async () => {
      const connection = await connectRaw(receiver.port);
      const bytes = signedPublish({ service: 'iam', body: publishJson() }).toString('latin1');
      connection.write(bytes.slice(0, bytes.indexOf('\r\n\r\n') + 4));
      assert.equal((await connection.response()).status, 413);
      connection.socket.destroy();
    });
  });

  describe('exactly once', () => {
    it('a duplicate gets 200 and is not delivered again, with a new signature or the same', async () => {
      receiver.addStream();
      for (const date of [0, 0, 60_000]) {
        await receiver.clock.advance(date);
        assert.equal((await publish({}, { date: new Date(receiver.clock.now()) })).status, 200);
      }
      assert.equal(receiver.delivered.length, 1);
    });

    it('the same transactionId of another device or at another target is not a duplicate', async () => {
      receiver.addStream();
      receiver.addStream({ scope: 'n2', validationPath: '/v2', publishPath: '/p2' });
      for (const [deviceId, transactionId] of [
        ['a', 'bc'],
        ['ab', 'c'],
      ]) {
        assert.equal((await publish({ deviceId, transactionId })).status, 200);
      }
      assert.equal((await publish({ deviceId: 'a', transactionId: 'bc' }, { target: '/p2' })).status, 200);
      assert.equal(receiver.delivered.length, 3);
    });

    it('200 only after the delivery has ended', async () => {
      let finish = () => {};
      const deliver = () => new Promise<void>((resolve) => (finish = resolve));
      receiver.addStream({ deliver });
      let answered = false;
      const answer = publish().finally(() => {
        answered = true;
      });
      const started = finish;
      await until(() => finish !== started);
      assert.equal(answered, false);
      finish();
      assert.equal((await answer).status, 200);
    });

    it('a duplicate of a publish in flight waits and gets the same response', async () => {
      const pending: { resolve(): void; reject(error: Error): void }[] = [];
      receiver.addStream({ deliver: () => new Promise((resolve, reject) => pending.push({ resolve, reject })) });

      const failing = [publish(), publish()];
      await until(() => pending.length === 1);
      const reused = await publish({ ts: 1 });
      assert.equal(reused.status, 409);
      pending[0]?.reject(new Error('closed'));
      assert.deepEqual(
        (await Promise.all(failing)).map(({ status }) => status),
        [503, 503],
      );

      const succeeding = [publish(), publish()];
      await until(() => pending.length === 2);
      pending[1]?.resolve();
      assert.deepEqual(
        (await Promise.all(succeeding)).map(({ status }) => status),
        [200, 200],
      );
      assert.equal(pending.length, 2);
    });

    it('a failed delivery gets 503 with Retry-After, and its retry is delivered', async () => {
      let closed = true;
      receiver.addStream({
        deliver: (received) => {
          if (closed) throw new Error('the node is closed');
          receiver.delivered.push(received);
        },
      });
      const answer = await publish();
      assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '5']);
      assert.equal(receiver.errors.length, 1);
      const { check, reason } = receiver.rejections.recent()[0] ?? {};
      assert.deepEqual([check, reason], ['delivery', 'failed']);
      closed = false;
      assert.equal((await publish()).status, 200);
      assert.equal(receiver.delivered.length, 1);
    });

    it('an unexpected error during a request gets 503 and is reported', async () => {
      const broken = () => {
        throw new Error('broken');
      };
      receiver.addStream({ onValidated: broken });
      assert.equal((await receiver.send(signedValidation())).status, 503);
      assert.deepEqual(
        receiver.errors.map((error) => (error as Error).message),
        ['broken'],
      );
    });

    it('an older ts after a newer one of the same device is marked out of order', async () => {
      receiver.addStream();
      const order = [
        ['a1', 100],
        ['a1', 90],
        ['b2', 90],
        ['a1', 100],
        ['a1', 101],
      ] as const;
      for (const [index, [deviceId, ts]] of order.entries()) {
        await publish({ deviceId, ts, transactionId: `t-${index}` });
      }
      assert.deepEqual(
        receiver.delivered.map(({ outOfOrder }) => outOfOrder),
        [false, true, false, false, false],
      );
    });
  });

  it('429 with Retry-After over the rate limit, which only authentic requests use', async () => {
    receiver.addStream({ rate: { perSecond: 0.5, burst: 2 } });
    for (let forged = 0; forged < 3; forged++) assert.equal((await publish({}, { secretAccessKey: 'x' })).status, 403);
    const statuses = [];
    for (let index = 0; index < 3; index++) statuses.push((await publish({ transactionId: `t-${index}` })).status);
    assert.deepEqual(statuses, [200, 200, 429]);
    assert.equal((await publish({ transactionId: 't-2' })).headers['retry-after'], '2');
    const { check, reason } = receiver.rejections.recent()[0] ?? {};
    assert.deepEqual([check, reason], ['rate', 'exceeded']);
    await receiver.clock.advance(1001);
    assert.equal((await publish({ transactionId: 't-2' })).headers['retry-after'], '1');
    await receiver.clock.advance(1000);
    assert.equal((await publish({ transactionId: 't-2' })).status, 200);
    assert.equal(receiver.delivered.length, 3);
  });

  it('a step of the wall clock does not change the rate limit', async () => {
    receiver.addStream({ rate: { perSecond: 0.5, burst: 1 } });
    assert.equal((await publish({ transactionId: 't-0' })).status, 200);
    for (const stepMs of [600_000, -600_000]) {
      receiver.clock.step(stepMs);
      assert.equal((await publish({ transactionId: 't-1' })).headers['retry-after'], '2');
    }
    await receiver.clock.advance(2000);
    assert.equal((await publish({ transactionId: 't-1' })).status, 200);
  });
});

function authorizationOf(request: Buffer): string {
  return /^Authorization: (.*)\r$/m.exec(request.toString('latin1'))?.[1] ?? '';
}
