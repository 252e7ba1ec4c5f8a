import assert from 'node:assert/strict';
import { createManualClock } from '../../../src/clock';
import { createQueueWriter, RedisDataLostError } from '../../../src/receiver';
import { fakeQueueRedis } from '../../support/fake-queue-redis';
import { hashOf } from '../duplicates/hashes';

describe('behaviour: receivers append to a queue', () => {
  const clock = createManualClock();
  const errors: Error[] = [];
  beforeEach(() => errors.splice(0));
  afterEach(() => assert.equal(clock.pendingTimers(), 0));

  function open() {
    const redis = fakeQueueRedis(clock);
    const writer = () =>
      createQueueWriter(clock, {
        client: redis.client,
        queue: 'publishes',
        onError: (error) => void errors.push(error),
      });
    return { ...redis, writer };
  }
  const publish = (name: string | number, body = `{"n":"${name}"}`) => ({
    key: hashOf(name),
    bodyHash: hashOf(body),
    body: Buffer.from(body),
    receivedAtMs: clock.now(),
  });

  it('a publish is recorded and appended in one command; a second one is a duplicate, at every receiver', async () => {
    const { writer, bodies, commands, records } = open();
    const [one, two] = [writer(), writer()];
    assert.equal(await one.append(publish('a')), 'delivered');
    assert.equal(await two.append(publish('a')), 'duplicate');
    assert.equal(await two.append(publish('a', '{"n":"other"}')), 'reused');
    assert.deepEqual(bodies(), ['{"n":"a"}']);
    assert.deepEqual([...records], [[`breakers:${hashOf('a').slice(0, 32)}`, hashOf('{"n":"a"}').slice(0, 32)]]);
    assert.equal(commands.length, 3);
  });

  it('simultaneous copies are appended once', async () => {
    const { writer, bodies } = open();
    const receivers = [writer(), writer()];
    const results = await Promise.all([0, 1, 0, 1].map((index) => receivers[index]?.append(publish('a'))));
    assert.deepEqual(results.sort(), ['delivered', 'duplicate', 'duplicate', 'duplicate']);
    assert.equal(bodies().length, 1);
  });

  it('a publish claimed by a receiver that delivers to its own flow fails, and can be retried', async () => {
    const { writer, records, bodies } = open();
    const { key, bodyHash } = publish('a');
    records.set(`breakers:${key.slice(0, 32)}`, `${bodyHash.slice(0, 32)} owner`);
    await assert.rejects(writer().append(publish('a')), /another instance/);
    assert.deepEqual(bodies(), []);
  });

  it('if Redis is full or down, a publish fails without a record, and its retry is appended', async () => {
    const { writer, bodies, records, set } = open();
    const receiver = writer();
    for (const state of ['full', 'down'] as const) {
      set(state);
      await assert.rejects(receiver.append(publish('a')), /OOM|connection lost/);
      assert.deepEqual([bodies(), records.size], [[], 0]);
    }
    set('up');
    assert.equal(await receiver.append(publish('a')), 'delivered');
  });

  it('if the reply of Redis was lost, the retry does not append the publish twice', async () => {
    const { writer, bodies, setLosesAnswers } = open();
    const receiver = writer();
    setLosesAnswers(true);
    await assert.rejects(receiver.append(publish('a')), /connection lost/);
    setLosesAnswers(false);
    assert.equal(await receiver.append(publish('a')), 'duplicate');
    assert.deepEqual(bodies(), ['{"n":"a"}']);
  });

  it('a Redis that does not respond times out after 5 s', async () => {
    const { writer, set } = open();
    set('silent');
    const refused = assert.rejects(writer().append(publish('a')), /has not answered for 5 s/);
    for (let round = 0; round < 4; round++) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(5_000);
    await refused;
  });

  it('a command has at most 4 MiB of bodies, or one body', async () => {
    const { writer, commands, bodies } = open();
    const body = (megabytes: number, name: string) => `"${name}${'x'.repeat(megabytes * 1024 * 1024)}"`;
    const sent = [1, 2, 6, 1].map((megabytes, index) => publish(index, body(megabytes, `${index}`)));
    const receiver = writer();
    assert.deepEqual(new Set(await Promise.all(sent.map(receiver.append))), new Set(['delivered']));
    assert.deepEqual(
      commands.map(([, , keys]) => Number(keys) - 2),
      [2, 1, 1],
    );
    assert.deepEqual(
      bodies().map((text) => text[1]),
      ['0', '1', '2', '3'],
    );
  });

  it('data loss of Redis is reported', async () => {
    const { writer, restartEmpty } = open();
    const receiver = writer();
    await receiver.append(publish('a'));
    restartEmpty();
    assert.equal(await receiver.append(publish('a')), 'delivered');
    assert.deepEqual(
      errors.map((error) => error instanceof RedisDataLostError),
      [true],
    );
  });

  it('a duplicate window under 31 minutes is a RangeError', () => {
    const { client } = open();
    const options = { client, queue: 'q', onError: assert.fail };
    assert.throws(() => createQueueWriter(clock, { ...options, windowMs: 31 * 60_000 - 1 }), RangeError);
    assert.doesNotThrow(() => createQueueWriter(clock, { ...options, windowMs: 31 * 60_000 }));
  });
});
