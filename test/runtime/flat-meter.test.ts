import assert from 'node:assert/strict';
import { chartPoints, flatDeviceData, flatMeter } from '../../src/runtime';

describe('flat meter records (spec 2.5, 2.6)', () => {
  it('one number per quantity', () => {
    const record = {
      ts: 1_700_000_000,
      currentA: { val: 4.5 },
      voltageAN: { val: 121 },
      frequency: { val: 60 },
      energy: { deliveredWH: 1000, generatedWH: 20, delivered: 1 },
      energyDelta: { deliveredWH: 100, generatedWH: 40, deltaTime: 300 },
    };
    assert.deepEqual(flatMeter(record, 'base'), {
      ts: 1_700_000_000,
      currentA: 4.5,
      voltageAN: 121,
      frequency: 60,
      energyDeliveredWh: 1000,
      energyGeneratedWh: 20,
      averagePowerW: 720,
    });
  });

  it('an average replaces a missing value', () => {
    assert.deepEqual(flatMeter({ currentA: { min: 1, avg: 2, max: 3 } }, 'base'), { currentA: 2 });
  });

  it('zero is a value', () => {
    assert.deepEqual(flatMeter({ currentA: { val: 0 } }, 'base'), { currentA: 0 });
  });

  for (const record of [
    {},
    { currentA: {} },
    { currentA: { val: null } },
    { currentA: null },
    { currentA: 4 },
    { currentA: { val: '4' } },
    { energy: {}, energyDelta: { deltaTime: 300 } },
    { energyDelta: { deliveredWH: 5 } },
    { energyDelta: { deliveredWH: 5, deltaTime: 0 } },
  ])
    it(`missing stays missing: ${JSON.stringify(record)}`, () => {
      assert.deepEqual(flatMeter(record as never, 'base'), {});
    });

  it('milli: volts and amperes are divided by 1,000, frequency and energy are not', () => {
    const record = {
      currentA: { val: 4500 },
      voltageAN: { val: 121_000 },
      frequency: { val: 60 },
      energy: { deliveredWH: 7 },
    };
    assert.deepEqual(flatMeter(record, 'milli'), {
      currentA: 4.5,
      voltageAN: 121,
      frequency: 60,
      energyDeliveredWh: 7,
    });
  });

  it('points of a chart: x in ms, none without a time', () => {
    assert.deepEqual(chartPoints('d', [{ ts: 2, currentA: 1, voltageAN: 120 }, { currentA: 5 }]), [
      { series: 'currentA', device: 'd', x: 2000, y: 1 },
      { series: 'voltageAN', device: 'd', x: 2000, y: 120 },
    ]);
  });

  it('device data keep their paths; an object with a value becomes that value', () => {
    const data = {
      id: 'd',
      breaker: { metadata: { mainHandlePosition: { val: true }, ts: 5 } },
      list: [1, 2],
      nothing: null,
      missing: undefined,
    };
    assert.deepEqual(flatDeviceData(data), {
      id: 'd',
      'breaker.metadata.mainHandlePosition': true,
      'breaker.metadata.ts': 5,
      list: [1, 2],
      nothing: null,
    });
  });
});
