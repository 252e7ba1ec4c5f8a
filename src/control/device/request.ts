import type { InputOf } from '../../catalog';
import type { RequestPreview } from '../../client';

/** The location and the load of a device, in the service's format. spec 4.2 */
export type DeviceChange = InputOf<'devices.update'>['body'];

/** The settings to write, each in the service's format. spec 2.3, 4.3 */
export interface DeviceSettings {
  readonly bargraphColors?: InputOf<'bargraphColors.set'>['body'];
  readonly bargraphMode?: InputOf<'bargraphMode.set'>['body'];
  readonly loadPresentThreshold?: InputOf<'loadPresentThreshold.set'>['body'];
  readonly telemetryAlignment?: InputOf<'telemetryAlignment.set'>['body'];
  readonly dataReportRate?: InputOf<'dataReportRate.set'>['body'];
}

/**
 * `confirmed`: read back. `accepted`: answered with success, not read back. `unknown`: sent, with an unknown outcome.
 * `unchanged`: the device already had the value, and nothing was sent. `dry-run`: nothing was sent.
 */
export type DeviceOutcome = 'confirmed' | 'accepted' | 'unknown' | 'unchanged' | 'dry-run';

export interface DeviceResult {
  readonly deviceId: string;
  readonly outcome: DeviceOutcome;
  /** Increases with every requested write, also across restarts. */
  readonly sequence: number;
  /** The names of the written values; in a dry run, of the values that would be written. */
  readonly changed: readonly string[];
  /** Epoch ms. */
  readonly at: number;
  /** Dry run only: what would have been sent, in order. */
  readonly requests?: readonly RequestPreview[];
}
