import assert from 'node:assert/strict';
import { ids } from '../../../simulator/small-state';
import { refusal } from '../refusal';
import type { RowTests } from './row';

const path = { deviceId: ids.oven };
const filter = { deviceId: ids.oven };
const color = { red: 255, green: 0, blue: 10 };
const colors = { led1: color, led2: color, led3: color, led4: color, led5: color };

export const settings: RowTests = {
  'Telemetry alignment: none or clock + telemetryAlignment.set -> requested value': async (service) => {
    const { client, clock } = service;
    const fiveMinutes = 300_000;
    // Reports are sent every five minutes, here two and a half minutes past the boundaries of the clock.
    await clock.advance(150_000);
    const deviceId = service.simulator.controls.commissionDevice({ hardwareType: 'emcb' });
    const fresh = { deviceId };
    const latest = async () => Number((await client.call('meter.latest', { path: fresh })).data.ts) * 1000;
    await clock.advance(fiveMinutes + 60_000);
    const before = await latest();
    assert.equal(before % fiveMinutes, 150_000);
    for (const alignment of ['clock', 'none', 'clock'] as const) {
      await client.call('telemetryAlignment.set', { path: fresh, body: { alignment } });
      const { telemetry } = (await client.call('deviceData.get', { filter: fresh })).data;
      assert.equal(telemetry?.settings?.alignment?.val, alignment);
    }
    const boundary = Math.ceil(clock.now() / fiveMinutes) * fiveMinutes;
    await clock.advance(boundary - clock.now() - 1);
    assert.equal(await latest(), before, 'no report before the boundary');
    await clock.advance(1);
    assert.equal(await latest(), boundary);
  },

  'Bargraph: track-meter-data or user-defined + bargraphMode.set -> requested value': async ({ client }) => {
    for (const mode of ['user-defined', 'track-meter-data', 'user-defined'] as const) {
      await client.call('bargraphMode.set', { path, body: { mode } });
      assert.equal((await client.call('bargraphMode.get', { path })).data.mode, mode);
    }
    // Off: no colors are configured.
    await refusal(client.call('bargraphColors.get', { path }), 'NOT_FOUND', 404);
    assert.equal((await client.call('deviceData.get', { filter })).data.bargraph?.settings?.colors, undefined);
    await client.call('bargraphColors.set', { path, body: colors });
    assert.deepEqual((await client.call('bargraphColors.get', { path })).data, colors);
    await client.call('bargraphMode.set', { path, body: { mode: 'track-meter-data' } });
    assert.deepEqual((await client.call('bargraphColors.get', { path })).data, colors, 'kept for user-defined');
  },
};
