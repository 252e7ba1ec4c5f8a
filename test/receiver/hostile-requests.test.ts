import assert from 'node:assert/strict';
import zlib from 'node:zlib';
import { connectRaw, until } from './raw-connection';
import { plainRequest, publishJson, type Receiver, signedParts, signedPublish, startReceiver } from './receiver';

describe('behaviour: receivers, hostile requests', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    receiver.addStream();
  });
  afterEach(async () => {
    await receiver.close();
    assert.equal(receiver.clock.pendingTimers(), 0);
    assert.deepEqual(receiver.errors, []);
  });

  const lastReason = () => receiver.rejections.recent()[0]?.reason;

  it('tampering: any bit of the body changed is 403, and nothing is delivered', async () => {
    const body = Buffer.from(publishJson());
    for (let index = 0; index < body.length; index += 7) {
      const sentBody = Buffer.from(body);
      sentBody[index] = (sentBody[index] ?? 0) ^ (1 << (index % 7));
      assert.equal((await receiver.send(signedPublish({ sentBody }))).status, 403);
    }
    assert.equal(receiver.delivered.length, 0);
  });

  it('slow: a body that takes longer than 10 s gets 408, and the connection is closed', async () => {
    const { head, body } = signedParts();
    const connection = await connectRaw(receiver.port);
    connection.write(head);
    connection.write(body.subarray(0, 20));
    await until(() => receiver.clock.pendingTimers() === 1);
    await receiver.clock.advance(9999);
    connection.write(body.subarray(20, 21));
    await receiver.clock.advance(1);
    assert.equal((await connection.response()).status, 408);
    await connection.closed;
    assert.equal(lastReason(), 'too-slow');
  });

  it('huge: a body over 1 MiB is rejected by its Content-Length, before it is sent', async () => {
    const { head } = signedParts({ unsignedHeaders: [['Content-Length', '1048577']], sentBody: Buffer.alloc(0) });
    const connection = await connectRaw(receiver.port);
    connection.write(head);
    assert.equal((await connection.response()).status, 413);
    await connection.closed;
  });

  it('huge: a chunked body is rejected when it exceeds 1 MiB', async () => {
    const { head } = signedParts({ unsignedHeaders: [['Transfer-Encoding', 'chunked']] });
    const connection = await connectRaw(receiver.port);
    connection.write(head);
    connection.write('100000\r\n');
    connection.write(Buffer.alloc(0x100000, 0x20));
    connection.write('\r\n1\r\n \r\n');
    assert.equal((await connection.response()).status, 413);
    await connection.closed;
  });

  it('a body of exactly 1 MiB is accepted', async () => {
    const start = publishJson();
    const body = `${start.slice(0, -1)}${' '.repeat(1024 * 1024 - start.length)}}`;
    assert.equal((await receiver.send(signedPublish({ body }))).status, 200);
  });

  it('chunked: a chunked body is accepted', async () => {
    const { head, body } = signedParts({ unsignedHeaders: [['Transfer-Encoding', 'chunked']] });
    const chunks = [body.subarray(0, 10), body.subarray(10, 11), body.subarray(11)];
    const framed = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk.toString('latin1')}\r\n`);
    assert.equal((await receiver.send(`${head}${framed.join('')}0\r\n\r\n`)).status, 200);
    assert.equal(receiver.delivered.length, 1);
  });

  it('smuggled: chunks with a Content-Length, or two lengths, get 400 from the parser', async () => {
    for (const lengths of [
      [
        ['Content-Length', '4'],
        ['Transfer-Encoding', 'chunked'],
      ],
      [
        ['Content-Length', '4'],
        ['Content-Length', '5'],
      ],
    ] as const) {
      assert.equal((await receiver.send(plainRequest('POST', '/publish', lengths))).status, 400);
    }
  });

  it('compressed: a transfer coding other than chunked is 415', async () => {
    const { head } = signedParts({ unsignedHeaders: [['Transfer-Encoding', 'gzip, chunked']] });
    assert.equal((await receiver.send(`${head}0\r\n\r\n`)).status, 415);
  });

  it('compressed: gzip bytes without a header are not UTF-8', async () => {
    const body = zlib.gzipSync(publishJson());
    assert.equal((await receiver.send(signedPublish({ body }))).status, 400);
    assert.equal(lastReason(), 'not-utf-8');
  });

  it('deep: JSON beyond 64 levels is 400, at any depth', async () => {
    // Of a channel that is known, lists of one around it do not count.
    for (const [channel, depth] of [
      ['future', 65],
      ['future', 100_000],
      ['meter', 70],
      ['meter', 100_000],
    ] as const) {
      const tree = `${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`;
      const body = publishJson({ [channel]: 0 }).replace(`"${channel}":0`, `"${channel}":${tree}`);
      assert.equal((await receiver.send(signedPublish({ body }))).status, 400);
      assert.equal(lastReason(), 'too-deep');
    }
  });

  it('truncated: a body that ends early gets 400, and a connection that does is released', async () => {
    assert.equal((await receiver.send(signedPublish({ body: publishJson().slice(0, -1) }))).status, 400);
    assert.equal(lastReason(), 'not-json');
    const { head, body } = signedParts();
    const connection = await connectRaw(receiver.port);
    connection.write(head);
    connection.write(body.subarray(0, -1));
    await until(() => receiver.clock.pendingTimers() === 2);
    connection.socket.destroy();
    await until(() => lastReason() === 'aborted');
    assert.equal(receiver.delivered.length, 0);
  });

  it('polluted: keys that reach a prototype are removed, in every escaped form', async () => {
    const pollution = '"__proto__":{"polluted":1},"\\u005f_proto__":{"polluted":1}';
    const constructed = '"constructor":{"prototype":{"polluted":1},"name":"kept"}';
    const body = publishJson({ meter: 0 }).replace('"meter":0', `${pollution},"meter":{${pollution},${constructed}}`);
    assert.equal((await receiver.send(signedPublish({ body }))).status, 200);
    const [received] = receiver.delivered;
    assert.deepEqual(JSON.parse(JSON.stringify(received?.publish.meter)), { constructor: { name: 'kept' } });
    assert.deepEqual(Object.getOwnPropertyNames(received?.publish).includes('__proto__'), false);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it('non-UTF-8: bytes that are not UTF-8 get 400', async () => {
    const body = Buffer.concat([Buffer.from('{"deviceId":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    assert.equal((await receiver.send(signedPublish({ body }))).status, 400);
    assert.equal(lastReason(), 'not-utf-8');
  });

  it('not HTTP: other bytes get 400, and the connection is closed', async () => {
    const connection = await connectRaw(receiver.port);
    connection.write(Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5, 13, 10, 13, 10]));
    assert.equal((await connection.response()).status, 400);
    await connection.closed;
  });

  it('targets: absolute, asterisk and encoded forms of a path are different paths', async () => {
    for (const target of [
      '*',
      'http://flows.example.com/publish',
      '/%70ublish',
      '//publish',
      '/publish/',
      '/x/../publish',
    ]) {
      assert.equal((await receiver.send(plainRequest('POST', target))).status, 404, target);
    }
  });

  it('keep-alive: rejected and accepted requests share a connection, also pipelined, in order', async () => {
    const connection = await connectRaw(receiver.port);
    const publishes = ['t-1', 't-2', 't-1'].map((transactionId) =>
      signedPublish({ body: publishJson({ transactionId }) }),
    );
    connection.write(Buffer.concat([...publishes, signedPublish({ service: 'iam' }), plainRequest('GET', '/nothing')]));
    const statuses = [];
    for (let index = 0; index < 5; index++) statuses.push((await connection.response()).status);
    assert.deepEqual(statuses, [200, 200, 200, 403, 404]);
    connection.write(signedPublish({ body: publishJson({ transactionId: 't-3' }) }));
    assert.equal((await connection.response()).status, 200);
    assert.equal(receiver.delivered.length, 3);
    connection.socket.destroy();
  });

  it('many: a thousand aborted uploads leave no deadline', async () => {
    const { head, body } = signedParts();
    for (let round = 0; round < 10; round++) {
      const connections = await Promise.all(Array.from({ length: 100 }, () => connectRaw(receiver.port)));
      for (const { write } of connections) write(Buffer.concat([Buffer.from(head), body.subarray(0, 50)]));
      for (const { socket } of connections) socket.end();
      await Promise.all(connections.map(({ closed }) => closed));
    }
    await receiver.clock.advance(10_000);
    assert.equal(receiver.delivered.length, 0);
    assert.equal((await receiver.send(signedPublish({ date: new Date(receiver.clock.now()) }))).status, 200);
  });
});
