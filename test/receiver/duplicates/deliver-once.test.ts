import assert from 'node:assert/strict';
import { createManualClock } from '../../../src/clock';
import { createDeliverOnce, createMemoryDuplicates, type DuplicateStore } from '../../../src/receiver';
import { hashOf } from './hashes';

describe('behaviour: delivered once', () => {
  const [KEY, BODY] = [hashOf('key'), hashOf('body')];

  it('a store that fails prevents the delivery, and the next attempt asks it again', async () => {
    const memory = createMemoryDuplicates(createManualClock());
    let down = true;
    const store: DuplicateStore = {
      ...memory,
      check: async (key, hash) => (down ? Promise.reject(new Error('down')) : memory.check(key, hash)),
    };
    const deliverOnce = createDeliverOnce(store);
    let delivered = 0;
    const deliver = () => void delivered++;
    await assert.rejects(deliverOnce(KEY, BODY, deliver), /down/);
    assert.equal(delivered, 0);
    down = false;
    assert.equal(await deliverOnce(KEY, BODY, deliver), 'delivered');
    assert.equal(await deliverOnce(KEY, BODY, deliver), 'duplicate');
    assert.equal(delivered, 1);
  });

  it('a store that throws prevents the delivery too, and nothing stays in flight', async () => {
    const memory = createMemoryDuplicates(createManualClock());
    const responses = [() => assert.fail('closed'), memory.check];
    const deliverOnce = createDeliverOnce({
      ...memory,
      check: (...asked) => (responses.shift() ?? assert.fail)(...asked),
    });
    await assert.rejects(deliverOnce(KEY, BODY, assert.fail), /closed/);
    assert.equal(await deliverOnce(KEY, BODY, () => {}), 'delivered');
  });

  it('if a key in flight turns out to be reused, all waiting requests are', async () => {
    const memory = createMemoryDuplicates(createManualClock());
    const deliverOnce = createDeliverOnce({ ...memory, check: async () => 'reused' as const });
    const fates = [1, 2].map(() => deliverOnce(KEY, BODY, assert.fail));
    assert.deepEqual(await Promise.all(fates), ['reused', 'reused']);
  });

  it('all duplicates of a publish in flight get its result', async () => {
    const deliverOnce = createDeliverOnce(createMemoryDuplicates(createManualClock()));
    for (const fails of [true, false]) {
      let finish = () => {};
      const deliver = () =>
        new Promise<void>((resolve, reject) => {
          finish = fails ? () => reject(new Error('closed')) : resolve;
        });
      const all = [deliver, assert.fail, assert.fail, assert.fail].map((each) => deliverOnce(KEY, BODY, each));
      finish();
      const fates = (await Promise.allSettled(all)).map((fate) =>
        fate.status === 'fulfilled' ? fate.value : fate.reason.message,
      );
      const others = fails ? 'closed' : 'duplicate';
      assert.deepEqual(fates, [fails ? 'closed' : 'delivered', others, others, others]);
    }
  });

  it('another body with a key in flight is `reused` at once', async () => {
    const deliverOnce = createDeliverOnce(createMemoryDuplicates(createManualClock()));
    let finish = () => {};
    const first = deliverOnce(KEY, BODY, () => new Promise<void>((resolve) => (finish = resolve)));
    assert.equal(await deliverOnce(KEY, hashOf('other'), assert.fail), 'reused');
    finish();
    assert.equal(await first, 'delivered');
  });

  it('the delivery is recorded before it completes', async () => {
    const memory = createMemoryDuplicates(createManualClock());
    let finishRecord = () => {};
    const record = () => new Promise<void>((resolve) => (finishRecord = resolve));
    const deliverOnce = createDeliverOnce({ ...memory, record });
    let heard = 0;
    const both = [1, 2].map(() => deliverOnce(KEY, BODY, () => {}).finally(() => heard++));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(heard, 0);
    finishRecord();
    assert.deepEqual(await Promise.all(both), ['delivered', 'duplicate']);
  });
});
