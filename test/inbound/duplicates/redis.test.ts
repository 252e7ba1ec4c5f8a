import assert from 'node:assert/strict';
import { createManualClock } from '../../../src/clock';
import { createDeliverOnce, createRedisDuplicates, type RedisClient } from '../../../src/inbound';
import { hashOf } from './hashes';

/** What Redis does for SET NX PX, GET and DEL, on the test's clock. */
function fakeRedis(clock: ReturnType<typeof createManualClock>) {
  const values = new Map<string, { value: string; untilMs: number }>();
  let down = false;
  const live = (key: string) => {
    if (down) throw new Error('connection lost');
    const held = values.get(key);
    if (held !== undefined && held.untilMs <= clock.now()) values.delete(key);
    return values.get(key);
  };
  const client: RedisClient = {
    async set(key, value, { NX, PX }) {
      if (live(key) !== undefined && NX) return null;
      values.set(key, { value, untilMs: clock.now() + PX });
      return 'OK';
    },
    get: async (key) => live(key)?.value ?? null,
    del: async (key) => (live(key) === undefined ? 0 : Number(values.delete(key))),
  };
  return { client, values, setDown: (next: boolean) => (down = next) };
}

describe('behaviour: duplicates in Redis, shared by instances', () => {
  const [KEY, BODY] = [hashOf('key'), hashOf('body')];
  const clock = createManualClock();
  const errors: Error[] = [];
  const store = (client: RedisClient) =>
    createRedisDuplicates(clock, { client, onError: (error) => void errors.push(error) });
  /** Lets promises settle and the other instance poll. */
  const poll = async (times: number) => {
    for (let count = 0; count < times; count++) await clock.advance(100);
  };
  afterEach(() => assert.equal(clock.pendingTimers(), 0));

  it('of two instances one delivers; the other waits and says duplicate', async () => {
    const { client } = fakeRedis(clock);
    const [one, two] = [createDeliverOnce(store(client)), createDeliverOnce(store(client))];
    let finish = () => {};
    let delivered = 0;
    const first = one(KEY, BODY, () => {
      delivered++;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    const second = two(KEY, BODY, () => void delivered++);
    await poll(5);
    finish();
    await poll(2);
    assert.deepEqual(await Promise.all([first, second]), ['delivered', 'duplicate']);
    assert.equal(delivered, 1);
  });

  it('a delivery that failed here succeeds there', async () => {
    const { client, values } = fakeRedis(clock);
    await assert.rejects(createDeliverOnce(store(client))(KEY, BODY, () => Promise.reject(new Error('closed'))));
    assert.equal(values.size, 0);
    assert.equal(await createDeliverOnce(store(client))(KEY, BODY, () => {}), 'delivered');
  });

  it('an instance that was killed while delivering loses nothing: its claim lapses', async () => {
    const { client } = fakeRedis(clock);
    assert.equal(await store(client).check(KEY, BODY), 'new');
    const waiting = assert.rejects(Promise.resolve(store(client).check(KEY, BODY)), /another instance/);
    await poll(60);
    await waiting;
    await clock.advance(30_000);
    assert.equal(await store(client).check(KEY, BODY), 'new');
  });

  it('a claim is given back by its owner only', async () => {
    const { client, values } = fakeRedis(clock);
    const [one, two] = [store(client), store(client)];
    await one.check(KEY, BODY);
    await two.forget(KEY);
    assert.equal(values.size, 1);
    await one.forget(KEY);
    assert.equal(values.size, 0);
  });

  it('another body under a recorded or claimed key is reused; a key lasts its window', async () => {
    const { client } = fakeRedis(clock);
    const shared = store(client);
    await shared.check(KEY, BODY);
    assert.equal(await shared.check(KEY, hashOf('other')), 'reused');
    await shared.record(KEY, BODY);
    assert.equal(await shared.check(KEY, hashOf('other')), 'reused');
    await clock.advance(86_400_000 - 1);
    assert.equal(await shared.check(KEY, BODY), 'duplicate');
    await clock.advance(1);
    assert.equal(await shared.check(KEY, BODY), 'new');
  });

  it('Redis down before a delivery stops it; after one it is reported, and the delivery stands', async () => {
    const { client, setDown } = fakeRedis(clock);
    const deliverOnce = createDeliverOnce(store(client));
    setDown(true);
    await assert.rejects(deliverOnce(KEY, BODY, assert.fail), /connection lost/);
    setDown(false);
    assert.equal(await deliverOnce(KEY, BODY, () => void setDown(true)), 'delivered');
    assert.equal(errors.length, 1);
  });

  it('closing ends what waits', async () => {
    const { client } = fakeRedis(clock);
    await store(client).check(KEY, BODY);
    const closing = store(client);
    const waiting = assert.rejects(Promise.resolve(closing.check(KEY, BODY)), /closed/);
    await new Promise((resolve) => setImmediate(resolve));
    await closing.close();
    await waiting;
  });
});
