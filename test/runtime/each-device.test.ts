import assert from 'node:assert/strict';
import { setImmediate as nextRound } from 'node:timers/promises';
import { ClientError, type ReleaseWhile } from '../../src/client';
import { eachDevice, maxConcurrentDevices } from '../../src/runtime/node/each-device';

const named = (count: number) => Array.from({ length: count }, (_, index) => `device-${index}`);
const failure = (code: 'NOT_FOUND' | 'CLOSED') => new ClientError(code, 'test', {});

describe('behaviour: several devices in one message', () => {
  let begun: string[];
  let ends: Map<string, (error?: Error) => void>;
  beforeEach(() => {
    begun = [];
    ends = new Map();
  });

  const underWay = (deviceId: string) =>
    new Promise<string>((resolve, reject) => {
      begun.push(deviceId);
      ends.set(deviceId, (error) => (error === undefined ? resolve(deviceId) : reject(error)));
    });
  async function end(deviceId: string, error?: Error): Promise<void> {
    ends.get(deviceId)?.(error);
    await nextRound();
  }

  it('a limited number runs at once, the others follow in order, and the outcomes have the order of the devices', async () => {
    const deviceIds = named(maxConcurrentDevices + 2);
    const progress: string[] = [];
    const all = eachDevice(deviceIds, underWay, (finished, total) => progress.push(`${finished}/${total}`));
    await nextRound();
    assert.deepEqual(begun, named(maxConcurrentDevices));
    await end('device-5');
    await end('device-1', failure('NOT_FOUND'));
    assert.deepEqual(begun, deviceIds);
    for (const deviceId of deviceIds) await end(deviceId);
    const { outcomes } = await all;
    assert.deepEqual(
      outcomes.map(({ deviceId }) => deviceId),
      deviceIds,
    );
    assert.deepEqual(
      outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.deviceId] : [])),
      ['device-1'],
    );
    assert.deepEqual(progress.slice(0, 2), [`1/${deviceIds.length}`, `2/${deviceIds.length}`]);
  });

  it('a waiting device releases its permit, and continues before a device that has not started', async () => {
    const deviceIds = named(maxConcurrentDevices + 2);
    let endWait = () => {};
    const wentOn: string[] = [];
    const work = async (deviceId: string, releaseWhile: ReleaseWhile) => {
      if (deviceId === 'device-0') {
        await releaseWhile(new Promise<void>((resolve) => (endWait = resolve)));
        wentOn.push(deviceId);
      }
      return underWay(deviceId);
    };
    const all = eachDevice(deviceIds, work, () => {});
    await nextRound();
    assert.equal(begun.length, maxConcurrentDevices);
    assert.equal(begun.at(-1), `device-${maxConcurrentDevices}`);
    endWait();
    await nextRound();
    assert.deepEqual(wentOn, []);
    await end('device-1');
    assert.deepEqual(wentOn, ['device-0']);
    assert.equal(begun.includes(`device-${maxConcurrentDevices + 1}`), false);
    for (const deviceId of ['device-2', ...deviceIds]) await end(deviceId);
    assert.equal((await all).outcomes.length, deviceIds.length);
  });

  it('a device that continues last lets all others start', async () => {
    const deviceIds = named(maxConcurrentDevices + 2);
    const work = async (deviceId: string, releaseWhile: ReleaseWhile) => {
      if (deviceId === 'device-0') await releaseWhile(Promise.resolve(), 'last');
      return underWay(deviceId);
    };
    const all = eachDevice(deviceIds, work, () => {});
    await nextRound();
    await end('device-1');
    assert.deepEqual(begun, deviceIds.slice(1));
    await end('device-2');
    assert.equal(begun.at(-1), 'device-0');
    for (const deviceId of deviceIds) await end(deviceId);
    assert.equal((await all).outcomes.length, deviceIds.length);
  });

  it('when the node closes no further device starts, and the started ones report their outcome', async () => {
    const all = eachDevice(named(maxConcurrentDevices + 5), underWay, () => {});
    await nextRound();
    await end('device-0', failure('CLOSED'));
    for (const deviceId of named(maxConcurrentDevices)) await end(deviceId);
    const { outcomes, stopped } = await all;
    assert.equal(begun.length, maxConcurrentDevices);
    assert.equal(stopped?.code, 'CLOSED');
    assert.deepEqual(
      outcomes.map(({ deviceId }) => deviceId),
      named(maxConcurrentDevices).slice(1),
    );
  });
});
