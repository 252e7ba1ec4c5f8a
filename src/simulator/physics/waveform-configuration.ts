import type { DeviceState } from '../state';

type Configuration = DeviceState['settings']['waveformConfiguration'];

/** The thresholds as device data and streams spell them: `p0mVSag` becomes `pAmVSag`. spec 2.3 */
export function waveformConfigurationByPhaseName(configuration: Configuration): Record<string, number | boolean> {
  return Object.fromEntries(
    Object.entries(configuration).map(([name, value]) => [name.replace(/^p0/, 'pA').replace(/^p1/, 'pB'), value]),
  );
}
