import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/clock';
import { openRedis } from '../../src/flow/receiving/redis-connection';
import { createRedisDuplicates, type RedisClient, type RedisOptions } from '../../src/inbound';
import { hashOf } from '../inbound/duplicates/hashes';
import { freePort } from '../support/receiving';
import { startRedis } from './engines';

describe('duplicates in a real Redis', () => {
  const userDir = mkdtempSync(join(tmpdir(), 'breakerflow-redis-client-'));
  const errors: unknown[] = [];
  const [BODY, OTHER] = [hashOf('body'), hashOf('other')];
  const nameOf = (key: string) => `breakers:${key.slice(0, 32)}`;
  let client: RedisClient;
  let end: (() => Promise<void>)[] = [];

  before(async () => {
    mkdirSync(join(userDir, 'node_modules'));
    symlinkSync(process.env.SCALE_REDIS_CLIENT ?? '', join(userDir, 'node_modules/redis'));
    const port = await freePort();
    const stop = await startRedis(port);
    const connection = openRedis(`redis://127.0.0.1:${port}`, userDir, (error) => errors.push(error));
    client = connection.client;
    end = [connection.close, stop, async () => rmSync(userDir, { recursive: true })];
    for (let tries = 0; tries < 100; tries++) {
      if (await client.sendCommand(['PING']).catch(() => undefined)) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  after(async () => {
    for (const each of end) await each();
  });

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
    await two.forget(key);
    assert.equal(await client.sendCommand(['EXISTS', nameOf(key)]), 1);
    await one.forget(key);
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

  it('a Redis that is full refuses what is new', async () => {
    const shared = store();
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '1']);
    await assert.rejects(Promise.resolve(shared.check(hashOf('full'), BODY)), /OOM/);
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '0']);
    assert.equal(await shared.check(hashOf('full'), BODY), 'new');
  });
});
