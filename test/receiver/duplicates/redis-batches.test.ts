import assert from 'node:assert/strict';
import { createManualClock } from '../../../src/clock';
import { createDeliverOnce, createRedisDuplicates, type RedisClient } from '../../../src/receiver';
import { fakeRedis } from './fake-redis';
import { hashOf } from './hashes';

/** The number of publishes in a command; its last key counts writes. */
const namedIn = (command: readonly string[]) => Number(command[2]) - 1;

describe('behaviour: batches of claims in Redis', () => {
  const requestBody = hashOf('body');
  const clock = createManualClock();
  const errors: Error[] = [];
  const store = (client: RedisClient) =>
    createRedisDuplicates(clock, { client, onError: (error) => void errors.push(error) });
  const settled = async () => {
    for (let round = 0; round < 4; round++) await new Promise((resolve) => setImmediate(resolve));
  };
  beforeEach(() => errors.splice(0));
  afterEach(() => assert.equal(clock.pendingTimers(), 0));

  /** A Redis whose replies wait until they are released. */
  function heldRedis() {
    const redis = fakeRedis(clock);
    const held: (() => void)[] = [];
    const client: RedisClient = {
      async sendCommand(command) {
        await new Promise<void>((resolve) => held.push(resolve));
        return redis.client.sendCommand(command);
      },
    };
    /** Releases every waiting reply once. */
    const release = async () => {
      for (const resolve of held.splice(0)) resolve();
      await settled();
    };
    return { ...redis, client, held, release };
  }

  it('requests of one turn of the event loop share a command, and each gets its own result', async () => {
    const { client, commands } = fakeRedis(clock);
    const shared = store(client);
    await shared.check(hashOf('recorded'), requestBody);
    await shared.record(hashOf('recorded'), requestBody);
    commands.length = 0;
    const asked = [hashOf(1), hashOf('recorded'), hashOf(2)].map((key) => shared.check(key, requestBody));
    const reused = shared.check(hashOf('recorded'), hashOf('other'));
    assert.deepEqual(await Promise.all([...asked, reused]), ['new', 'duplicate', 'new', 'reused']);
    assert.deepEqual(commands.map(namedIn), [4]);
  });

  it('later requests of the same turn share it, too', async () => {
    const { client, commands } = fakeRedis(clock);
    const shared = store(client);
    await shared.check(hashOf('first'), requestBody);
    commands.length = 0;
    const now = shared.check(hashOf(1), requestBody);
    for (let turns = 0; turns < 10; turns++) await undefined;
    const soon = shared.check(hashOf(2), requestBody);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const later = shared.check(hashOf(3), requestBody);
    assert.deepEqual(await Promise.all([now, soon, later]), ['new', 'new', 'new']);
    assert.deepEqual(commands.map(namedIn), [3]);
  });

  it('a release can share a command with other requests', async () => {
    const { client, commands, values } = fakeRedis(clock);
    const shared = store(client);
    await shared.check(hashOf(1), requestBody);
    commands.length = 0;
    const both = [shared.release(hashOf(1)), shared.check(hashOf(2), requestBody)];
    assert.deepEqual(await Promise.all(both), [undefined, 'new']);
    assert.deepEqual(commands.map(namedIn), [2]);
    assert.deepEqual([...values.keys()], [`breakers:${hashOf(2).slice(0, 32)}`]);
  });

  it('requests during a batch wait, and share the next one', async () => {
    const { client, commands, held, release } = heldRedis();
    const shared = store(client);
    const first = shared.check(hashOf(0), requestBody);
    await settled();
    const others = [1, 2, 3].map((index) => shared.check(hashOf(index), requestBody));
    const recorded = shared.record(hashOf(9), requestBody);
    await settled();
    assert.equal(held.length, 1);
    for (let trips = 0; trips < 3; trips++) await release();
    assert.equal(await first, 'new');
    assert.deepEqual(await Promise.all(others), ['new', 'new', 'new']);
    await recorded;
    // The first command reached a Redis without the script.
    assert.deepEqual(commands.map(namedIn), [1, 1, 4]);
    assert.deepEqual(errors, []);
  });

  it('if two instances claim the same keys at once, one instance gets each key', async () => {
    const { client } = fakeRedis(clock);
    const delivered: string[] = [];
    const instances = [1, 2].map(() => createDeliverOnce(store(client)));
    const keys = Array.from({ length: 20 }, (_, index) => hashOf(index));
    const all = keys.flatMap((key) => instances.map((once) => once(key, requestBody, () => void delivered.push(key))));
    for (let rounds = 0; rounds < 3; rounds++) {
      await settled();
      await clock.advance(100);
    }
    const fates = await Promise.all(all);
    assert.deepEqual(delivered.sort(), keys.sort());
    assert.equal(fates.filter((fate) => fate === 'duplicate').length, 20);
  });

  it('a command has at most 500 keys', async () => {
    const { client, commands } = fakeRedis(clock);
    const shared = store(client);
    await shared.check(hashOf('first'), requestBody);
    commands.length = 0;
    await Promise.all(Array.from({ length: 501 }, (_, index) => shared.check(hashOf(index), requestBody)));
    assert.deepEqual(commands.map(namedIn), [500, 1]);
  });

  it('a Redis without the script in its cache gets it again', async () => {
    const { client, commands, forgetScript } = fakeRedis(clock);
    const shared = store(client);
    assert.equal(await shared.check(hashOf(1), requestBody), 'new');
    forgetScript();
    assert.equal(await shared.check(hashOf(2), requestBody), 'new');
    assert.equal(await shared.check(hashOf(3), requestBody), 'new');
    const names = ['EVALSHA', 'EVAL', 'EVALSHA', 'EVAL', 'EVALSHA'];
    assert.deepEqual(
      commands.map(([name]) => name),
      names,
    );
  });

  it('an error of Redis for one key fails that request only, with its reason', async () => {
    const { client, refused } = fakeRedis(clock);
    const shared = store(client);
    refused.set(`breakers:${hashOf('bad').slice(0, 32)}`, 'OOM command not allowed');
    const [good, bad] = await Promise.allSettled([
      shared.check(hashOf('good'), requestBody),
      shared.check(hashOf('bad'), requestBody),
    ]);
    assert.equal(good.status === 'fulfilled' && good.value, 'new');
    assert.equal(bad.status === 'rejected' && bad.reason.message, 'OOM command not allowed');
  });

  it('a command that fails or gets a malformed reply fails its own requests and no waiting ones', async () => {
    const { client } = fakeRedis(clock);
    const replies: (() => Promise<unknown>)[] = [
      () => Promise.reject(new Error('connection lost')),
      async () => 'n',
      async () => null,
    ];
    const shared = store({ sendCommand: (command) => replies.shift()?.() ?? client.sendCommand(command) });
    for (const reason of [/connection lost/, /answered "n"/, /answered null/]) {
      const both = [1, 2].map(async (index) => shared.check(hashOf(index), requestBody));
      for (const each of both) await assert.rejects(each, reason);
    }
    assert.equal(await shared.check(hashOf(1), requestBody), 'new');
  });

  it('requests that wait during a failing command are sent in the next one', async () => {
    const { client, setDown, release } = heldRedis();
    const shared = store(client);
    const travels = assert.rejects(async () => shared.check(hashOf(1), requestBody), /connection lost/);
    await settled();
    const waits = shared.check(hashOf(2), requestBody);
    setDown(true);
    await release();
    await travels;
    setDown(false);
    for (let trips = 0; trips < 2; trips++) await release();
    assert.equal(await waits, 'new');
  });

  it('a Redis that does not respond fails running and waiting requests after 5 s, and is retried', async () => {
    const { client, held, release } = heldRedis();
    const shared = store(client);
    const fates: string[] = [];
    const ask = (key: string) =>
      Promise.resolve(shared.check(hashOf(key), requestBody)).then(
        (fate) => fates.push(`${key} ${fate}`),
        (error: Error) => fates.push(`${key}: ${error.message}`),
      );
    const first = ask('travels');
    await settled();
    await clock.advance(4999);
    const others = [ask('waits'), ask('waits too')];
    await settled();
    assert.deepEqual(fates, []);
    await clock.advance(1);
    await Promise.all([first, ...others]);
    const reason = 'Redis has not answered for 5 s';
    assert.deepEqual(fates, [`travels: ${reason}`, `waits: ${reason}`, `waits too: ${reason}`]);

    const third = ask('later');
    await settled();
    assert.equal(held.length, 2);
    for (let trips = 0; trips < 3; trips++) await release();
    await third;
    assert.equal(fates[3], 'later new');
  });

  it('closing waits until deliveries are recorded', async () => {
    const { client, values, release } = heldRedis();
    const shared = store(client);
    const claimed = shared.check(hashOf(1), requestBody);
    await settled();
    const recorded = shared.record(hashOf(2), requestBody);
    let isClosed = false;
    const closed = shared.close().then(() => (isClosed = true));
    await release();
    await release();
    assert.equal(isClosed, false);
    await release();
    await Promise.all([claimed, recorded, closed]);
    assert.equal(values.get(`breakers:${hashOf(2).slice(0, 32)}`)?.value, requestBody.slice(0, 32));
  });
});
