import assert from 'node:assert/strict';
import { systemClock } from '../../src/clock';
import {
  createQueueConsumer,
  createQueueWriter,
  type QueueConsumer,
  type QueueConsumerOptions,
  type QueueEntry,
  RedisDataLostError,
  RedisNotPersistentError,
} from '../../src/receiver';
import { acknowledgeScript, takeScript } from '../../src/receiver/queue/group-scripts';
import { runScript } from '../../src/receiver/redis/script';
import { hashOf } from '../receiver/duplicates/hashes';
import { type ConnectedRedis, connectToRedis } from './connected-redis';

describe('a queue in a real Redis', () => {
  const errors: unknown[] = [];
  const open: QueueConsumer[] = [];
  let redis: ConnectedRedis;
  let queue = '';
  let queues = 0;
  before(async () => {
    redis = await connectToRedis((error) => errors.push(error));
  });
  after(() => redis.stop());
  beforeEach(() => {
    queues += 1;
    queue = `q${queues}`;
    errors.length = 0;
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });

  const send = (...command: string[]) => redis.client.sendCommand(command);
  const stream = () => `breakers:queue:${queue}`;
  const length = async () => Number(await send('XLEN', stream()));
  const writer = () =>
    createQueueWriter(systemClock, { client: redis.client, queue, onError: (error) => errors.push(error) });
  const publish = (name: string, body = `{"n":"${name}"}`) => ({
    key: hashOf(`${queue} ${name}`),
    bodyHash: hashOf(body),
    body: Buffer.from(body),
    receivedAtMs: 7,
  });
  const append = (...names: string[]) => Promise.all(names.map((name) => writer().append(publish(name))));
  async function until(isDone: () => boolean | Promise<boolean>, what: string): Promise<void> {
    for (let tries = 0; !(await isDone()); tries++) {
      assert(tries < 400, what);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  function worker(options: Partial<QueueConsumerOptions> = {}) {
    const taken: QueueEntry[] = [];
    const consumer = createQueueConsumer(systemClock, {
      client: redis.client,
      queue,
      group: 'workers',
      consumer: `worker ${open.length}`,
      maxHeld: 10,
      takeOverMs: 60_000,
      deliver: async (entry) => void taken.push(entry),
      onState: () => {},
      onError: (error) => errors.push(error),
      ...options,
    });
    open.push(consumer);
    const names = () => taken.map(({ body }) => String((JSON.parse(body.toString()) as { n: string }).n));
    return { consumer, taken, names };
  }

  it('a publish is appended once, by whomever; another body is told', async () => {
    const results = await Promise.all([1, 2, 3].map(() => writer().append(publish('a'))));
    assert.deepEqual(results.sort(), ['delivered', 'duplicate', 'duplicate']);
    assert.equal(await writer().append(publish('a', '{"n":"other"}')), 'reused');
    assert.equal(await length(), 1);
    const ttl = Number(await send('PTTL', `breakers:${publish('a').key.slice(0, 32)}`));
    assert(ttl > 86_300_000 && ttl <= 86_400_000, `${ttl}`);
  });

  it('a Redis that is full refuses and remembers nothing; what it holds can be read and acknowledged', async () => {
    await append('a', 'c');
    const one = worker({ maxHeld: 1 });
    await until(() => one.taken.length === 1, 'the first entry');
    await send('CONFIG', 'SET', 'maxmemory', '1');
    try {
      await assert.rejects(writer().append(publish('b')), /OOM/);
      await one.consumer.acknowledge(one.taken[0]?.entryId ?? '');
      await until(() => one.taken.length === 2, 'the second entry');
      await one.consumer.acknowledge(one.taken[1]?.entryId ?? '');
      assert.equal(await length(), 0);
    } finally {
      await send('CONFIG', 'SET', 'maxmemory', '1gb');
    }
    assert.deepEqual(await append('b'), ['delivered']);
  });

  it('what Redis cannot append leaves no record', async () => {
    await send('SET', stream(), 'not a stream');
    await assert.rejects(writer().append(publish('a')), /WRONGTYPE/);
    await send('DEL', stream());
    assert.equal(await writer().append(publish('a')), 'delivered');
  });

  it('entries come in order, each to one worker, as they were appended', async () => {
    const one = worker({ maxHeld: 2 });
    await append('a', 'ü€😀', 'c', 'd');
    const two = worker({ maxHeld: 4 });
    await until(() => one.taken.length + two.taken.length === 4, 'all entries');
    assert.deepEqual([...one.names(), ...two.names()].sort(), ['a', 'c', 'd', 'ü€😀']);
    const [{ id, receivedAtMs, redelivered } = assert.fail()] = two.taken;
    assert.deepEqual([id, receivedAtMs, redelivered], [publish(two.names()[0] ?? '').key.slice(0, 16), 7, false]);
  });

  it('what is acknowledged is removed; what is unread, or held, stays; strangers acknowledge nothing', async () => {
    await append('a', 'b', 'c');
    const one = worker({ maxHeld: 2 });
    await until(() => one.taken.length === 2, 'two entries');
    const [last] = (await send('XREVRANGE', stream(), '+', '-', 'COUNT', '1')) as [[string, unknown]];
    await one.consumer.acknowledge(last[0]);
    assert.equal(await length(), 3);
    await one.consumer.acknowledge(one.taken[1]?.entryId ?? '');
    await until(async () => (await length()) === 2, 'its removal');
    await one.consumer.acknowledge(one.taken[0]?.entryId ?? '');
    await until(() => one.taken.length === 3, 'the third');
    assert.equal(one.names()[2], 'c');
  });

  it('several groups: an entry is removed when all have acknowledged it, whatever their order', async () => {
    await append('a', 'b', 'c');
    const workers = ['one', 'two'].map((group) => worker({ group }));
    const [one = assert.fail(), two = assert.fail()] = workers;
    await until(() => workers.every(({ taken }) => taken.length === 3), 'all entries');
    const acknowledge = ({ consumer, taken }: typeof one, index: number) =>
      consumer.acknowledge(taken[index]?.entryId ?? '');
    for (const index of [0, 1, 2]) await acknowledge(one, index);
    assert.equal(await length(), 3);
    await acknowledge(two, 1);
    assert.equal(await length(), 3);
    await acknowledge(two, 0);
    // The newest that all have read is kept as the border.
    assert((await length()) <= 2);
    await append('d');
    await until(() => workers.every(({ taken }) => taken.length === 4), 'the fourth');
  });

  it('what a dead worker held is taken over after the time, marked redelivered', async () => {
    await append('a', 'b');
    const dead = worker();
    await until(() => dead.taken.length === 2, 'two entries');
    await dead.consumer.acknowledge(dead.taken[0]?.entryId ?? '');
    await dead.consumer.close();
    const startedMs = performance.now();
    const two = worker({ takeOverMs: 1_000 });
    await until(() => two.taken.length === 1, 'the entry');
    assert.deepEqual([two.names(), two.taken[0]?.redelivered], [['b'], true]);
    assert(performance.now() - startedMs > 500);
    await two.consumer.acknowledge(two.taken[0]?.entryId ?? '');
    assert.equal(await length(), 0);
  });

  it('many that a dead worker held come in pieces, each once', async () => {
    const names = Array.from({ length: 350 }, (_, index) => `${index}`);
    await append(...names);
    const dead = worker({ maxHeld: 350 });
    await until(() => dead.taken.length === 350, 'all entries');
    await dead.consumer.close();
    const two = worker({ maxHeld: 50, takeOverMs: 1_000 });
    const acknowledging = setInterval(() => {
      for (const { entryId } of two.taken) two.consumer.acknowledge(entryId).catch(() => {});
    }, 20);
    await until(async () => (await length()) === 0, 'all of them');
    clearInterval(acknowledging);
    assert.deepEqual(new Set(two.names()).size, 350);
  });

  it('consumers that hold nothing and have not asked for long are removed, others stay', async () => {
    await append('a', 'b');
    await send('XGROUP', 'CREATE', stream(), 'g', '0');
    const take = (consumer: string, idleMs = '', consumerIdleMs = '0') =>
      runScript(redis.client, takeScript, [stream()], ['g', consumer, '1', idleMs, '0-0', consumerIdleMs]);
    const consumers = async () => ((await send('XINFO', 'CONSUMERS', stream(), 'g')) as unknown[]).length;
    await take('holds');
    const [, [[entry]]] = (await take('held')) as [string, [[string]]];
    await runScript(redis.client, acknowledgeScript, [stream()], ['g', entry]);
    await take('asks', '60000', '60000');
    const before = await consumers();
    await take('asks', '60000');
    assert.equal(await consumers(), before - 1);
    const [[, holder]] = (await send('XPENDING', stream(), 'g', '-', '+', '1')) as [[string, string]];
    assert.equal(holder, 'holds');
  });

  it('nothing is lost when Redis is killed: what was appended is read, what was acknowledged is gone', async () => {
    await append('a', 'b', 'c');
    const one = worker({ maxHeld: 2, takeOverMs: 2_000 });
    await until(() => one.taken.length === 2, 'two entries');
    await one.consumer.acknowledge(one.taken[0]?.entryId ?? '');
    await until(() => one.taken.length === 3, 'three entries');
    await redis.killAndStart();
    assert.equal(await length(), 2);
    assert.equal(await writer().append(publish('a')), 'duplicate');
    await until(() => one.taken.length >= 5, 'the others again');
    assert.deepEqual(
      one.taken.slice(3, 5).map(({ redelivered }) => redelivered),
      [true, true],
    );
    assert(!errors.some((error) => error instanceof RedisDataLostError));
  });

  it('a Redis without an append-only file says so at once, and its loss when it comes back', async () => {
    const told: unknown[] = [];
    const bare = await connectToRedis((error) => told.push(error), '--appendonly', 'no');
    const receiver = createQueueWriter(systemClock, {
      client: bare.client,
      queue,
      onError: (error) => told.push(error),
    });
    assert.equal(await receiver.append(publish('a')), 'delivered');
    await until(() => told.some((error) => error instanceof RedisNotPersistentError), 'the warning');
    await bare.killAndStart();
    // All that was answered is new again.
    assert.equal(await receiver.append(publish('a')), 'delivered');
    assert(told.some((error) => error instanceof RedisDataLostError));
    await bare.stop();
  });
});
