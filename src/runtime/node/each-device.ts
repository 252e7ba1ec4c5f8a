import { ClientError, type ReleaseWhile } from '../../client';
import { createSemaphore } from './semaphore';

/** How many devices are worked on at once: a slow device must not block the others. */
export const maxConcurrentDevices = 32;

export type DeviceWorkOutcome<T> =
  | { readonly deviceId: string; readonly result: T }
  | { readonly deviceId: string; readonly error: ClientError };

type Work<T> = (deviceId: string, releaseWhile: ReleaseWhile) => Promise<T>;

/** The outcomes of several devices; devices that were not started when the node was closed are missing. */
export interface DeviceWorkOutcomes<T> {
  readonly outcomes: readonly DeviceWorkOutcome<T>[];
  /** Why the others were not started or not finished. */
  readonly stopped?: ClientError;
}

/**
 * Starts the work on several devices in order, and runs it concurrently. The failure of one device does not stop the
 * others; a closed node starts no further device, but waits for the outcome of those that it started. A programming
 * error rejects.
 */
export async function eachDevice<T>(
  deviceIds: readonly string[],
  work: Work<T>,
  onProgress: (finished: number, total: number) => void,
): Promise<DeviceWorkOutcomes<T>> {
  const semaphore = createSemaphore(maxConcurrentDevices);
  const outcomes: (DeviceWorkOutcome<T> | undefined)[] = [];
  let finished = 0;
  let stopped: ClientError | undefined;
  let defect: { readonly error: unknown } | undefined;
  async function workOn(deviceId: string, index: number): Promise<void> {
    await semaphore.acquire();
    try {
      if (stopped === undefined && defect === undefined)
        outcomes[index] = { deviceId, result: await work(deviceId, semaphore.releaseWhile) };
    } catch (error) {
      if (!(error instanceof ClientError)) defect ??= { error };
      else if (error.code === 'CLOSED') stopped ??= error;
      else outcomes[index] = { deviceId, error };
    } finally {
      semaphore.release();
    }
    finished += 1;
    if (deviceIds.length > 1 && stopped === undefined && defect === undefined) onProgress(finished, deviceIds.length);
  }
  await Promise.all(deviceIds.map(workOn));
  if (defect !== undefined) throw defect.error;
  const known = outcomes.filter((outcome) => outcome !== undefined);
  return stopped === undefined ? { outcomes: known } : { outcomes: known, stopped };
}

/**
 * Work in two steps: all devices are entered into their queues at once, synchronously and in order, and each runs
 * when the semaphore grants it a permit. A device that cannot be entered fails when its work starts.
 */
export function enteredWork<T>(
  deviceIds: readonly string[],
  enter: (deviceId: string) => (releaseWhile: ReleaseWhile) => Promise<T>,
): Work<T> {
  const runs = new Map<string, (releaseWhile: ReleaseWhile) => Promise<T>>();
  for (const deviceId of deviceIds)
    try {
      runs.set(deviceId, enter(deviceId));
    } catch (error) {
      runs.set(deviceId, () => Promise.reject(error));
    }
  return (deviceId, releaseWhile) => {
    const run = runs.get(deviceId);
    return run === undefined ? Promise.reject(new Error(`${deviceId} was not entered`)) : run(releaseWhile);
  };
}
