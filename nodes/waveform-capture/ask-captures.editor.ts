import type { Thresholds } from '../../src/device-settings';
import { type AccountReference, ask } from '../../src/editor';
import type { RecordTiming, WaveformSamples } from '../../src/waveform';

/** A waveform record as the service gives it. spec 2.4 */
export interface CaptureRecord extends RecordTiming {
  readonly id: string;
  readonly deviceId?: string;
  readonly capturedAt?: string;
  readonly triggers?: readonly string[];
  readonly data?: WaveformSamples;
}

/** The answer of the admin route. */
export interface Captures {
  readonly captures: readonly {
    readonly id: string;
    readonly capturedAt?: string;
    readonly triggers?: readonly string[];
  }[];
  readonly record?: CaptureRecord;
  readonly thresholds?: Thresholds;
}

/** The newest captures of a device with one of them whole: the one named, or the newest. Records nothing. */
export async function askCaptures(from: AccountReference, deviceId: string, waveformId: string): Promise<Captures> {
  if (from.kind === 'deployed') {
    const query = `deviceId=${encodeURIComponent(deviceId)}&waveformId=${encodeURIComponent(waveformId)}`;
    return (await ask('GET', `breakerflow/accounts/${encodeURIComponent(from.id)}/captures?${query}`)) as Captures;
  }
  const { id, stored, credentials } = from;
  return (await ask('POST', 'breakerflow/captures', { id, stored, credentials, deviceId, waveformId })) as Captures;
}
