import type { AnswerOf, InputOf } from '../../catalog';
import type { RequestPreview } from '../../client';
import type { DeviceOutcome } from '../device/request';
import type { DeviceRequest, WriteRequest } from '../write/write-request';

/** A request for one capture. */
export interface CaptureRequest extends WriteRequest {
  readonly deviceId: string;
}

export interface ThresholdRequest extends DeviceRequest {
  /** The thresholds to set; those that are absent stay as they are. spec 2.3 */
  readonly thresholds: InputOf<'waveformConfiguration.set'>['body'];
}

/** The recorded waveform, or the request of a dry run. */
export type CaptureResult =
  | { readonly outcome: 'captured'; readonly record: AnswerOf<'waveforms.get'> }
  | { readonly outcome: 'dry-run'; readonly request: RequestPreview };

export interface ThresholdResult {
  readonly deviceId: string;
  /** Increases with every requested write, also across restarts. */
  readonly sequence: number;
  readonly outcome: DeviceOutcome;
  /** The names of the thresholds that had another value before. */
  readonly changed: readonly string[];
  /** The thresholds that were read last. */
  readonly thresholds: AnswerOf<'waveformConfiguration.get'>;
  readonly at: number;
  /** Dry run only: what would have been sent. */
  readonly request?: RequestPreview;
}
