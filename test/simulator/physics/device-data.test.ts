import assert from 'node:assert/strict';
import { catalog } from '../../../src/catalog';
import { createCheck } from '../../../src/schema';
import { deviceDataOf, environment } from '../../../src/simulator/physics';
import { deviceWith, hourMs, householdKinds, minuteMs, summerMidnight, world } from './sample-device';

const at = summerMidnight + 18 * hourMs + 2 * minuteMs;

describe('spec 2.6 latest device data', () => {
  it('fits the shape of the catalog', () => {
    for (const kind of householdKinds) {
      const data = deviceDataOf(deviceWith(kind), at, world);
      assert.deepEqual(createCheck(catalog['deviceData.get'].answer.data)(data), []);
    }
  });

  it('has every group and channel of the table', () => {
    const data = deviceDataOf(deviceWith('oven'), at, world);
    const groups = Object.entries(data).flatMap(([channel, parts]) =>
      typeof parts === 'object' && parts !== null ? Object.keys(parts).map((part) => `${channel}.${part}`) : [channel],
    );
    assert.deepEqual(groups.sort(), [
      'accelerometer.telemetry',
      'bargraph.settings',
      'breaker.metadata',
      'breaker.settings',
      'device.metadata',
      'device.telemetry',
      'deviceId',
      'meter.events',
      'meter.metadata',
      'meter.settings',
      'meter.telemetry',
      'serialNumber',
      'telemetry.settings',
      'thermometer.telemetry',
    ]);
  });

  it('telemetry is that of the last report, not of the instant of the request', () => {
    const device = deviceWith('oven');
    const { telemetry } = deviceDataOf(device, at, world).meter ?? {};
    assert.equal(telemetry?.ts, (summerMidnight + 18 * hourMs) / 1000);
    assert.equal(telemetry?.rawEnergyDelta?.deltaTime, 300);
    assert.deepEqual(deviceDataOf(device, at + minuteMs, world).meter?.telemetry, telemetry);
  });

  it('handles are true when closed, each since it was moved', () => {
    const device = deviceWith('oven', { remoteHandle: 'open' });
    device.handleHistory.push({ at: at - 5000, position: 'open', source: 'remote-command' });
    const { metadata, settings } = deviceDataOf(device, at, world).breaker ?? {};
    assert.deepEqual(settings?.remoteHandlePosition, { val: false, ts: Math.floor((at - 5000) / 1000) });
    assert.deepEqual(metadata?.mainHandlePosition, { val: true, ts: device.commissionedAt / 1000 });
  });

  it('thresholds are spelled by the name of the phase', () => {
    const { val } = deviceDataOf(deviceWith('oven'), at, world).meter?.settings?.waveformConfiguration ?? {};
    assert.deepEqual(val, { pAmAOvercurrent: 90_000, pAOvercurrentDuration: 50, pBmVSag: 100_000 });
  });

  it('a load is present above its threshold', () => {
    const device = deviceWith('server-rack');
    assert.equal(deviceDataOf(device, at, world).meter?.metadata?.loadPresent?.val, true);
    device.settings.loadPresentThreshold = 29_000;
    assert.equal(deviceDataOf(device, at, world).meter?.metadata?.loadPresent?.val, false);
  });

  it('names the newest capture of each type, and none that is not there', () => {
    const device = deviceWith('oven');
    assert.deepEqual(deviceDataOf(device, at, world).meter?.events, {});
    device.waveforms.push(
      { id: 'old', trigger: 'Immediate', type: 'waveform', capturedAt: at - 2000 },
      { id: 'new', trigger: 'Phase 0 Overcurrent', type: 'waveform', capturedAt: at - 1000 },
    );
    assert.deepEqual(deviceDataOf(device, at, world).meter?.events, {
      waveformCaptured: { val: { id: 'new', triggers: ['Phase 0 Overcurrent'] }, ts: Math.floor((at - 1000) / 1000) },
    });
  });
});

describe('what a device measures besides electricity', () => {
  it('stays within what a breaker in a panel can see', () => {
    for (const kind of householdKinds) {
      for (let hour = 0; hour < 48; hour++) {
        const { temperatureC, rssiDbm, lightLevel, accelerationG } = environment(
          deviceWith(kind),
          at + hour * hourMs,
          world,
        );
        assert.ok(temperatureC > 20 && temperatureC < 60, `${temperatureC} degrees`);
        assert.ok(rssiDbm > -80 && rssiDbm < -40 && lightLevel >= 0);
        const { x, y, z } = accelerationG;
        assert.ok(Math.abs(Math.hypot(x, y, z) - 1) < 0.02);
      }
    }
  });

  it('a loaded breaker is warmer than an open one', () => {
    const rack = deviceWith('server-rack', { ratedA: 8 });
    const open = deviceWith('server-rack', { ratedA: 8, conduction: [{ at: 0, closed: false }] });
    assert.ok(environment(rack, at, world).temperatureC > environment(open, at, world).temperatureC + 2);
  });
});
