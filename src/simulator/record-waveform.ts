import type { ServiceContext } from './handler';
import type { DeviceState } from './state';

/** A device keeps its newest captures. */
const waveformsKept = 500;

/** Records a capture of a device now; its samples are made from the entry whenever they are read. */
export function recordWaveform(
  context: ServiceContext,
  device: DeviceState,
  trigger: string,
  { type = 'waveform', inrush = false }: { type?: 'waveform' | 'fastRMS'; inrush?: boolean } = {},
): DeviceState['waveforms'][number] {
  const capturedAt = context.clock.now();
  const capture = { id: context.newId(), trigger, type, capturedAt, ...(inrush && ({ inrush } as const)) };
  device.waveforms.push(capture);
  if (device.waveforms.length > waveformsKept) device.waveforms.splice(0, device.waveforms.length - waveformsKept);
  context.emit({ type: 'waveform-captured', deviceId: device.id, waveformId: capture.id, waveformType: type });
  return capture;
}
