import assert from 'node:assert/strict';
import { catalog } from '../../../src/catalog';
import { createCheck } from '../../../src/schema';
import { captureWaveform, electricalState } from '../../../src/simulator/physics';
import type { DeviceState, LoadProfile } from '../../../src/simulator/state';
import { analyse, sampleRateOf, spans, triggerSampleOf } from '../../../src/waveform';
import { deviceWith, hourMs, householdKinds, summerMidnight, world } from './sample-device';

/** Well within a minute: the power of a load changes between minutes. */
const noon = summerMidnight + 12 * hourMs + 30_000;

function capture(kind: LoadProfile['kind'], change: Partial<DeviceState['waveforms'][number]> = {}, at = noon) {
  const device = deviceWith(kind);
  const entry = { id: 'capture-1', trigger: 'Immediate', type: 'waveform', capturedAt: at, ...change } as const;
  return { device, record: captureWaveform(device, entry, world) };
}

describe('spec 2.4 captured waveforms', () => {
  it('a record fits the shape of the catalog: 200 samples of whole mV and mA at 4 kHz', () => {
    for (const kind of householdKinds) {
      const { record } = capture(kind);
      assert.deepEqual(createCheck(catalog['waveforms.get'].answer.data)(record), []);
      assert.equal(record.numSamples, 200);
      assert.deepEqual(sampleRateOf(record), { sampleRateHz: 4000, source: 'sampleDelta', unit: 'us', agrees: true });
      for (const values of Object.values(record.data ?? {})) {
        assert.ok(Array.isArray(values) && values.length === 200 && values.every(Number.isInteger));
      }
    }
  });

  it('its RMS, power and frequency are those of the meter at that instant', () => {
    for (const kind of ['server-rack', 'pool-pump', 'solar-inverter', 'outlets', 'mains'] as const) {
      const { device, record } = capture(kind);
      const state = electricalState(device, noon, world);
      const { p0, frequencyHz = 0 } = analyse(record.data ?? {}, { sampleRateHz: 4000 });
      const near = (value: number | undefined, expected: number, part: number) =>
        assert.ok(
          value !== undefined && Math.abs(value - expected) < part * Math.abs(expected),
          `${kind} ${value} ${expected}`,
        );
      near(p0?.voltage?.rms, state.voltageAN, 0.005);
      near(p0?.current?.rms, state.currentA, 0.02);
      near(p0?.power?.realW, state.powerAW, 0.03);
      near(frequencyHz, 60, 0.01);
    }
  });

  it('the legs of the split phase are opposite: their sum is the voltage between them', () => {
    const { record } = capture('pool-pump');
    const { mVp0 = [], mVp1 = [] } = record.data ?? {};
    const between = Math.sqrt(mVp0.reduce((sum, value, index) => sum + (value - (mVp1[index] ?? 0)) ** 2, 0) / 200);
    assert.ok(between > 235_000 && between < 246_000, `${between} mV`);
  });

  it('a single-pole breaker has no arrays of phase 1', () => {
    assert.deepEqual(Object.keys(capture('server-rack').record.data ?? {}), ['mVp0', 'mAp0']);
  });

  it('rectifiers distort the current more than heaters do', () => {
    const crest = (kind: LoadProfile['kind'], at: number) => {
      const { record } = capture(kind, {}, at);
      const { p0 } = analyse(record.data ?? {}, { sampleRateHz: 4000 });
      return p0?.current?.crestFactor ?? Number.NaN;
    };
    const heaterOn = Array.from({ length: 240 }, (_, minute) => summerMidnight + 6 * hourMs + minute * 60_000).find(
      (at) => electricalState(deviceWith('water-heater'), at, world).currentA > 10,
    );
    assert.ok(heaterOn !== undefined);
    assert.ok(Math.abs(crest('water-heater', heaterOn + 30_000) - Math.SQRT2) < 0.03);
    assert.ok(Math.abs(crest('outlets', noon) - Math.SQRT2) > 0.1);
  });

  it('the same entry gives the same record whenever it is read', () => {
    assert.deepEqual(capture('outlets').record, capture('outlets').record);
    assert.notDeepEqual(capture('outlets').record.data, capture('outlets', { capturedAt: noon + 5 }).record.data);
  });

  it('open contacts carry no current, and the voltage is there', () => {
    const device = deviceWith('server-rack');
    device.conduction.push({ at: noon - 1000, closed: false });
    const { data } = captureWaveform(
      device,
      { id: 'a', trigger: 'Immediate', type: 'waveform', capturedAt: noon },
      world,
    );
    assert.ok(data?.mAp0?.every((value) => value === 0));
    assert.ok(Math.max(...(data?.mVp0 ?? [])) > 160_000);
  });

  it('a trip that opens the contacts at the instant of the capture shows the current before it', () => {
    const device = deviceWith('server-rack');
    device.conduction.push({ at: noon, closed: false });
    const entry = { id: 'a', trigger: 'Phase 0 Overcurrent', type: 'waveform', capturedAt: noon } as const;
    const { data } = captureWaveform(device, entry, world);
    assert.ok(Math.max(...(data?.mAp0 ?? []).map(Math.abs)) > 90_000);
  });

  for (const kind of ['oven', 'air-conditioner', 'spare'] as const) {
    it(`${kind}: an overcurrent exceeds three times the rating, 50 samples before its trigger, on its phase only`, () => {
      const { record } = capture(kind, { trigger: 'Phase 0 Overcurrent' });
      const found = spans(record.data ?? {}, {
        p0mAOvercurrent: 90_000,
        p0OvercurrentDuration: 50,
        p1mAOvercurrent: 90_000,
      });
      assert.deepEqual(
        found.map(({ phase, reachesDuration }) => ({ phase, reachesDuration })),
        [{ phase: 'p0', reachesDuration: true }],
      );
      assert.ok((found[0]?.startSample ?? 0) < (triggerSampleOf(record) ?? 0));
    });
  }

  it('an undervoltage sags below 100 V on its phase, and a swell rises above 145 V', () => {
    const thresholds = { p0mVSag: 100_000, p1mVSag: 100_000, p0mVSwell: 145_000, p1mVSwell: 145_000 };
    const kinds = (trigger: string) =>
      spans(capture('oven', { trigger }).record.data ?? {}, thresholds).map(({ phase, kind }) => `${phase} ${kind}`);
    assert.deepEqual(kinds('Phase A Undervoltage'), ['p0 sag']);
    assert.deepEqual(kinds('Phase B Undervoltage'), ['p1 sag']);
    assert.deepEqual(kinds('Phase 1 Swell'), ['p1 swell']);
    assert.deepEqual(kinds('Immediate'), []);
    assert.deepEqual(kinds('Something Else'), []);
  });

  it('the trigger stands where the configuration puts it', () => {
    const device = deviceWith('oven');
    device.settings.waveformConfiguration.samplesAfterTrigger = 30;
    const entry = { id: 'a', trigger: 'Phase 0 Overcurrent', type: 'waveform', capturedAt: noon } as const;
    assert.equal(triggerSampleOf(captureWaveform(device, entry, world)), 170);
  });

  it('a fast RMS record holds one positive value every half cycle, and the overcurrent', () => {
    const { record } = capture('oven', { type: 'fastRMS', trigger: 'Phase 0 Overcurrent' });
    assert.equal(record.type, 'fastRMS');
    assert.equal(record.data?.mVp0?.length, record.numSamples);
    assert.ok(record.data?.mVp0?.every((value) => value > 115_000 && value < 125_000));
    assert.ok(Math.max(...(record.data?.mAp0 ?? [])) > 100_000);
  });
});
