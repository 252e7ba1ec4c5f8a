import { createRecentMap } from './recent-map';

/** Whether a newer `ts` of the device was seen before; notes this one where it is the newest. */
export type SeesNewer = (deviceId: string, ts: number) => boolean;

/** Remembers the newest of at most `maxDevices` devices, those heard of last. */
export function createSeesNewer(maxDevices: number): SeesNewer {
  const newest = createRecentMap<number>(maxDevices);
  return (deviceId, ts) => {
    const seen = newest.get(deviceId);
    if (seen !== undefined && seen > ts) return true;
    if (seen !== ts) newest.set(deviceId, ts);
    return false;
  };
}
