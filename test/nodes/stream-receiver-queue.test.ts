import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import { appendScript } from '../../src/receiver/queue/queue-writer';
import { fakeQueueRedis } from '../support/fake-queue-redis';
import { fakeRedisPackage } from '../support/fake-redis-package';
import { credential, publishOf, type Receiving, startReceiving } from '../support/receiving';
import { startService } from '../support/simulated-service';
import { settled } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;
const keys = { accessKeyId: credential.accessKeyId, secretAccessKey: credential.secretAccessKey };

describe('stream-receiver and a queue', () => {
  let receiving: Receiving | undefined;
  afterEach(async () => {
    await receiving?.stop();
    receiving = undefined;
  });

  async function start(settings: Settings, endpoint: Settings = { duplicates: 'redis' }, persistent = true) {
    const clock = createManualClock();
    const redis = fakeQueueRedis(clock);
    redis.setPersistent(persistent);
    const service = await startService({ clock, deliveries: { transportClock: clock } });
    receiving = await startReceiving({
      node: { type: 'stream-receiver', register: false, shape: 'tree', ...settings },
      endpoint,
      credentials: { n: keys },
      service,
      registrations: [fakeRedisPackage(redis.client)],
    });
    return { ...receiving, redis, clock };
  }
  const meter = (amperes: number) => ({ meter: { telemetry: { currentA: { val: amperes } } } });
  const bodies = (queued: readonly string[]) => queued.map((body) => JSON.parse(body) as Settings);

  describe('a receiver that delivers to a queue', () => {
    const toQueue = { deliverTo: 'queue' };

    it('responds 200 when the publish is in the queue unchanged, and sends no message', async () => {
      const { publish, redis, data } = await start(toQueue);
      const sent = publishOf('d1', meter(7));
      assert.equal(await publish(sent), 200);
      assert.deepEqual(bodies(redis.bodies()), [sent]);
      assert.deepEqual(data, []);
    });

    it('a duplicate is accepted and not appended; another content is rejected', async () => {
      const { publish, redis } = await start(toQueue);
      const sent = publishOf('d1', meter(7));
      assert.deepEqual([await publish(sent), await publish(sent)], [200, 200]);
      assert.equal(await publish({ ...sent, ...meter(8) }), 409);
      assert.equal(redis.bodies().length, 1);
    });

    it('with a Redis that is full or down the response is 503, and the retry is accepted', async () => {
      const { publish, redis } = await start(toQueue);
      const sent = publishOf('d1', meter(7));
      for (const state of ['full', 'down'] as const) {
        redis.set(state);
        assert.equal(await publish(sent), 503);
      }
      redis.set('up');
      assert.equal(await publish(sent), 200);
      assert.equal(redis.bodies().length, 1);
    });

    it('publishes as input messages are appended too', async () => {
      const { red, redis, data } = await start(toQueue);
      const sent = publishOf('d1', meter(7));
      await red.run({ payload: [sent, sent] });
      assert.deepEqual([bodies(redis.bodies()), data, red.caught], [[sent], [], []]);
    });

    it('a queue of another name is another queue', async () => {
      const { publish, redis } = await start({ ...toQueue, queue: 'site-2' });
      await publish(publishOf('d1', meter(7)));
      assert.deepEqual([redis.bodies().length, redis.bodies('site-2').length], [0, 1]);
    });

    it('an endpoint without Redis is an error at deploy', async () => {
      const { red, publish } = await start(toQueue, {});
      assert.equal(await publish(publishOf('d1', meter(7))), 404);
      await red.run({ payload: publishOf('d1', meter(7)) });
      const [validation] = red.caught[0]?.error.cause.validations ?? [];
      assert.deepEqual([red.caught[0]?.error.code, validation?.field], ['INVALID_INPUT', 'endpoint']);
    });
  });

  describe('a worker', () => {
    const worker = { format: 'queue', endpoint: '', queueEndpoint: 'endpoint' };
    const nowhere = { mount: 'none', duplicates: 'redis' };
    async function startFilled(settings: Settings = {}, ...sent: Settings[]) {
      const started = await start({ deliverTo: 'queue' });
      for (const each of sent) assert.equal(await started.publish(each), 200);
      await started.deploy(started.flow({ n: { ...worker, ...settings }, endpoint: nowhere }));
      await started.until(() => started.data.length > 0);
      return started;
    }
    it('sends a publish as a receiver does, with `msg.queue`', async () => {
      const sent = publishOf('d1', meter(7));
      const { data, redis } = await startFilled({}, sent);
      const [{ payload, topic, deviceId, transactionId, queue, redelivered } = assert.fail()] = data;
      assert.deepEqual([payload, topic, deviceId, transactionId], [sent, '-/d1', 'd1', sent.transactionId]);
      assert.deepEqual([queue, redelivered], [{ id: '1-0', index: 0, count: 1 }, undefined]);
      assert.equal(redis.bodies().length, 1);
    });

    it('reports nothing before the first attempt to connect to Redis has ended', async () => {
      const { statuses, warnings, clock } = await startFilled({}, publishOf('d1', meter(7)));
      await clock.advance(2_000);
      assert(!statuses().includes('queue unreachable'), statuses().join());
      assert(!warnings().some((text) => text.includes('offline')), warnings().join());
    });

    it('acknowledges when the message returns to its input', async () => {
      const { data, red, redis } = await startFilled({}, publishOf('d1', meter(7)));
      await red.run(data[0] ?? {});
      assert.deepEqual([redis.bodies(), redis.pending(), red.caught], [[], 0, []]);
    });

    it('a publish of several messages is acknowledged when all of them have returned', async () => {
      const sent = publishOf('d1', { ...meter(7), device: { telemetry: { rssi: { val: -60 } } } });
      const { data, red, redis } = await startFilled({ output: 'channel' }, sent);
      assert.deepEqual(
        data.map(({ queue }) => queue),
        [0, 1].map((index) => ({ id: '1-0', index, count: 2 })),
      );
      await red.run(data[1] ?? {});
      await red.run(data[1] ?? {});
      assert.equal(redis.pending(), 1);
      await red.run(data[0] ?? {});
      assert.equal(redis.pending(), 0);
    });

    it('a publish without messages is acknowledged at once', async () => {
      const sent = [publishOf('d1', meter(7)), publishOf('d2', meter(8))];
      const { data, redis, until } = await startFilled({ onlyDevices: 'd2' }, ...sent);
      await until(() => redis.pending() === 1);
      assert.deepEqual([data.length, bodies(redis.bodies())], [1, [sent[1]]]);
    });

    it('at once: acknowledges when the wired nodes have the message', async () => {
      const { redis, until } = await startFilled({ acknowledge: 'arrival' }, publishOf('d1', meter(7)));
      await until(() => redis.pending() === 0);
      assert.deepEqual(redis.bodies(), []);
    });

    it('a publish that was not acknowledged in time is redelivered, with a mark', async () => {
      const { data, until } = await startFilled({ takeOverAfter: 5 }, publishOf('d1', meter(7)));
      await until(() => data.length === 2);
      assert.deepEqual([data[0]?.redelivered, data[1]?.redelivered], [undefined, true]);
      assert.deepEqual(data[1]?.payload, data[0]?.payload);
    });

    it('a message without `msg.queue` goes to the Catch node and acknowledges nothing', async () => {
      const { red, redis } = await startFilled({}, publishOf('d1', meter(7)));
      for (const queue of [undefined, 'text', {}, { id: '1', index: 0, count: 1 }, { id: '1-0', index: 0, count: 0 }])
        await red.run({ payload: 1, queue });
      assert.deepEqual(
        red.caught.map(({ error }) => [error.code, error.cause.validations[0]?.field]),
        Array(5).fill(['INVALID_INPUT', 'queue']),
      );
      assert.equal(redis.pending(), 1);
    });

    it('while Redis does not respond, an acknowledgement waits', async () => {
      const { data, red, redis, clock } = await startFilled({}, publishOf('d1', meter(7)));
      redis.set('down');
      red.give(data[0] ?? {});
      await settled();
      await clock.advance(2_000);
      assert.equal(red.completed.length, 0);
      redis.set('up');
      await red.untilEnded(1);
      assert.deepEqual([redis.pending(), red.caught], [0, []]);
    });

    it('an invalid publish is removed and reported', async () => {
      const started = await startFilled({}, publishOf('d1', meter(7)));
      const { client } = started.redis;
      const args = ['1000', 'name', 'hash', 'id', '1', '{"no":"publish"}'];
      await client.sendCommand(['EVALSHA', appendScript.digest, '3', 'k', 'breakers:queue:publishes', 'w', ...args]);
      await started.until(() => started.redis.bodies().length === 1);
      assert.equal(started.data.length, 1);
    });

    it('a redeploy loses nothing', async () => {
      const sent = [publishOf('d1', meter(7)), publishOf('d1', meter(8))];
      const started = await startFilled({ maxHeld: 1, takeOverAfter: 5 }, ...sent);
      await started.deploy(started.flow({ n: { ...worker, takeOverAfter: 5 }, endpoint: nowhere }));
      await started.until(() => started.data.length >= 3);
      assert.deepEqual(new Set(started.data.map(({ transactionId }) => transactionId)).size, 2);
    });

    it('a Redis that is down is red, until it is back', async () => {
      const { redis, statuses, clock } = await startFilled({}, publishOf('d1', meter(7)));
      redis.set('down');
      await clock.advance(2_000);
      assert.equal(statuses().at(-1), 'queue unreachable');
      redis.set('up');
      await clock.advance(2_000);
      assert.equal(statuses().at(-1), 'listening');
    });
  });

  describe('a Redis without persistence', () => {
    it('is reported on connection', async () => {
      const { warnings } = await start({ deliverTo: 'queue' }, { duplicates: 'redis' }, false);
      await settled();
      assert(
        warnings().some((text) => text.includes('appendonly no')),
        warnings().join(),
      );
    });

    it('is not reported for a Redis with persistence', async () => {
      const { warnings } = await start({ deliverTo: 'queue' });
      await settled();
      assert(!warnings().some((text) => text.includes('Redis')), warnings().join());
    });

    it('that has lost its data turns the status yellow until the next deploy, and is logged', async () => {
      const { publish, redis, red, warnings, clock, deploy, flow } = await start({ deliverTo: 'queue' });
      assert.equal(await publish(publishOf('d1', meter(7))), 200);
      redis.restartEmpty();
      assert.equal(await publish(publishOf('d1', meter(8))), 200);
      await clock.advance(2_000);
      const last = red.statuses.at(-1);
      assert.deepEqual([last?.fill, last?.text], ['yellow', 'Redis data lost']);
      assert(warnings().some((text) => text.includes('come back without what it had stored')));
      await deploy(flow({ n: { name: 'again' } }), 'nodes');
      assert.equal(await publish(publishOf('d1', meter(9))), 200);
      await clock.advance(2_000);
      assert.equal(red.statuses.at(-1)?.fill, 'green');
    });
  });
});
