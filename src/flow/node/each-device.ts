import { type Aside, ClientError } from '../../client';
import { createPlaces } from './places';

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
  work: (deviceId: string, aside: Aside) => Promise<T>,
  onProgress: (finished: number, total: number) => void,
): Promise<DeviceOutcome<T>[]> {
  const places = createPlaces(devicesAtOnce);
  const outcomes: DeviceOutcome<T>[] = [];
  let finished = 0;
  let broken = false;
  async function workOn(deviceId: string, index: number): Promise<void> {
    await places.take();
    try {
      if (!broken) outcomes[index] = { deviceId, result: await work(deviceId, places.aside) };
    } catch (error) {
      broken ||= !(error instanceof ClientError) || error.code === 'CLOSED';
      if (broken) throw error;
      outcomes[index] = { deviceId, error: error as ClientError };
    } finally {
      places.free();
    }
    finished += 1;
    if (deviceIds.length > 1 && !broken) onProgress(finished, deviceIds.length);
  }
  await Promise.all(deviceIds.map(workOn));
  return outcomes;
}
