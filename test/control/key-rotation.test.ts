import assert from 'node:assert/strict';
import type { OperationId } from '../../src/catalog';
import { createKeyOperator, type KeyRotation, type RotationStep } from '../../src/control';
import { type DeviceSite, startDeviceSite } from './device-site';
import { usualSafety } from './operated-site';

const keyWrites: readonly OperationId[] = ['udpKeys.create', 'udpKeys.assign', 'udpKeys.delete'];

describe('spec 3, 4.3, 4.6 rotating UDP keys', () => {
  let site: DeviceSite;
  beforeEach(async () => {
    seen = 0;
    site = await startDeviceSite();
  });
  afterEach(() => site.close());

  const client = () => site.client();
  const newKey = async (keyType: 'unicast' | 'broadcast' = 'unicast') =>
    (await site.settle(client().call('udpKeys.create', { body: { keyType } }))).data.id;
  const assign = (keyId: string, deviceId: string, priority: 'primary' | 'secondary' = 'primary') =>
    site.settle(client().call('udpKeys.assign', { path: { deviceId }, body: { keyId, priority } }));
  const rotation = (more: Partial<KeyRotation> = {}): KeyRotation => ({
    deviceIds: [site.rack, site.oven],
    keyType: 'unicast',
    priority: 'primary',
    deleteOld: true,
    makeRoom: false,
    ...more,
  });
  const rotate = (more: Partial<KeyRotation> = {}) =>
    site.settle(site.keys().rotate(site.ask(site.rack), rotation(more)));
  /** The ids of the keys at the service, with their devices. */
  const keys = () =>
    site.simulator
      .snapshot()
      .udpKeys.filter(({ deleted }) => deleted !== true)
      .map(({ id, assignments }) => [id, assignments.map(({ deviceId }) => deviceId)] as const);
  const fault = (kind: 'reset-after' | 'reset-before', operation: OperationId, times = 1) =>
    site.simulator.controls.faults.inject({ kind, match: { operation }, times });
  /** The writes that were sent since the last call, in order. */
  let seen = 0;
  function writes(): (OperationId | undefined)[] {
    const all = site.simulator.controls.requests.filter(({ operation }) => operation && keyWrites.includes(operation));
    const fresh = all.slice(seen).map(({ operation }) => operation);
    seen = all.length;
    return fresh;
  }
  async function usual(): Promise<string> {
    const old = await newKey();
    await assign(old, site.rack);
    await assign(old, site.oven);
    seen = 0;
    writes();
    return old;
  }

  it('the new key is created and assigned before the old one is deleted', async () => {
    const old = await usual();
    const steps: RotationStep[] = [];
    const result = await rotate({ onStep: (step) => steps.push(step) });
    assert.equal(result.outcome, 'confirmed');
    const id = result.key?.id ?? '';
    assert.deepEqual(writes(), ['udpKeys.create', 'udpKeys.assign', 'udpKeys.assign', 'udpKeys.delete']);
    assert.deepEqual(keys(), [[id, [site.rack, site.oven]]]);
    assert.deepEqual(
      [result.assigned, result.failed, result.replaced, result.deleted, result.kept],
      [[site.rack, site.oven], [], [old], [old], []],
    );
    assert.deepEqual(
      steps.map(({ step, keyId, deviceId }) => [step, keyId, deviceId]),
      [
        ['create', id, undefined],
        ['assign', id, site.rack],
        ['assign', id, site.oven],
        ['delete', old, undefined],
      ],
    );
    assert.equal(Buffer.from(String(result.key?.value), 'base64').length, 32);
  });

  it('devices without a key get one, and nothing is deleted', async () => {
    const result = await rotate();
    assert.deepEqual([result.outcome, result.replaced, result.deleted], ['confirmed', [], []]);
    assert.deepEqual(writes(), ['udpKeys.create', 'udpKeys.assign', 'udpKeys.assign']);
  });

  it('an old key that another device still has is kept', async () => {
    const old = await usual();
    const result = await rotate({ deviceIds: [site.rack] });
    assert.deepEqual([result.outcome, result.kept], ['confirmed', [{ keyId: old, deviceIds: [site.oven] }]]);
    assert.deepEqual(result.deleted, []);
  });

  it('the keys of the other priority and of the other type stay', async () => {
    const old = await usual();
    const [secondary, broadcast] = [await newKey(), await newKey('broadcast')];
    await assign(secondary, site.rack, 'secondary');
    await assign(broadcast, site.rack);
    const result = await rotate();
    assert.deepEqual(result.deleted, [old]);
    assert.deepEqual(
      keys().map(([id]) => id),
      [secondary, broadcast, result.key?.id],
    );
  });

  it('old keys stay if `deleteOld` is off', async () => {
    const old = await usual();
    const result = await rotate({ deleteOld: false });
    assert.deepEqual([result.outcome, result.kept], ['confirmed', [{ keyId: old, deviceIds: [] }]]);
  });

  it('a device that is offline keeps its old key, which is not deleted', async () => {
    const old = await usual();
    site.simulator.controls.setOnline(site.oven, false);
    const result = await rotate();
    assert.equal(result.outcome, 'incomplete');
    assert.deepEqual(
      [result.assigned, result.failed.map(({ deviceId, error }) => [deviceId, error.code])],
      [[site.rack], [[site.oven, 'DEVICE_OFFLINE']]],
    );
    assert.deepEqual(result.kept, [{ keyId: old, deviceIds: [site.oven] }]);
    assert.deepEqual(keys(), [
      [old, [site.oven]],
      [result.key?.id, [site.rack]],
    ]);
  });

  it('if no device accepts the new key, it is deleted and nothing has changed', async () => {
    const old = await usual();
    for (const deviceId of [site.rack, site.oven]) site.simulator.controls.setOnline(deviceId, false);
    await site.refused(site.keys().rotate(site.ask(site.rack), rotation()), 'DEVICE_OFFLINE');
    assert.deepEqual(keys(), [[old, [site.rack, site.oven]]]);
  });

  it('a deleted key that a device still has is replaced without further reads', async () => {
    const old = await usual();
    site.simulator.controls.setOnline(site.rack, false);
    await site.settle(client().call('udpKeys.delete', { path: { keyId: old } }));
    site.simulator.controls.setOnline(site.rack, true);
    const held = () =>
      site.simulator.controls
        .devices()
        .find(({ id }) => id === site.rack)
        ?.udpKeys.map(({ id }) => id);
    assert.deepEqual(held(), [old]);
    writes();
    const result = await rotate({ deviceIds: [site.rack] });
    assert.deepEqual([result.outcome, result.replaced, result.deleted, result.kept], ['confirmed', [old], [], []]);
    assert.deepEqual(held(), [result.key?.id]);
    assert(!writes().includes('udpKeys.delete'));
  });

  describe('spec 8 the cap', () => {
    const fill = async () => {
      const cap = site.simulator.controls.devices().length;
      const made: string[] = [];
      for (let count = 0; count < cap; count++) made.push(await newKey());
      seen = 0;
      writes();
      return made;
    };

    it('at the cap the service refuses, nothing has changed, and the error has the number of keys', async () => {
      const made = await fill();
      const error = await site.refused(site.keys().rotate(site.ask(site.rack), rotation()), 'REFUSED');
      assert.match(error.message, new RegExp(`${made.length} active unicast keys`));
      assert.deepEqual(writes(), ['udpKeys.create']);
      assert.equal(keys().length, made.length);
    });

    it('with `makeRoom`, the key without devices that expires first is deleted', async () => {
      const made = await fill();
      await assign(made[0] ?? '', site.rack);
      writes();
      const result = await rotate({ deviceIds: [site.rack], makeRoom: true });
      assert.equal(result.outcome, 'confirmed');
      assert.deepEqual(result.deleted, [made[1], made[0]]);
      assert.deepEqual(writes(), ['udpKeys.delete', 'udpKeys.create', 'udpKeys.assign', 'udpKeys.delete']);
    });

    it('a key that devices use is never deleted to make room', async () => {
      const made = await fill();
      const devices = site.simulator.controls.devices().map(({ id }) => id);
      for (const [index, keyId] of made.entries()) await assign(keyId, devices[index] ?? '');
      writes();
      await site.refused(site.keys().rotate(site.ask(site.rack), rotation({ makeRoom: true })), 'REFUSED');
      assert.deepEqual(writes(), ['udpKeys.create']);
    });

    it('below the cap no key is deleted to make room', async () => {
      const spare = await newKey();
      const result = await rotate({ makeRoom: true });
      assert.deepEqual([result.outcome, result.deleted], ['confirmed', []]);
      assert(keys().some(([id]) => id === spare));
    });
  });

  describe('unclear outcomes', () => {
    it('a lost answer to the create is settled by the list, including the value', async () => {
      await usual();
      // Keys that were created within a minute cannot be distinguished.
      await site.clock.advance(120_000);
      fault('reset-after', 'udpKeys.create');
      const result = await rotate();
      assert.equal(result.outcome, 'confirmed');
      assert.equal(Buffer.from(String(result.key?.value), 'base64').length, 32);
    });

    it('a key that existed before is not mistaken for the new one', async () => {
      const old = await usual();
      fault('reset-before', 'udpKeys.create');
      const result = await rotate();
      assert.deepEqual([result.outcome, result.stoppedAt?.step, result.key], ['unknown', 'create', undefined]);
      assert.deepEqual([writes(), keys()], [['udpKeys.create'], [[old, [site.rack, site.oven]]]]);
      fault('reset-before', 'udpKeys.create');
      const made = await site.settle(site.keys().create(site.ask(site.rack), 'unicast'));
      assert.deepEqual([made.outcome, made.key, made.appeared], ['unknown', undefined, []]);
    });

    it('if that cannot be settled, nothing more is sent, and the existing keys are reported', async () => {
      const old = await usual();
      // If two keys appear together, it is unknown which is ours.
      fault('reset-after', 'udpKeys.create');
      const result = await rotate();
      assert.equal(result.outcome, 'unknown');
      assert.equal(result.stoppedAt?.step, 'create');
      assert.deepEqual(result.notTried, [site.rack, site.oven]);
      assert.deepEqual(writes(), ['udpKeys.create']);
      assert.deepEqual(
        result.exists?.map(({ id, deviceIds }) => [id, deviceIds]),
        keys(),
      );
      assert.equal(keys()[0]?.[0], old);
    });

    it('a lost answer to an assignment is settled by the list, which also shows the replaced key', async () => {
      const old = await usual();
      fault('reset-after', 'udpKeys.assign', 2);
      const result = await rotate();
      assert.deepEqual([result.outcome, result.replaced, result.deleted], ['confirmed', [old], [old]]);
      assert.equal(writes().filter((id) => id === 'udpKeys.assign').length, 2);
    });

    it('an assignment with an unknown outcome ends the rotation: no further device, no deletion', async () => {
      const old = await usual();
      // The key is not found when it is read, but may still appear.
      fault('reset-before', 'udpKeys.assign');
      const result = await rotate();
      assert.equal(result.outcome, 'unknown');
      assert.deepEqual([result.stoppedAt?.step, result.stoppedAt?.deviceId], ['assign', site.rack]);
      assert.deepEqual([result.assigned, result.notTried, result.deleted], [[], [site.oven], []]);
      assert.deepEqual(writes(), ['udpKeys.create', 'udpKeys.assign']);
      assert.deepEqual(
        result.exists?.map(({ id }) => id),
        [old, result.key?.id],
      );
    });

    it('an answer with another key than the new one counts as unknown', async () => {
      await usual();
      const usualClient = site.client();
      const lying = {
        ...usualClient,
        call: async (id: OperationId, input: never, options: never) => {
          const reply = await usualClient.call(id, input, options);
          return id === 'udpKeys.assign' ? { ...reply, data: { activeKeyId: 'another' } } : reply;
        },
      } as unknown as typeof usualClient;
      const operator = createKeyOperator(lying, site.clock, usualSafety);
      const result = await site.settle(operator.rotate(site.ask(site.rack), rotation()));
      assert.deepEqual([result.outcome, result.stoppedAt?.step], ['unknown', 'assign']);
      assert.deepEqual(writes(), ['udpKeys.create', 'udpKeys.assign']);
    });

    it('a deletion with a lost answer is resent, and 404 counts as deleted', async () => {
      const old = await usual();
      fault('reset-after', 'udpKeys.delete');
      const result = await rotate();
      assert.deepEqual([result.outcome, result.deleted], ['confirmed', [old]]);
    });

    it('a refused deletion is reported, and the other steps stay done', async () => {
      const old = await usual();
      site.simulator.controls.faults.inject({ kind: 'error', status: 403, match: { operation: 'udpKeys.delete' } });
      const result = await rotate();
      assert.equal(result.outcome, 'incomplete');
      assert.deepEqual(
        result.kept.map(({ keyId, error }) => [keyId, error?.code]),
        [[old, 'FORBIDDEN']],
      );
      assert.deepEqual(result.assigned, [site.rack, site.oven]);
    });

    it('if the list cannot be read after the assignments, nothing is deleted and that is reported', async () => {
      const old = await usual();
      const forbid = () =>
        site.simulator.controls.faults.inject({ kind: 'error', status: 403, match: { operation: 'udpKeys.list' } });
      const result = await rotate({ onStep: ({ step }) => (step === 'assign' ? forbid() : undefined) });
      assert.deepEqual([result.outcome, result.error?.code, result.exists], ['incomplete', 'FORBIDDEN', undefined]);
      assert.deepEqual([result.assigned.length, result.deleted], [2, []]);
      assert(keys().some(([id]) => id === old));
    });
  });

  it('two simultaneous rotations run one after the other and leave one key', async () => {
    await usual();
    const operator = site.keys();
    const both = Promise.all([
      operator.rotate(site.ask(site.rack), rotation()),
      operator.rotate(site.ask(site.rack), rotation()),
    ]);
    const [first, second] = await site.settle(both);
    assert.deepEqual([first.outcome, second.outcome], ['confirmed', 'confirmed']);
    assert.deepEqual(second.deleted, [first.key?.id]);
    assert.deepEqual(keys(), [[second.key?.id, [site.rack, site.oven]]]);
  });

  it('a rotation that is aborted sends nothing more', async () => {
    await usual();
    const stop = new AbortController();
    const ended = site
      .keys()
      .rotate(
        site.ask(site.rack, { signal: stop.signal }),
        rotation({ onStep: ({ step }) => (step === 'assign' ? stop.abort() : undefined) }),
      );
    await assert.rejects(site.settle(ended));
    assert.deepEqual(writes(), ['udpKeys.create', 'udpKeys.assign']);
  });

  it('a dry run sends nothing and shows every request', async () => {
    const old = await usual();
    const result = await site.settle(site.keys({ armed: false }).rotate(site.ask(site.rack), rotation()));
    assert.equal(result.outcome, 'dry-run');
    assert.deepEqual(
      result.requests?.map(({ method, url, body }) => [method, url.split('/api/v1')[1], body]),
      [
        ['POST', '/udpKeys', { keyType: 'unicast' }],
        ['POST', `/devices/${site.rack}/udpKeys`, { keyId: 'id-of-the-new-key', priority: 'primary' }],
        ['POST', `/devices/${site.oven}/udpKeys`, { keyId: 'id-of-the-new-key', priority: 'primary' }],
      ],
    );
    assert.deepEqual([writes(), keys()], [[], [[old, [site.rack, site.oven]]]]);
  });
});

describe('spec 4.6 single UDP keys', () => {
  let site: DeviceSite;
  beforeEach(async () => {
    site = await startDeviceSite();
  });
  afterEach(() => site.close());
  const make = async () => {
    const { key } = await site.settle(site.keys().create(site.ask(site.rack), 'unicast'));
    return key?.id ?? assert.fail();
  };

  it('a key is created, assigned, and while devices use it deleted only with its id as confirmation', async () => {
    const keyId = await make();
    const assigned = await site.settle(site.keys().assign(site.ask(site.rack), keyId, 'primary'));
    assert.deepEqual([assigned.outcome, assigned.rotatedKeyId], ['confirmed', undefined]);
    const next = await make();
    assert.equal((await site.settle(site.keys().assign(site.ask(site.rack), next, 'primary'))).rotatedKeyId, keyId);
    for (const confirm of [undefined, true, keyId])
      await site.refused(site.keys().remove(site.ask(site.rack), next, confirm), 'CONFIRMATION_NEEDED');
    assert.equal((await site.settle(site.keys().remove(site.ask(site.rack), next, next))).outcome, 'confirmed');
    assert.equal((await site.settle(site.keys().remove(site.ask(site.rack), keyId, undefined))).outcome, 'confirmed');
    await site.refused(site.keys().remove(site.ask(site.rack), keyId, undefined), 'NOT_FOUND');
  });

  it('a create with an unknown outcome is not repeated, and the keys that appeared are reported', async () => {
    await site.settle(site.keys().create(site.ask(site.rack), 'broadcast'));
    site.simulator.controls.faults.inject({ kind: 'reset-after', match: { operation: 'udpKeys.create' } });
    const result = await site.settle(site.keys().create(site.ask(site.rack), 'broadcast'));
    assert.equal(result.outcome, 'unknown');
    assert.deepEqual([result.appeared?.length, site.requests('udpKeys.create').length], [1, 2]);
  });

  it('an account that is not armed sends nothing', async () => {
    const keyId = await make();
    const keys = site.keys({ armed: false });
    const results = [
      await site.settle(keys.create(site.ask(site.rack), 'unicast')),
      await site.settle(keys.assign(site.ask(site.rack), keyId, 'primary')),
      await site.settle(keys.remove(site.ask(site.rack), keyId, undefined)),
    ];
    assert.deepEqual(
      results.map(({ outcome, requests }) => [outcome, requests?.map(({ method }) => method)]),
      [
        ['dry-run', ['POST']],
        ['dry-run', ['POST']],
        ['dry-run', ['DELETE']],
      ],
    );
    assert.equal(site.requests('udpKeys.create').length, 1);
  });
});
