import type { Nameplate, Nameplates } from '../../admin-api';
import type { Client } from '../../client';
import { defined } from '../../object';
import { type Account, presentError, type Texts } from '..';
import { unlistedCall } from './unlisted-call';

/** How old an answer may be: a person has just looked at the device. */
const maxAgeMs = 15_000;

/** What two devices are, each as far as it can be read: the one that is replaced may be gone. spec 2.2, 2.6 */
export async function readNameplates(account: Account, texts: Texts, old: string, next: string): Promise<Nameplates> {
  const call = unlistedCall(account, await account.client(), { maxAgeMs });
  const plateOf = async (deviceId: string): Promise<Nameplate> => ({
    ...(await readNameplate(call, texts, deviceId)),
    ...lockOf(account, deviceId),
  });
  const [oldPlate, nextPlate] = await Promise.all([plateOf(old), plateOf(next)]);
  return { old: oldPlate, next: nextPlate };
}

async function readNameplate(call: Client['call'], texts: Texts, deviceId: string): Promise<Nameplate> {
  const [device, data] = await Promise.allSettled([
    call('devices.get', { path: { deviceId } }),
    call('deviceData.get', { filter: { deviceId } }),
  ]);
  const { hardwareType, loadDetails } = device.status === 'fulfilled' ? device.value.data : {};
  const { ratedCurrent, numPoles } = data.status === 'fulfilled' ? (data.value.data.breaker?.metadata ?? {}) : {};
  const failed = [device, data].find(({ status }) => status === 'rejected');
  return defined({
    hardwareType,
    loadType: loadDetails?.type,
    ratedA: ratedCurrent?.val,
    poles: numPoles?.val,
    error: failed?.status === 'rejected' ? presentError(failed.reason, texts).message : undefined,
  });
}

function lockOf({ context: { locks, service } }: Account, deviceId: string): Pick<Nameplate, 'locked'> {
  const lock = locks.lockedBy({ service, deviceId });
  return lock === undefined ? {} : { locked: { by: lock.by, at: lock.at } };
}
