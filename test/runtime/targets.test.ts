import assert from 'node:assert/strict';
import { type Account, resolveTargets } from '../../src/runtime';
import type { DeviceTarget } from '../../src/runtime/accounts/targets';

const account = (ids: string[], chargers: string[] = []) =>
  ({
    directory: async () => ({
      devicesBelow: async () => [
        ...ids.map((id) => ({ id, hardwareType: 'emcb' })),
        ...chargers.map((id) => ({ id, hardwareType: 'ev-emcb' })),
      ],
    }),
  }) as unknown as Account;
const rules = { maxDevices: 3, signal: new AbortController().signal };
const id = (index: number) => `546201ca-8103-46be-b8d2-${String(index).padStart(12, '0')}`;
const resolve = (target: DeviceTarget, more: Partial<Parameters<typeof resolveTargets>[2]> = {}, on = account([])) =>
  resolveTargets(on, target, { ...rules, ...more });

describe('named targets only', () => {
  it('one named device', async () => {
    assert.deepEqual(await resolve({ kind: 'single', deviceId: id(1) }), [id(1)]);
  });
  it('several devices, each once, in the given order', async () => {
    const deviceIds = [id(2), id(1), id(2)];
    assert.deepEqual(await resolve({ kind: 'list', deviceIds, picked: false }), [id(2), id(1)]);
  });
  it('the ceiling is on devices that were not picked one by one', async () => {
    const deviceIds = [1, 2, 3, 4].map(id);
    assert.equal((await resolve({ kind: 'list', deviceIds, picked: true })).length, 4);
    await assert.rejects(resolve({ kind: 'list', deviceIds, picked: false }), { code: 'BLOCKED_BY_INTERLOCK' });
    assert.equal((await resolve({ kind: 'list', deviceIds, picked: false }, { maxDevices: 4 })).length, 4);
  });
  it('a location: the matching devices below it, within the ceiling', async () => {
    const target = { kind: 'location', locationId: 'here' } as const;
    const site = account([1, 2, 3].map(id), [4, 5].map(id));
    assert.deepEqual(await resolve(target, { hardware: 'emcb' }, site), [1, 2, 3].map(id));
    assert.deepEqual(await resolve(target, { hardware: 'ev-emcb' }, site), [4, 5].map(id));
    await assert.rejects(resolve(target, {}, site), { code: 'BLOCKED_BY_INTERLOCK' });
  });
  it('a location without a matching device is an error', async () => {
    const target = { kind: 'location', locationId: 'here' } as const;
    await assert.rejects(resolve(target, { hardware: 'emcb' }, account([], [id(1)])), { code: 'NOT_FOUND' });
  });
  for (const bad of [undefined, null, '', ' ', '..', '.', '%2e%2e', 'a/b', 'a?b', 7, {}, [], true])
    it(`${JSON.stringify(bad) ?? 'nothing'} is not a device id`, async () => {
      await assert.rejects(resolve({ kind: 'single', deviceId: bad }), { code: 'INVALID_ID' });
      await assert.rejects(resolve({ kind: 'list', deviceIds: [id(1), bad], picked: false }), {
        code: 'INVALID_ID',
        cause: {
          validations: [{ field: 'device[1]', rule: 'identifier', message: 'is not a device id' }],
          retryable: false,
        },
      });
    });
  it('an empty list names no device', async () => {
    await assert.rejects(resolve({ kind: 'list', deviceIds: [], picked: false }), { code: 'INVALID_ID' });
  });
});
