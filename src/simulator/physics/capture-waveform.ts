import type { AnswerOf } from '../../catalog';
import type { DeviceState } from '../state';
import { isConducting } from './conduction';
import { electricalState } from './electrical-state';
import { fastRmsData } from './fast-rms';
import { parseTrigger } from './trigger';
import { waveformSamples } from './waveform-samples';
import type { World } from './world';

type WaveformRecord = AnswerOf<'waveforms.get'>;

const samplesPerCapture = 200;
/** The front end samples at 4 kHz. */
const sampleMicroseconds = 250;
const fastRmsSamples = 255;
/** A fast RMS value covers half a cycle. */
const halfCycleMicroseconds = 8333;
const samplesAfterTriggerDefault = 100;

/**
 * The record of a capture, computed anew from its entry in `device.waveforms` whenever it is asked for; only the
 * position of the trigger follows the present configuration. Samples are whole millivolts and milliamperes, durations
 * microseconds. A fastRMS record carries RMS values of half cycles in the same arrays. spec 2.4
 */
export function captureWaveform(
  device: DeviceState,
  capture: DeviceState['waveforms'][number],
  world: World,
): WaveformRecord {
  const fast = capture.type === 'fastRMS';
  const numSamples = fast ? fastRmsSamples : samplesPerCapture;
  const sampleDelta = fast ? halfCycleMicroseconds : sampleMicroseconds;
  const { samplesAfterTrigger, samplesAfterTriggerFastRMS } = device.settings.waveformConfiguration;
  const after = (fast ? samplesAfterTriggerFastRMS : samplesAfterTrigger) ?? samplesAfterTriggerDefault;
  const inrush = capture.inrush === true;
  // A capture shows what was before it: a trip, for one, opens the contacts at its very instant.
  const at = inrush ? capture.capturedAt : capture.capturedAt - 1;
  const scene = {
    device,
    state: electricalState(device, at, world),
    conducting: isConducting(device, at),
    trigger: parseTrigger(capture.trigger),
    inrush,
    numSamples,
    sampleDeltaUs: sampleDelta,
    triggerSample: numSamples - after,
    at,
  };
  return {
    id: capture.id,
    deviceId: device.id,
    numSamples,
    captureWindowDuration: numSamples * sampleDelta,
    timeAfterTrigger: after * sampleDelta,
    sampleDelta,
    triggers: [capture.trigger],
    shortestTrigger: capture.trigger,
    capturedAt: new Date(capture.capturedAt).toISOString(),
    data: fast ? fastRmsData(scene) : waveformSamples(scene),
    type: capture.type,
  };
}
