import assert from 'node:assert/strict';
import type { OperationId } from '../../src/catalog';
import type { RotationResult } from '../../src/control';
import { samples } from '../device-settings/samples';
import { type DeviceSite, startDeviceSite } from './device-site';

const operations: readonly OperationId[] = ['udpKeys.list', 'udpKeys.create', 'udpKeys.assign', 'udpKeys.delete'];
const kinds = ['reset-after', 'reset-before', 'unavailable', 'too-many-requests', 'html', 'malformed-json'] as const;

describe('a rotation of UDP keys with random faults', () => {
  const { random } = samples(2026);
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
  const ends: string[] = [];

  for (let round = 0; round < 40; round++)
    it(`case ${round}: leaves no device without a key, and reports the existing keys`, async () => {
      const site = await startDeviceSite();
      try {
        await oneCase(site);
      } finally {
        await site.close();
      }
    });

  async function oneCase(site: DeviceSite): Promise<void> {
    const devices = [site.rack, site.oven, site.outlets];
    const client = site.client();
    const { data: old } = await site.settle(client.call('udpKeys.create', { body: { keyType: 'unicast' } }));
    for (const deviceId of devices)
      await site.settle(
        client.call('udpKeys.assign', { path: { deviceId }, body: { keyId: old.id, priority: 'primary' } }),
      );
    await site.clock.advance(random() < 0.5 ? 0 : 300_000);
    const { faults } = site.simulator.controls;
    for (let count = 1 + Math.floor(random() * 3); count > 0; count--)
      faults.inject({ kind: pick(kinds), match: { operation: pick(operations) }, times: 1 + Math.floor(random() * 2) });
    if (random() < 0.3) site.simulator.controls.setOnline(pick(devices), false);

    const rotation = {
      deviceIds: devices,
      keyType: 'unicast',
      priority: 'primary',
      deleteOld: true,
      makeRoom: false,
    } as const;
    const result = await site.settle(site.keys().rotate(site.ask(site.rack), rotation)).catch((error: Error) => error);
    faults.clear();
    ends.push(result instanceof Error ? 'error' : result.outcome);

    const keys = site.simulator.snapshot().udpKeys.filter(({ deleted }) => deleted !== true);
    const active = new Set(keys.map(({ id }) => id));
    for (const { id, udpKeys } of site.simulator.controls.devices()) {
      if (!devices.includes(id)) continue;
      assert.equal(udpKeys.length, 1, `${id} has ${udpKeys.length} keys`);
      assert(active.has(udpKeys[0]?.id ?? ''), `${id} has a key that the service does not know`);
    }
    // A create with an unknown outcome is not repeated.
    assert(keys.length <= 2, `${keys.length} keys`);
    if (!(result instanceof Error)) agreesWith(result, site, devices);
  }

  /** Compares the reported keys of the devices with the real ones. */
  function agreesWith(result: RotationResult, site: DeviceSite, devices: readonly string[]): void {
    const held = new Map(site.simulator.controls.devices().map(({ id, udpKeys }) => [id, udpKeys[0]?.id]));
    for (const deviceId of result.assigned) assert.equal(held.get(deviceId), result.key?.id);
    for (const { deviceId } of result.failed) assert.notEqual(held.get(deviceId), result.key?.id);
    for (const deviceId of result.notTried) assert.notEqual(held.get(deviceId), result.key?.id);
    const unclear = result.stoppedAt?.deviceId;
    const reported = [...result.assigned, ...result.failed.map(({ deviceId }) => deviceId), ...result.notTried];
    assert.deepEqual([...reported, ...(unclear === undefined ? [] : [unclear])].sort(), [...devices].sort());
    const there = new Set(site.simulator.snapshot().udpKeys.map(({ id }) => id));
    for (const keyId of result.deleted) assert(!there.has(keyId));
    if (result.outcome === 'confirmed') assert.deepEqual(result.assigned, devices);
  }

  it('these cases had every outcome', () => {
    assert.deepEqual([...new Set(ends)].sort(), ['confirmed', 'error', 'incomplete', 'unknown']);
  });
});
