import assert from 'node:assert/strict';
import type { StreamPublish } from '../../src/catalog';
import { flatPublish, splitChannels, splitReadings } from '../../src/receiver';

const envelopeFields = {
  deviceId: 'd1',
  serialNumber: '30000c2a',
  schemaVersion: '4.2.0.beta',
  transactionId: 't-1',
  ts: 1000,
};
const publishBody = {
  ...envelopeFields,
  meter: {
    telemetry: {
      voltageAN: { val: 120.5, min: 119, max: 122, avg: 120.4 },
      rawEnergy: { q1mJpA: 7 },
      hwSamples: 30,
      ts: 990,
    },
    settings: { waveformConfiguration: { val: { pA: { overcurrent: 5 } }, ts: 900 } },
    events: { waveformCaptured: { samples: [1, 2, 3] } },
  },
  breaker: {
    settings: { remoteHandlePosition: { val: true, ts: 800 } },
    metadata: { lineTerminalStyle: { val: null } },
  },
  newChannel: { deep: { val: 'x' } },
} as unknown as StreamPublish;

describe('spec 6.2, a publish split into channels and readings', () => {
  it('one message per channel, including unknown ones, each with the envelope', () => {
    assert.deepEqual(splitChannels(publishBody), [
      { ...envelopeFields, channel: 'meter', data: publishBody.meter },
      { ...envelopeFields, channel: 'breaker', data: publishBody.breaker },
      { ...envelopeFields, channel: 'newChannel', data: { deep: { val: 'x' } } },
    ]);
  });

  it('one reading per value, with its own time, that of its block, or that of the publish', () => {
    assert.deepEqual(splitReadings(publishBody), [
      { path: 'meter.telemetry.voltageAN', value: 120.5, ts: 990, min: 119, max: 122, avg: 120.4 },
      { path: 'meter.telemetry.rawEnergy.q1mJpA', value: 7, ts: 990 },
      { path: 'meter.telemetry.hwSamples', value: 30, ts: 990 },
      { path: 'meter.settings.waveformConfiguration.pA.overcurrent', value: 5, ts: 900 },
      { path: 'breaker.settings.remoteHandlePosition', value: true, ts: 800 },
      { path: 'newChannel.deep', value: 'x', ts: 1000 },
    ]);
  });

  it('the axes of the accelerometer come last: what is measured is seen first', () => {
    const publish = {
      ...envelopeFields,
      accelerometer: { telemetry: { x: { val: 1 } } },
      meter: { telemetry: { currentA: { val: 2 } } },
    } as unknown as StreamPublish;
    assert.deepEqual(Object.keys(flatPublish(publish)).slice(0, 2), [
      'meter.telemetry.currentA',
      'accelerometer.telemetry.x',
    ]);
  });

  it('the flat form: the envelope and each value by its path', () => {
    assert.deepEqual(flatPublish(publishBody), {
      ...envelopeFields,
      'meter.telemetry.voltageAN': 120.5,
      'meter.telemetry.voltageAN.min': 119,
      'meter.telemetry.voltageAN.max': 122,
      'meter.telemetry.voltageAN.avg': 120.4,
      'meter.telemetry.rawEnergy.q1mJpA': 7,
      'meter.telemetry.hwSamples': 30,
      'meter.settings.waveformConfiguration.pA.overcurrent': 5,
      'breaker.settings.remoteHandlePosition': true,
      'newChannel.deep': 'x',
    });
  });

  it('zero and false are values; missing values stay missing', () => {
    const publish = {
      ...envelopeFields,
      meter: { telemetry: { currentA: { val: 0 }, currentB: {} }, metadata: { on: false } },
    };
    assert.deepEqual(
      splitReadings(publish as unknown as StreamPublish).map(({ path, value }) => [path, value]),
      [
        ['meter.telemetry.currentA', 0],
        ['meter.metadata.on', false],
      ],
    );
    assert.deepEqual(splitReadings(envelopeFields), []);
  });
});
