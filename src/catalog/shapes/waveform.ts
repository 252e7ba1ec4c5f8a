import { always, boolean, integer, known, list, optional, record, text, view } from '../../schema';
import { instant, timestamped } from './values';

export const waveformTriggers = ['Immediate', 'Phase 0 Overcurrent', 'Phase A Undervoltage'] as const;
export const waveformTypes = ['waveform', 'fastRMS'] as const;

const duration = (event: string) =>
  optional(integer({ min: 50, max: 200, unit: 'samples', about: `samples at 4 kHz ${event} before it triggers` }));
const enabled = (event: string) => optional(boolean({ about: `trigger on ${event}` }));
const level = (min: number, max: number, unit: string, about: string) => optional(integer({ min, max, unit, about }));

const samplesAfter = {
  samplesAfterTrigger: optional(integer({ min: 1, max: 199, unit: 'samples' })),
  samplesAfterTriggerFastRMS: optional(integer({ min: 1, max: 254, unit: 'samples' })),
};

const thresholds = {
  p0OvercurrentDuration: duration('above the level'),
  p0OvercurrentEnabled: enabled('overcurrent'),
  p0mAOvercurrent: level(1, 100_000, 'mA', 'overcurrent level, instantaneous'),
  p0SagDuration: duration('below the sag level'),
  p0SagEnabled: enabled('voltage sag'),
  p0mVSag: level(0, 120_000, 'mV', 'sag level'),
  p0SwellDuration: duration('above the swell level'),
  p0SwellEnabled: enabled('voltage swell'),
  p0mVSwell: level(120_000, 200_000, 'mV', 'swell level'),
  p1OvercurrentDuration: duration('above the level'),
  p1OvercurrentEnabled: enabled('overcurrent'),
  p1mAOvercurrent: level(1, 100_000, 'mA', 'overcurrent level, instantaneous'),
  p1SagDuration: duration('below the sag level'),
  p1SagEnabled: enabled('voltage sag'),
  p1mVSag: level(0, 120_000, 'mV', 'sag level'),
  p1SwellDuration: duration('above the swell level'),
  p1SwellEnabled: enabled('voltage swell'),
  p1mVSwell: level(120_000, 200_000, 'mV', 'swell level'),
  ...samplesAfter,
};

/** Thresholds that trigger a waveform, all optional; p0 and p1 are the phases. spec 2.3 */
export const waveformConfiguration = record(thresholds);
export const waveformConfigurationRead = view(thresholds);

/** The same thresholds as device data and streams spell them. spec 2.3 */
export const waveformConfigurationByPhaseName = view({
  pAOvercurrentDuration: integer(),
  pAOvercurrentEnabled: boolean(),
  pAmAOvercurrent: integer({ unit: 'mA' }),
  pASagDuration: integer(),
  pASagEnabled: boolean(),
  pAmVSag: integer({ unit: 'mV' }),
  pASwellDuration: integer(),
  pASwellEnabled: boolean(),
  pAmVSwell: integer({ unit: 'mV' }),
  pBOvercurrentDuration: integer(),
  pBOvercurrentEnabled: boolean(),
  pBmAOvercurrent: integer({ unit: 'mA' }),
  pBSagDuration: integer(),
  pBSagEnabled: boolean(),
  pBmVSag: integer({ unit: 'mV' }),
  pBSwellDuration: integer(),
  pBSwellEnabled: boolean(),
  pBmVSwell: integer({ unit: 'mV' }),
  samplesAfterTrigger: integer(),
  samplesAfterTriggerFastRMS: integer(),
});

export const timestampedWaveformConfiguration = timestamped(waveformConfigurationByPhaseName);

/** Millivolts and milliamperes per phase; a single-pole breaker has no phase 1. spec 2.4 */
export const waveform = view({
  id: always(text()),
  deviceId: text(),
  numSamples: integer(),
  captureWindowDuration: integer(),
  timeAfterTrigger: integer(),
  sampleDelta: integer(),
  triggers: list(known(waveformTriggers)),
  shortestTrigger: text(),
  capturedAt: instant('when it was captured'),
  data: view({
    mVp0: list(integer({ unit: 'mV' })),
    mAp0: list(integer({ unit: 'mA' })),
    mVp1: list(integer({ unit: 'mV' })),
    mAp1: list(integer({ unit: 'mA' })),
  }),
  type: known(waveformTypes),
});

export const waveformSummary = view({
  id: always(text()),
  capturedAt: instant('when it was captured'),
  triggers: list(known(waveformTriggers)),
  type: known(waveformTypes),
});
