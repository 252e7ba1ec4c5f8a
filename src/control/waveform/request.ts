import type { AnswerOf, InputOf } from '../../catalog';
import type { RequestPreview } from '../../client';
import type { DeviceOutcome } from '../device/request';
import type { DeviceRequest, WriteRequest } from '../write/write-request';

/** An order for one capture. */
export interface CaptureRequest extends WriteRequest {
  readonly deviceId: string;
}

export interface ThresholdRequest extends DeviceRequest {
  /** What is to be set; what is not named stays. spec 2.3 */
  readonly thresholds: InputOf<'waveformConfiguration.set'>['body'];
}

/** A waveform as it was recorded. */
export type CaptureResult =
  | { readonly outcome: 'captured'; readonly record: AnswerOf<'waveforms.get'> }
  | { readonly outcome: 'dry-run'; readonly request: RequestPreview };

export interface ThresholdResult {
  readonly deviceId: string;
  /** Rises with every write that is requested, over restarts too. */
  readonly sequence: number;
  readonly outcome: DeviceOutcome;
  /** The names of those that were not so before. */
  readonly changed: readonly string[];
  /** As they were read last. */
  readonly thresholds: AnswerOf<'waveformConfiguration.get'>;
  readonly at: number;
  /** Dry run only: what would have been sent. */
  readonly request?: RequestPreview;
}
