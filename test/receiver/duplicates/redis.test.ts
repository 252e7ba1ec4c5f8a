import assert from 'node:assert/strict';
import { createManualClock } from '../../../src/clock';
import { createDeliverOnce, createRedisDuplicates, type RedisClient, RedisDataLostError } from '../../../src/receiver';
import { fakeRedis } from './fake-redis';
import { hashOf } from './hashes';

describe('behaviour: duplicates in Redis, shared by instances', () => {
  const [KEY, BODY] = [hashOf('key'), hashOf('body')];
  const clock = createManualClock();
  const errors: Error[] = [];
  const store = (client: RedisClient) =>
    createRedisDuplicates(clock, { client, onError: (error) => void errors.push(error) });
  /** Waits for a command to Redis, which is sent at the end of a turn of the event loop. */
  const settled = async () => {
    for (let round = 0; round < 4; round++) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Lets promises settle and the other instance poll. */
  const poll = async (times: number) => {
    for (let count = 0; count < times; count++) {
      await clock.advance(100);
      await settled();
    }
  };
  afterEach(() => assert.equal(clock.pendingTimers(), 0));

  it('one of two instances delivers; the other waits and returns `duplicate`', async () => {
    const { client } = fakeRedis(clock);
    const [one, two] = [createDeliverOnce(store(client)), createDeliverOnce(store(client))];
    let finish = () => {};
    let delivered = 0;
    const first = one(KEY, BODY, () => {
      delivered++;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    const second = two(KEY, BODY, () => void delivered++);
    await settled();
    await poll(5);
    finish();
    await poll(2);
    assert.deepEqual(await Promise.all([first, second]), ['delivered', 'duplicate']);
    assert.equal(delivered, 1);
  });

  it('after a failed delivery another instance can deliver', async () => {
    const { client, values } = fakeRedis(clock);
    await assert.rejects(createDeliverOnce(store(client))(KEY, BODY, () => Promise.reject(new Error('closed'))));
    assert.equal(values.size, 0);
    assert.equal(await createDeliverOnce(store(client))(KEY, BODY, () => {}), 'delivered');
  });

  it('an instance that is killed while delivering loses nothing: its claim expires', async () => {
    const { client } = fakeRedis(clock);
    assert.equal(await store(client).check(KEY, BODY), 'new');
    const waiting = assert.rejects(Promise.resolve(store(client).check(KEY, BODY)), /another instance/);
    await settled();
    await poll(60);
    await waiting;
    await clock.advance(30_000);
    assert.equal(await store(client).check(KEY, BODY), 'new');
  });

  it('a claim is released by its owner only', async () => {
    const { client, values } = fakeRedis(clock);
    const [one, two] = [store(client), store(client)];
    await one.check(KEY, BODY);
    await two.release(KEY);
    assert.equal(values.size, 1);
    await one.release(KEY);
    assert.equal(values.size, 0);
  });

  it('another body with a recorded or claimed key is `reused`; a key is kept for its window', async () => {
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

  it('a failure of Redis before a delivery prevents it; a failure after it is only reported', async () => {
    const { client, setDown } = fakeRedis(clock);
    const deliverOnce = createDeliverOnce(store(client));
    setDown(true);
    await assert.rejects(deliverOnce(KEY, BODY, assert.fail), /connection lost/);
    setDown(false);
    assert.equal(await deliverOnce(KEY, BODY, () => void setDown(true)), 'delivered');
    assert.equal(errors.length, 1);
  });

  it('Redis contains the first halves of digests, with a prefix: claims for 30 s, records for 24 h', async () => {
    const { client, values } = fakeRedis(clock);
    const shared = store(client);
    const name = `breakers:${KEY.slice(0, 32)}`;
    await shared.check(KEY, BODY);
    assert.deepEqual([...values.keys()], [name]);
    assert.equal(values.get(name)?.value.split(' ')[0], BODY.slice(0, 32));
    assert.equal(values.get(name)?.untilMs, clock.now() + 30_000);
    await shared.record(KEY, BODY);
    assert.deepEqual([...values], [[name, { value: BODY.slice(0, 32), untilMs: clock.now() + 86_400_000 }]]);

    const own = createRedisDuplicates(clock, { client, prefix: 'own/', leaseMs: 7, onError: assert.fail });
    assert.equal(await own.check(KEY, BODY), 'new');
    assert.equal(values.get(`own/${KEY.slice(0, 32)}`)?.untilMs, clock.now() + 7);
    assert.equal(await own.check(hashOf('another key'), BODY), 'new');
  });

  it('the claim of another instance is polled every 100 ms', async () => {
    const { client, commands } = fakeRedis(clock);
    await store(client).check(KEY, BODY);
    commands.length = 0;
    const waiting = store(client).check(KEY, BODY);
    await settled();
    assert.equal(commands.length, 1);
    await clock.advance(99);
    await settled();
    assert.equal(commands.length, 1);
    await clock.advance(1);
    await settled();
    assert.equal(commands.length, 2);
    const ended = assert.rejects(Promise.resolve(waiting), /another instance/);
    await poll(60);
    await ended;
  });

  it('many waiting requests cause no warning of Node', async () => {
    const { client } = fakeRedis(clock);
    const keys = Array.from({ length: 20 }, (_, index) => hashOf(index));
    const [one, two] = [store(client), store(client)];
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on('warning', warn);
    await Promise.all(keys.map((key) => one.check(key, BODY)));
    const waiting = keys.map((key) => two.check(key, BODY));
    await settled();
    for (const key of keys) await one.record(key, BODY);
    await poll(2);
    const fates = new Set(await Promise.all(waiting));
    process.off('warning', warn);
    assert.deepEqual(fates, new Set(['duplicate']));
    assert.deepEqual(warnings, []);
  });

  it('waiting for another instance times out after 5 s', async () => {
    const { client } = fakeRedis(clock);
    await store(client).check(KEY, BODY);
    let fate = 'waiting';
    const other = createRedisDuplicates(clock, { client, pollMs: 1, onError: assert.fail });
    const ended = Promise.resolve(other.check(KEY, BODY)).catch(() => (fate = 'given up'));
    await settled();
    for (let ms = 0; ms < 4999; ms++) {
      await clock.advance(1);
      await settled();
    }
    assert.equal(fate, 'waiting');
    await clock.advance(1);
    await ended;
    assert.equal(fate, 'given up');
  });

  it('errors of Redis are reported; an expired claim is not an error', async () => {
    const { client } = fakeRedis(clock);
    errors.length = 0;
    await store(client).release(KEY);
    assert.equal(errors.length, 0);
    const cause = new Error('READONLY');
    for (const thrown of [cause, 'a text'])
      await store({ sendCommand: () => Promise.reject(thrown) }).record(KEY, BODY);
    assert.equal(errors[0], cause);
    assert.equal(errors[1]?.message, 'a text');
    errors.length = 0;
  });

  it('data loss of Redis is reported once per loss, also if only the last writes are lost', async () => {
    const { client, restart } = fakeRedis(clock);
    const [one, two] = [store(client), store(client)];
    const check = async (shared: typeof one, text: string) => shared.check(hashOf(text), BODY);
    errors.length = 0;
    await check(one, 'a');
    await check(two, 'b');
    await check(one, 'c');
    assert.deepEqual(errors, []);
    restart();
    await check(one, 'd');
    await check(one, 'e');
    assert.deepEqual(
      errors.map((error) => (error as Error) instanceof RedisDataLostError),
      [true],
    );
    // The other instance detects it, too, despite a write in between.
    await check(two, 'f');
    assert.equal(errors.length, 2);
    for (let count = 0; count < 5; count++) await check(one, `g${count}`);
    restart(3);
    await check(one, 'h');
    await check(one, 'i');
    assert.equal(errors.length, 3);
    errors.length = 0;
  });

  it('a Redis that cannot count writes is not a data loss', async () => {
    const { client } = fakeRedis(clock);
    errors.length = 0;
    const uncounted: RedisClient = {
      sendCommand: async (command) => String(await client.sendCommand(command)).replace(/(?<=^.)\S+ \d+/, '- 0'),
    };
    const shared = store(uncounted);
    for (const text of ['a', 'b']) assert.equal(await shared.check(hashOf(text), BODY), 'new');
    assert.deepEqual(errors, []);
  });

  it('a step of the wall clock changes no timeout', async () => {
    const { client } = fakeRedis(clock);
    await store(client).check(KEY, BODY);
    const waiting = assert.rejects(Promise.resolve(store(client).check(KEY, BODY)), /another instance/);
    await settled();
    clock.step(-3_600_000);
    await poll(60);
    await waiting;
    clock.step(3_600_000);
  });

  it('closing rejects waiting requests', async () => {
    const { client } = fakeRedis(clock);
    await store(client).check(KEY, BODY);
    const closing = store(client);
    const waiting = assert.rejects(Promise.resolve(closing.check(KEY, BODY)), /closed/);
    await settled();
    await closing.close();
    await waiting;
  });
});
