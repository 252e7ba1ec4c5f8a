import assert from 'node:assert/strict';
import { limits } from '../../../../src/catalog';
import { ids } from '../../../simulator/small-state';
import { refusal } from '../refusal';
import { type ServiceUnderTest, withService } from '../service-under-test';
import { type LimitTests, refusedByClient, refusedByService } from './limit';

const oven = { deviceId: ids.oven };
const sevenDaysMs = 7 * 24 * 3_600_000;
/** The devices of the first organization. */
const devices = 3;

async function createKey({ client }: ServiceUnderTest, keyType: 'unicast' | 'broadcast' = 'unicast') {
  return (await client.call('udpKeys.create', { body: { keyType } })).data;
}

const open = (secondsUntilReset: number) => ({
  path: oven,
  body: { command: 'open' as const, reason: 'limits', secondsUntilReset },
});
const beyond = [1, 9, 3601, -1, 10.5];
const setMode = { path: '/bargraph/settings/mode', body: { mode: 'user-defined' } } as const;

export const keyAndCommandLimits: LimitTests = {
  'UDP key validity': {
    'a key is active for 7 days, and then gone': withService(async (service) => {
      const { client, clock, raw } = service;
      const { id: keyId, expiresAt } = await createKey(service);
      await client.call('udpKeys.assign', { path: oven, body: { keyId, priority: 'primary' } });
      assert.equal(expiresAt, new Date(clock.now() + sevenDaysMs).toISOString());
      await clock.advance(sevenDaysMs - 1);
      assert.deepEqual((await client.call('udpKeys.get', { path: { keyId } })).data.deviceIds, [ids.oven]);
      await clock.advance(1);
      await refusal(client.call('udpKeys.get', { path: { keyId } }), 'NOT_FOUND', 404);
      assert.deepEqual((await client.call('udpKeys.list', {})).data, []);
      assert.equal((await raw('organization', 'udpKeys.get', { path: { keyId } })).status, 404);
    }),
  },

  'UDP key count': {
    'one key of each type per device; one more is refused': withService(async (service) => {
      const { client, raw } = service;
      for (let made = 0; made < devices; made += 1) {
        await createKey(service, 'unicast');
        await createKey(service, 'broadcast');
      }
      for (const keyType of ['unicast', 'broadcast'] as const) {
        await refusal(client.call('udpKeys.create', { body: { keyType } }), 'REFUSED', 400);
        assert.equal((await raw('organization', 'udpKeys.create', { body: { keyType } })).status, 400);
      }
      assert.equal((await client.call('udpKeys.list', {})).data.length, 2 * devices);
    }),
    'expired and deleted keys do not count': withService(async (service) => {
      const { client, clock } = service;
      for (let made = 0; made < devices; made += 1) await createKey(service);
      await clock.advance(sevenDaysMs);
      for (let made = 0; made < devices - 1; made += 1) await createKey(service);
      const { id: keyId } = await createKey(service);
      await refusal(client.call('udpKeys.create', { body: { keyType: 'unicast' } }), 'REFUSED', 400);
      await client.call('udpKeys.delete', { path: { keyId } });
      await createKey(service);
    }),
  },

  'Batch command endTime default': {
    'a recurring batch command ends 100 years from now': withService(async ({ client, clock, raw }) => {
      const end = new Date(clock.now());
      end.setUTCFullYear(end.getUTCFullYear() + 100);
      const body = { deviceIds: [ids.oven], cronSchedule: '0 22 * * *', ...setMode };
      const created = (await client.call('batchCommands.create', { body })).data;
      assert.equal(created.clockSchedule?.endTime, end.toISOString());
      const sun = { locationId: ids.house, sunSchedule: { scheduleType: 'sunset' as const }, ...setMode };
      const bySun = (await client.call('batchCommands.createSun', { body: sun })).data;
      assert.equal(bySun.sunSchedule?.endTime, end.toISOString());
      const { json } = await raw('organization', 'batchCommands.create', { body });
      assert.equal(json.data.clockSchedule.endTime, end.toISOString());
    }),
    'it is a default: another end is taken as given, and one that runs once has none': withService(async (service) => {
      const { client, clock } = service;
      const endTime = new Date(clock.now() + 2 * sevenDaysMs).toISOString();
      const body = { deviceIds: [ids.oven], cronSchedule: '0 22 * * *', endTime, ...setMode };
      assert.equal((await client.call('batchCommands.create', { body })).data.clockSchedule?.endTime, endTime);
      const once = { deviceIds: [ids.oven], ...setMode };
      assert.equal((await client.call('batchCommands.create', { body: once })).data.clockSchedule?.endTime, undefined);
      await refusedByClient(service, 'batchCommands.create', { body: { ...once, endTime } }, 'endTime');
      await refusedByService(
        service,
        'organization',
        'batchCommands.create',
        { body: { ...once, endTime } },
        'endTime',
      );
    }),
  },

  secondsUntilReset: {
    '0, 10 and 3600 are accepted': withService(async ({ client, clock, raw }) => {
      for (const seconds of [10, 3600, 0]) {
        await client.call('remoteHandle.setPosition', open(seconds));
        const { data } = await client.call('remoteHandle.getSecondsUntilReset', { path: oven });
        assert.equal(data.secondsUntilReset, seconds);
        await clock.advance(10_000);
        assert.equal((await raw('organization', 'remoteHandle.setPosition', open(seconds))).status, 204);
        await clock.advance(10_000);
      }
    }),
    'the client refuses 1, 9, 3601, negative and broken numbers': withService(async (service) => {
      for (const seconds of beyond)
        await refusedByClient(service, 'remoteHandle.setPosition', open(seconds), 'secondsUntilReset');
    }),
    'the service refuses them': withService(async (service) => {
      for (const seconds of beyond)
        await refusedByService(service, 'organization', 'remoteHandle.setPosition', open(seconds), 'secondsUntilReset');
      assert.equal(limits.secondsUntilResetMax, 3600);
    }),
  },
};
