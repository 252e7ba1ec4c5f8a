import { ClientError } from '../../client';

/** How many devices are worked on at once: one that is busy, or far away, must not keep the others waiting. */
export const devicesAtOnce = 32;

export type DeviceOutcome<T> =
  | { readonly deviceId: string; readonly result: T }
  | { readonly deviceId: string; readonly error: ClientError };

/**
 * Works on several devices, in order but side by side. One device's failure does not stop the others; a defect of
 * ours does.
 */
export async function eachDevice<T>(
  deviceIds: readonly string[],
  work: (deviceId: string) => Promise<T>,
  onProgress: (finished: number, total: number) => void,
): Promise<DeviceOutcome<T>[]> {
  const outcomes: DeviceOutcome<T>[] = [];
  let next = 0;
  let finished = 0;
  async function worker(): Promise<void> {
    for (let index = next++; index < deviceIds.length; index = next++) {
      const deviceId = deviceIds[index] as string;
      try {
        outcomes[index] = { deviceId, result: await work(deviceId) };
      } catch (error) {
        if (!(error instanceof ClientError) || error.code === 'CLOSED') throw error;
        outcomes[index] = { deviceId, error };
      }
      finished += 1;
      if (deviceIds.length > 1) onProgress(finished, deviceIds.length);
    }
  }
  await Promise.all(Array.from({ length: Math.min(devicesAtOnce, deviceIds.length) }, worker));
  return outcomes;
}
