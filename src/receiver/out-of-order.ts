import { createRecentMap } from './recent-map';

/** Whether a publish of the device with a newer `ts` was seen before. Stores `ts` if it is the newest. */
export type OutOfOrderCheck = (deviceId: string, ts: number) => boolean;

/** Keeps the newest `ts` of at most `maxDevices` devices, the most recently used ones. */
export function createOutOfOrderCheck(maxDevices: number): OutOfOrderCheck {
  const newest = createRecentMap<number>(maxDevices);
  return (deviceId, ts) => {
    const newestTs = newest.get(deviceId);
    if (newestTs !== undefined && newestTs > ts) return true;
    if (newestTs !== ts) newest.set(deviceId, ts);
    return false;
  };
}
