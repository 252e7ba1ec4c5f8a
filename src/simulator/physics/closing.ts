import type { DeviceState } from '../state';
import { loadCharacters } from './load-character';
import { inrushAt } from './scene';
import { inrushDecaySamples } from './waveform-samples';

/** Whether the peaks of the load's inrush stay above the level of phase 0 for as long as its threshold asks. spec 2.3 */
export function exceedsAtClosing(device: DeviceState): boolean {
  const { p0OvercurrentEnabled, p0mAOvercurrent, p0OvercurrentDuration = 0 } = device.settings.waveformConfiguration;
  if (p0OvercurrentEnabled !== true || p0mAOvercurrent === undefined) return false;
  const { inrush } = loadCharacters[device.load.kind];
  const lastA = inrushAt(device, 0, p0OvercurrentDuration, { decaySamples: inrushDecaySamples, inrush });
  return lastA * Math.SQRT2 * 1000 > p0mAOvercurrent;
}
