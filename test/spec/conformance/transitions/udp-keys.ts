import assert from 'node:assert/strict';
import { ids } from '../../../simulator/small-state';
import type { RowTests } from './row';

const path = { deviceId: ids.oven };
const priority = 'primary';

export const udpKeys: RowTests = {
  'UDP key: active key of same type and priority + udpKeys.assign -> unassigned': async ({ client }) => {
    const create = async (keyType: 'unicast' | 'broadcast') =>
      (await client.call('udpKeys.create', { body: { keyType } })).data.id;
    const [old, next, other] = [await create('unicast'), await create('unicast'), await create('broadcast')];
    const devicesOf = async (keyId: string) => (await client.call('udpKeys.get', { path: { keyId } })).data.deviceIds;

    await client.call('udpKeys.assign', { path, body: { keyId: other, priority } });
    const first = await client.call('udpKeys.assign', { path, body: { keyId: old, priority } });
    assert.deepEqual(first.data, { activeKeyId: old, keyType: 'unicast', priority });
    assert.deepEqual(await devicesOf(old), [ids.oven]);

    const second = await client.call('udpKeys.assign', { path, body: { keyId: next, priority } });
    assert.deepEqual(second.data, { activeKeyId: next, rotatedKeyId: old, keyType: 'unicast', priority });
    assert.deepEqual(await devicesOf(old), []);
    assert.deepEqual(await devicesOf(next), [ids.oven]);
    assert.deepEqual(await devicesOf(other), [ids.oven], 'a key of the other type stays');
  },
};
