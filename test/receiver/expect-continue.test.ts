import assert from 'node:assert/strict';
import { connectRaw, type RawConnection } from './raw-connection';
import { plainRequest, publishJson, type Receiver, secondCredential, signedParts, startReceiver } from './receiver';

const expect = ['Expect', '100-continue'] as const;

describe('behaviour: receivers, 100 Continue is sent after the head has passed every check', () => {
  let receiver: Receiver;
  let connection: RawConnection;
  beforeEach(async () => {
    receiver = await startReceiver();
    receiver.addStream({ bodyLimitBytes: 1000 });
    receiver.addWebhook({ access: { header: 'X-Hook-Secret', secrets: ['hook-secret'] } });
    connection = await connectRaw(receiver.port);
  });
  afterEach(async () => {
    connection.socket.destroy();
    await receiver.close();
  });

  const parts = (change: Parameters<typeof signedParts>[0] = {}) =>
    signedParts({ unsignedHeaders: [expect], ...change });
  const day = 24 * 3_600_000;

  it('a publish with a valid head gets 100, then a response to its body', async () => {
    const { head, body } = parts();
    connection.write(head);
    assert.equal((await connection.response()).status, 100);
    assert.equal(receiver.delivered.length, 0);
    connection.write(body);
    assert.equal((await connection.response()).status, 200);
    assert.equal(receiver.delivered.length, 1);
  });

  const bad: Readonly<Record<string, readonly [number, () => string]>> = {
    'without a signature': [401, () => plainRequest('POST', '/publish', [expect, ['Content-Length', '9']]).toString()],
    'for another host': [
      403,
      () =>
        parts({
          headers: [
            ['Host', 'other.example.com'],
            ['Content-Type', 'application/x-amz-json-1.0'],
          ],
        }).head,
    ],
    'of yesterday': [403, () => parts({ date: new Date(receiver.clock.now() - day) }).head],
    'that announces too much': [413, () => parts({ body: publishJson({ text: 'x'.repeat(2000) }) }).head],
    'for no path of ours': [404, () => plainRequest('POST', '/none', [expect, ['Content-Length', '9']]).toString()],
  };
  for (const [what, [status, head]] of Object.entries(bad))
    it(`a head ${what}: ${status} at once, without 100, and the connection ends`, async () => {
      connection.write(head());
      const answer = await connection.response();
      assert.equal(answer.status, status);
      await connection.closed;
    });

  it('an unknown key gets 100, then 403, as a wrong signature does', async () => {
    for (const change of [{ ...secondCredential }, { secretAccessKey: 'another' }]) {
      const { head, body } = parts(change);
      connection.write(head);
      assert.equal((await connection.response()).status, 100);
      connection.write(body);
      assert.equal((await connection.response()).status, 403);
    }
  });

  it('a webhook gets 100 with its secret, 401 at once without', async () => {
    const body = JSON.stringify({ deviceId: 'd1' });
    const headers = [expect, ['Content-Type', 'application/json'], ['Content-Length', String(body.length)]] as const;
    connection.write(plainRequest('POST', '/hook', [...headers, ['X-Hook-Secret', 'hook-secret']]));
    assert.equal((await connection.response()).status, 100);
    connection.write(body);
    assert.equal((await connection.response()).status, 200);
    connection.write(plainRequest('POST', '/hook', headers));
    assert.equal((await connection.response()).status, 401);
    assert.equal(receiver.events.length, 1);
  });
});
