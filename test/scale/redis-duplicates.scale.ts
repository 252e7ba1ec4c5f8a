import assert from 'node:assert/strict';
import { systemClock } from '../../src/clock';
import { createRedisDuplicates, type RedisClient, RedisDataLostError, type RedisOptions } from '../../src/receiver';
import { hashOf } from '../receiver/duplicates/hashes';
import { type ConnectedRedis, connectToRedis } from './connected-redis';

describe('duplicates in a real Redis', () => {
  const errors: unknown[] = [];
  const [BODY, OTHER] = [hashOf('body'), hashOf('other')];
  const nameOf = (key: string) => `breakers:${key.slice(0, 32)}`;
  let redis: ConnectedRedis;
  let client: RedisClient;

  before(async () => {
    redis = await connectToRedis((error) => errors.push(error));
    client = redis.client;
  });
  after(() => redis.stop());

  const store = (options: Partial<RedisOptions> = {}) =>
    createRedisDuplicates(systemClock, { client, onError: (error) => void errors.push(error), ...options });

  it('a key is new once, claimed by one, and a duplicate when it was recorded', async () => {
    const [one, two] = [store(), store()];
    const key = hashOf('once');
    const both = Promise.all([one.check(key, BODY), two.check(key, BODY)]);
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.equal(await two.check(key, OTHER), 'reused');
    await one.record(key, BODY);
    assert.deepEqual((await both).sort(), ['duplicate', 'new']);
    assert.equal(await two.check(key, OTHER), 'reused');
    assert.deepEqual(errors, []);
  });

  it('a claim lapses after its lease, a record after its window', async () => {
    const shared = store({ leaseMs: 1234 });
    const key = hashOf('times');
    await shared.check(key, BODY);
    const ttl = async () => Number(await client.sendCommand(['PTTL', nameOf(key)]));
    const lease = await ttl();
    assert(lease > 0 && lease <= 1234, `${lease}`);
    await shared.record(key, BODY);
    const window = await ttl();
    assert(window > 86_300_000 && window <= 86_400_000, `${window}`);
    assert.equal(await client.sendCommand(['GET', nameOf(key)]), BODY.slice(0, 32));
  });

  it('a claim is given back by its owner only', async () => {
    const [one, two] = [store(), store()];
    const key = hashOf('owner');
    await one.check(key, BODY);
    await two.release(key);
    assert.equal(await client.sendCommand(['EXISTS', nameOf(key)]), 1);
    await one.release(key);
    assert.equal(await client.sendCommand(['EXISTS', nameOf(key)]), 0);
    assert.deepEqual(errors, []);
  });

  it('many at once, after the script was flushed, and one that Redis cannot take', async () => {
    const shared = store();
    await client.sendCommand(['SCRIPT', 'FLUSH']);
    const wrong = hashOf('a list');
    await client.sendCommand(['LPUSH', nameOf(wrong), 'x']);
    const keys = Array.from({ length: 1000 }, (_, index) => hashOf(index));
    const refused = assert.rejects(Promise.resolve(shared.check(wrong, BODY)), /WRONGTYPE/);
    const fates = await Promise.all(keys.map((key) => shared.check(key, BODY)));
    assert.deepEqual([...new Set(fates)], ['new']);
    await refused;
  });

  it('what was recorded is known after Redis was killed and started again', async () => {
    const shared = store();
    const keys = Array.from({ length: 20 }, (_, index) => hashOf(`kept ${index}`));
    await Promise.all(keys.map((key) => shared.check(key, BODY)));
    await Promise.all(keys.map((key) => shared.record(key, BODY)));
    errors.length = 0;
    await redis.killAndStart();
    const known = await Promise.all(keys.map((key) => shared.check(key, BODY)));
    assert.deepEqual(new Set(known), new Set(['duplicate']));
    assert(!errors.some((error) => error instanceof RedisDataLostError));
  });

  it('a Redis that was flushed is told once', async () => {
    const shared = store();
    await shared.check(hashOf('before'), BODY);
    errors.length = 0;
    await client.sendCommand(['FLUSHALL']);
    for (const key of ['one', 'two']) await shared.check(hashOf(key), BODY);
    assert.deepEqual(
      errors.map((error) => error instanceof RedisDataLostError),
      [true],
    );
  });

  it('a Redis that is full refuses what is new', async () => {
    const shared = store();
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '1']);
    await assert.rejects(Promise.resolve(shared.check(hashOf('full'), BODY)), /OOM/);
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '1gb']);
    assert.equal(await shared.check(hashOf('full'), BODY), 'new');
  });
});
