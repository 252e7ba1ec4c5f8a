import type { Reservation, ServiceQueue } from '../../client';
import type { SettingEntries } from '../../control';

/** Enters devices whose settings are read, compared and written into the queue of the service. */
export function settingEntries(
  queue: Pick<ServiceQueue, 'enterSetting'>,
  deviceIds: readonly string[],
  reservation: Reservation,
): SettingEntries {
  const entries = new Map(deviceIds.map((id) => [id, queue.enterSetting(id, reservation)]));
  reservation.release();
  return {
    of: (deviceId) => entries.get(deviceId),
    leave() {
      for (const entry of entries.values()) entry.leave();
    },
  };
}
