import type { ServiceContext } from './handler';
import { exceedsAtClosing } from './physics';
import { recordWaveform } from './record-waveform';
import type { DeviceState } from './state';

/** Closing a circuit onto its load sets off an overcurrent capture when the inrush lasts above the threshold. spec 2.3 */
export function recordInrush(context: ServiceContext, device: DeviceState): void {
  if (!device.online || !exceedsAtClosing(device)) return;
  recordWaveform(context, device, 'Phase 0 Overcurrent', { inrush: true });
}
