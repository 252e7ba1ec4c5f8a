import type { Thresholds } from '../device-settings';
import type { RecordTiming, WaveformSamples } from '../waveform';

/** A waveform record as the service gives it. spec 2.4 */
export interface CaptureRecord extends RecordTiming {
  readonly id: string;
  readonly deviceId?: string;
  readonly capturedAt?: string;
  readonly triggers?: readonly string[];
  readonly data?: WaveformSamples;
}

/** The waveforms of one device. */
export interface Captures {
  /** The newest first. */
  readonly captures: readonly {
    readonly id: string;
    readonly capturedAt?: string;
    readonly triggers?: readonly string[];
  }[];
  /** The requested one, or the newest, with its samples; absent when there is none. */
  readonly record?: CaptureRecord;
  /** Absent when the device does not report them. */
  readonly thresholds?: Thresholds;
}
