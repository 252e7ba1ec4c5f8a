import assert from 'node:assert/strict';
import { apparentPowerVA, chartPoints, deviceDataPoints, flatDeviceData, flatMeter } from '../../src/runtime';

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
      intervalDeliveredWh: 100,
      intervalGeneratedWh: 40,
      intervalSeconds: 300,
      averagePowerW: 720,
    });
  });

  it('of an interval the plain name is the average, never the last sample; minimum and maximum stand beside it', () => {
    // A heat pump that had just stopped: 7.668 A on average, 0.013 A at the end.
    assert.deepEqual(flatMeter({ currentA: { val: 0.013, min: 0.013, avg: 7.668, max: 19.222 } }, 'base'), {
      currentA: 7.668,
      currentAMin: 0.013,
      currentAMax: 19.222,
    });
    assert.deepEqual(flatMeter({ voltageAN: { avg: 120_000, min: 119_000 } }, 'milli'), {
      voltageAN: 120,
      voltageANMin: 119,
    });
  });

  it('two legs have a total, and volts times amperes of each leg an apparent power', () => {
    const flat = flatMeter({ currentA: { val: 10 }, currentB: { val: 5 }, voltageAN: { val: 120 } }, 'base');
    assert.equal(flat.currentTotalA, 15);
    assert.equal(apparentPowerVA(flat), undefined);
    assert.equal(apparentPowerVA({ ...flat, voltageBN: 121 }), 1_805);
    assert.equal(apparentPowerVA({ currentA: 10, voltageAN: 120 }), 1_200);
    assert.equal(apparentPowerVA({ voltageAN: 120 }), undefined);
    assert.equal('currentTotalA' in flatMeter({ currentA: { val: 10 } }, 'base'), false);
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
    { energy: {}, energyDelta: {} },
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

  for (const energyDelta of [{ deltaTime: 300 }, { deliveredWH: 5 }, { deliveredWH: 5, deltaTime: 0 }])
    it(`no power without energy and time: ${JSON.stringify(energyDelta)}`, () => {
      assert.equal('averagePowerW' in flatMeter({ energyDelta }, 'base'), false);
    });

  it('points of a chart: series by device and quantity, x in ms, none without a time', () => {
    const flats = [{ ts: 2, currentA: 1, currentAMax: 9, voltageAN: 120, intervalSeconds: 300 }, { currentA: 5 }];
    assert.deepEqual(chartPoints({ deviceId: 'd', name: 'Heat pump' }, flats), [
      { series: 'Heat pump currentA', device: 'd', x: 2000, y: 1 },
      { series: 'Heat pump voltageAN', device: 'd', x: 2000, y: 120 },
    ]);
    assert.equal(chartPoints({ deviceId: 'd' }, flats)[0]?.series, 'd currentA');
  });

  it('points of device data: the telemetry of each sensor, at the time of its group or its own', () => {
    const data = {
      deviceId: 'd',
      meter: {
        telemetry: { currentA: { val: 4 }, energy: { deliveredWH: 1 }, ts: 7 },
        metadata: { loadState: { val: 1, ts: 7 } },
      },
      thermometer: { telemetry: { temperature: { val: 30, ts: 8 } } },
      device: { telemetry: { rssi: { val: -60 } } },
      nothing: null,
    };
    assert.deepEqual(deviceDataPoints({ deviceId: 'd', name: 'Oven' }, data), [
      { series: 'Oven meter currentA', device: 'd', x: 7000, y: 4 },
      { series: 'Oven thermometer temperature', device: 'd', x: 8000, y: 30 },
    ]);
  });

  it('device data keep their paths; an object with a value becomes that value, with its time', () => {
    const data = {
      id: 'd',
      breaker: { metadata: { mainHandlePosition: { val: true, ts: 4 }, numPoles: { val: 2 }, ts: 5 } },
      list: [1, 2],
      nothing: null,
      missing: undefined,
    };
    assert.deepEqual(flatDeviceData(data), {
      id: 'd',
      'breaker.metadata.mainHandlePosition': true,
      'breaker.metadata.mainHandlePosition.ts': 4,
      'breaker.metadata.numPoles': 2,
      'breaker.metadata.ts': 5,
      list: [1, 2],
      nothing: null,
    });
  });
});
