import assert from 'node:assert/strict';
import { createManualClock } from '../../../src/clock';
import {
  createQueueConsumer,
  createQueueWriter,
  type QueueConsumer,
  type QueueConsumerOptions,
  type QueueEntry,
  RedisDataLostError,
} from '../../../src/receiver';
import { fakeQueueRedis } from '../../support/fake-queue-redis';
import { hashOf } from '../duplicates/hashes';

const takeOverMs = 60_000;

describe('behaviour: workers read from a queue', () => {
  const open: QueueConsumer[] = [];
  let clock = createManualClock();
  let redis = fakeQueueRedis(clock);
  let errors: unknown[] = [];
  beforeEach(() => {
    clock = createManualClock();
    redis = fakeQueueRedis(clock);
    errors = [];
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await closing(each);
    assert.equal(clock.pendingTimers(), 0);
  });
  const settled = async () => {
    for (let round = 0; round < 12; round++) await new Promise((resolve) => setImmediate(resolve));
  };
  async function closing(consumer: QueueConsumer): Promise<void> {
    const closed = consumer.close();
    await settled();
    await clock.advance(250);
    await closed;
  }
  const elapse = async (ms: number) => {
    await settled();
    for (let passed = 0; passed < ms; passed += 50) {
      await clock.advance(50);
      await settled();
    }
  };

  async function append(...names: string[]): Promise<void> {
    const writer = createQueueWriter(clock, { client: redis.client, queue: 'publishes', onError: assert.fail });
    for (const name of names) {
      const body = JSON.stringify({ name });
      await writer.append({ key: hashOf(name), bodyHash: hashOf(body), body: Buffer.from(body), receivedAtMs: 7 });
    }
  }
  interface Worker {
    readonly consumer: QueueConsumer;
    readonly taken: QueueEntry[];
    readonly names: () => string[];
    readonly states: boolean[];
    acknowledge(name: string): Promise<void>;
  }
  function worker(options: Partial<QueueConsumerOptions> = {}): Worker {
    const taken: QueueEntry[] = [];
    const states: boolean[] = [];
    const nameOf = ({ body }: QueueEntry) => (JSON.parse(body.toString()) as { name: string }).name;
    const consumer = createQueueConsumer(clock, {
      client: redis.client,
      queue: 'publishes',
      group: 'workers',
      consumer: `worker ${open.length}`,
      maxHeld: 10,
      takeOverMs,
      deliver: async (entry) => void taken.push(entry),
      onState: (isReachable) => void states.push(isReachable),
      onError: (error) => void errors.push(error),
      ...options,
    });
    open.push(consumer);
    return {
      consumer,
      taken,
      states,
      names: () => taken.map(nameOf),
      acknowledge: (name) => consumer.acknowledge(taken.findLast((entry) => nameOf(entry) === name)?.entryId ?? ''),
    };
  }

  it('entries are delivered in the order of appending, each to one worker of a group', async () => {
    await append('a', 'b', 'c', 'd');
    const one = worker({ maxHeld: 2 });
    const two = worker({ maxHeld: 2 });
    await elapse(200);
    assert.deepEqual(
      [one.names(), two.names()],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    );
    const [{ id, receivedAtMs, redelivered, body } = assert.fail()] = one.taken;
    assert.deepEqual([id, receivedAtMs, redelivered], [hashOf('a').slice(0, 16), 7, false]);
    assert.equal(body.toString(), '{"name":"a"}');
  });

  it('entries appended before the first worker, or while there was none, are delivered', async () => {
    await append('a');
    const one = worker();
    await elapse(0);
    await closing(one.consumer);
    await append('b');
    const two = worker();
    await elapse(100);
    assert.deepEqual([one.names(), two.names()], [['a'], ['b']]);
  });

  it('an empty queue is polled every 100 ms', async () => {
    const one = worker();
    await elapse(0);
    const before = redis.commands.length;
    await append('a');
    await clock.advance(99);
    await settled();
    assert.deepEqual([one.names(), redis.commands.length], [[], before + 1]);
    await clock.advance(1);
    await settled();
    assert.deepEqual(one.names(), ['a']);
  });

  it('a worker has at most `maxHeld` unacknowledged entries', async () => {
    await append('a', 'b', 'c', 'd');
    const one = worker({ maxHeld: 2 });
    await elapse(1_000);
    assert.deepEqual(one.names(), ['a', 'b']);
    await one.acknowledge('b');
    await elapse(100);
    assert.deepEqual(one.names(), ['a', 'b', 'c']);
  });

  it('acknowledged entries are deleted; unread and unacknowledged ones stay', async () => {
    await append('a', 'b', 'c');
    const one = worker({ maxHeld: 2 });
    await elapse(0);
    await one.acknowledge('b');
    assert.deepEqual(redis.bodies(), ['{"name":"a"}', '{"name":"c"}']);
  });

  it('an entry that is not pending cannot be acknowledged', async () => {
    const one = worker();
    await elapse(0);
    await append('a');
    await one.consumer.acknowledge('1-0');
    assert.deepEqual(redis.bodies().length, 1);
    await elapse(100);
    assert.deepEqual(one.names(), ['a']);
  });

  it('simultaneous acknowledgements share one command', async () => {
    await append('a', 'b', 'c');
    const one = worker();
    await elapse(0);
    const before = redis.commands.length;
    await Promise.all(['a', 'b', 'c'].map(one.acknowledge));
    assert.equal(redis.commands.length, before + 1);
    assert.deepEqual(redis.bodies(), []);
  });

  it('every group gets each entry, which is deleted when all groups have acknowledged it', async () => {
    await append('a', 'b');
    const one = worker();
    const other = worker({ group: 'others' });
    await elapse(0);
    assert.deepEqual(
      [one.names(), other.names()],
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
    );
    await one.acknowledge('a');
    await one.acknowledge('b');
    assert.equal(redis.bodies().length, 2);
    await other.acknowledge('a');
    assert.deepEqual(redis.bodies(), ['{"name":"b"}']);
  });

  it('the entries of a worker that ended are redelivered to another after the time-out, not before', async () => {
    await append('a', 'b');
    const dead = worker({ maxHeld: 2 });
    await elapse(0);
    await dead.acknowledge('b');
    await closing(dead.consumer);
    const two = worker();
    await elapse(takeOverMs - 1_000);
    assert.deepEqual(two.names(), []);
    await elapse(takeOverMs / 4 + 1_000);
    assert.deepEqual(
      two.taken.map(({ redelivered }) => redelivered),
      [true],
    );
    assert.deepEqual(two.names(), ['a']);
    await two.acknowledge('a');
    assert.equal(redis.pending(), 0);
  });

  it('a step of the wall clock does not change the time of a take-over', async () => {
    await append('a');
    const one = worker();
    await elapse(0);
    clock.step(3_600_000);
    await elapse(takeOverMs / 2);
    assert.equal(one.taken.length, 1);
    clock.step(-7_200_000);
    await elapse(takeOverMs);
    assert.equal(one.taken.length, 2);
  });

  it('an entry that a running worker does not acknowledge is redelivered and does not count as held forever', async () => {
    await append('a', 'b');
    const one = worker({ maxHeld: 1 });
    await elapse(takeOverMs * 1.5);
    assert.deepEqual([one.taken[0]?.redelivered, one.taken[1]?.redelivered], [false, true]);
    assert.deepEqual(one.names().slice(0, 2), ['a', 'a']);
    await one.acknowledge('a');
    await elapse(100);
    assert.equal(one.names().at(-1), 'b');
  });

  it('a failed delivery is retried every 250 ms, in order', async () => {
    await append('a', 'b');
    let fails = 2;
    const names: string[] = [];
    worker({
      async deliver({ body }) {
        fails -= 1;
        if (fails >= 0) throw new Error('redeploying');
        names.push(body.toString());
      },
    });
    await elapse(450);
    assert.deepEqual(names, []);
    await elapse(50);
    assert.deepEqual([names, errors.length], [['{"name":"a"}', '{"name":"b"}'], 2]);
  });

  it('a Redis that is down is reported once and retried every 250 ms, without loss', async () => {
    const one = worker();
    await elapse(0);
    await append('a');
    redis.set('down');
    await elapse(1_000);
    assert.deepEqual([one.states, one.names()], [[true, false], []]);
    assert(errors.length >= 4, `${errors.length}`);
    redis.set('up');
    await elapse(250);
    assert.deepEqual([one.states, one.names()], [[true, false, true], ['a']]);
  });

  it('an acknowledgement that fails in Redis rejects, and the entry is redelivered', async () => {
    await append('a');
    const one = worker();
    await elapse(0);
    redis.set('down');
    await assert.rejects(one.acknowledge('a'), /connection lost/);
    redis.set('up');
    await elapse(takeOverMs * 1.25);
    assert.deepEqual(
      one.taken.map(({ redelivered }) => redelivered),
      [false, true],
    );
  });

  it('a Redis that does not respond times out after 5 s and is retried', async () => {
    const one = worker();
    await elapse(0);
    redis.set('silent');
    await elapse(5_100);
    assert.match(String(errors[0]), /has not answered for 5 s/);
    redis.set('up');
    await append('a');
    await elapse(5_300);
    assert.deepEqual(one.names(), ['a']);
  });

  it('a deleted queue is reported as data loss, recreated and read', async () => {
    const one = worker();
    await append('a');
    await elapse(100);
    redis.restartEmpty();
    await elapse(200);
    assert(errors.some((error) => error instanceof RedisDataLostError));
    await append('b');
    await elapse(100);
    assert.deepEqual(one.names(), ['a', 'b']);
  });

  it('a malformed reply is an error', async () => {
    const { client } = redis;
    const replies: unknown[] = [null, ['0-0'], 'OK'];
    worker({
      client: {
        sendCommand: async (command) => (command[0] === 'EVALSHA' ? replies.shift() : client.sendCommand(command)),
      },
    });
    await elapse(700);
    assert(errors.length >= 3);
    for (const error of errors.slice(0, 3)) assert.match(String(error), /Redis has answered/);
  });

  it('a closed worker reads no more entries', async () => {
    const one = worker();
    await elapse(0);
    await closing(one.consumer);
    await append('a');
    await elapse(1_000);
    assert.deepEqual([one.names(), redis.bodies().length], [[], 1]);
  });

  it('closing does not wait for a Redis that does not respond', async () => {
    const one = worker();
    await elapse(0);
    redis.set('silent');
    await elapse(200);
    let isClosed = false;
    const closed = one.consumer.close().then(() => (isClosed = true));
    await elapse(950);
    assert.equal(isClosed, false);
    await clock.advance(50);
    await closed;
    open.length = 0;
    await elapse(5_000);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('entries that were read but not delivered before closing go to another worker', async () => {
    await append('a', 'b');
    const one = worker({ deliver: () => Promise.reject(new Error('redeploying')) });
    await elapse(100);
    await closing(one.consumer);
    const two = worker();
    await elapse(takeOverMs * 1.25);
    assert.deepEqual(two.names(), ['a', 'b']);
  });
});
