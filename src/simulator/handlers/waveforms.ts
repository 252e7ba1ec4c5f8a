import { findDevice, notFound } from '../find';
import type { Criterion, HandlersOf } from '../handler';
import { requireOnline } from '../operate-handle';
import { captureWaveform } from '../physics';
import { recordWaveform } from '../record-waveform';
import type { DeviceState } from '../state';
import { fieldRefusal } from './field-refusal';
import { isoInstant } from './iso-instant';

function fits(capture: DeviceState['waveforms'][number], { field, comparison, value }: Criterion): boolean {
  if (field === 'trigger') return capture.trigger === value;
  const instant = Date.parse(String(value));
  if (comparison === 'ge') return capture.capturedAt >= instant;
  if (comparison === 'le') return capture.capturedAt <= instant;
  return capture.capturedAt === instant;
}

function requireInstantAloneOrRange(filter: readonly Criterion[]): void {
  const comparisons = filter.filter(({ field }) => field === 'capturedAt').map(({ comparison }) => comparison);
  if (!comparisons.includes('eq') || comparisons.length === 1) return;
  throw fieldRefusal('$filter', 'cannot combine capturedAt eq with le or ge');
}

/** spec 4.3 */
export const waveforms: HandlersOf<'waveforms'> = {
  'waveforms.capture': ({ path }, context) => {
    const device = findDevice(context, path.deviceId);
    requireOnline(device);
    return captureWaveform(device, recordWaveform(context, device, 'Immediate'), context.state);
  },

  'waveforms.list': ({ path, filter }, context) => {
    const device = findDevice(context, path.deviceId);
    requireInstantAloneOrRange(filter);
    return device.waveforms
      .filter((capture) => filter.every((criterion) => fits(capture, criterion)))
      .map(({ id, capturedAt, trigger, type }) => ({
        id,
        capturedAt: isoInstant(capturedAt),
        triggers: [trigger],
        type,
      }));
  },

  'waveforms.get': ({ path }, context) => {
    const device = findDevice(context, path.deviceId);
    const capture = device.waveforms.find(({ id }) => id === path.waveformId);
    if (capture === undefined) throw notFound('Waveform');
    return captureWaveform(device, capture, context.state);
  },
};
