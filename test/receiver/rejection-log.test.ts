import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import { createRejectionLog, type RejectionNotice } from '../../src/receiver';
import { accessKey, publishJson, type Receiver, signedPublish, startReceiver } from './receiver';

describe('behaviour: receivers, the log of rejections', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    receiver.addStream();
  });
  afterEach(() => receiver.close());
  const forge = () =>
    receiver.send(signedPublish({ secretAccessKey: 'another', date: new Date(receiver.clock.now()) }));

  it('one warning per reason and minute, with the count, the remote address and the end of the access key', async () => {
    for (let count = 0; count < 3; count++) await forge();
    await receiver.send(signedPublish({ body: 'no json' }));
    const at = receiver.clock.now();
    const common = { remote: '127.0.0.1', at, accessKeyIdEnd: '001A' };
    assert.deepEqual(receiver.notices, [
      { ...common, reason: 'signature.mismatch', count: 1 },
      { ...common, reason: 'content.not-json', count: 1 },
    ]);
    await receiver.clock.advance(60_000);
    assert.deepEqual(receiver.notices.slice(2), [{ ...common, reason: 'signature.mismatch', count: 2 }]);
    await forge();
    await receiver.clock.advance(60_000);
    assert.equal(receiver.notices.length, 4);
    await receiver.clock.advance(600_000);
    assert.equal(receiver.notices.length, 4);
    await forge();
    assert.equal(receiver.notices.length, 5);
  });

  it('the last rejections are kept with the failed check, newest first', async () => {
    await forge();
    await receiver.send(
      signedPublish({
        headers: [
          ['Host', 'proxy.internal'],
          ['Content-Type', 'application/json'],
        ],
      }),
    );
    const [last, first] = receiver.rejections.recent();
    assert.deepEqual(last, {
      check: 'host',
      reason: 'other',
      detail: { expected: 'flows.example.com', received: 'proxy.internal' },
      accessKeyIdEnd: '001A',
      status: 403,
      at: receiver.clock.now(),
      remote: '127.0.0.1',
    });
    assert.equal(first?.check, 'signature');
    for (let count = 0; count < 30; count++) await forge();
    assert.equal(receiver.rejections.recent().length, 20);
  });

  it('entries contain no header value, body, signature or complete access key', async () => {
    const body = publishJson({ deviceId: 'secret-device', ts: 'secret-ts' });
    await receiver.send(signedPublish({ body }));
    await receiver.send(signedPublish({ body, secretAccessKey: 'another' }));
    await receiver.send(signedPublish({ sentBody: 'secret-body' }));
    await receiver.send(signedPublish({ unsignedHeaders: [['X-Amz-Thing', 'secret-header']] }));
    const logged = JSON.stringify([receiver.notices, receiver.rejections.recent()]);
    assert.ok(receiver.rejections.recent().length === 4);
    for (const secret of ['secret-', accessKey.accessKeyId, accessKey.secretAccessKey, 'Signature=']) {
      assert.equal(logged.includes(secret), false, secret);
    }
    assert.doesNotMatch(logged, /[0-9a-f]{64}/);
  });

  it('closing reports pending counts and leaves no timer', () => {
    const clock = createManualClock();
    const notices: RejectionNotice[] = [];
    const log = createRejectionLog({ clock, warn: (notice) => void notices.push(notice) });
    const [rejection] = [
      { ok: false, check: 'rate', reason: 'exceeded', detail: {}, response: responseOf(429) },
    ] as const;
    for (let count = 0; count < 5; count++) log.add(rejection, '::1');
    log.close();
    assert.deepEqual(
      notices.map(({ count }) => count),
      [1, 4],
    );
    assert.equal(clock.pendingTimers(), 0);
  });
});

function responseOf(status: number) {
  return { status, body: '', headers: {} };
}
