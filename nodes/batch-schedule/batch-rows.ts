import type { Batch } from '../../src/control';
import { describeCron, orderOfListed } from '../../src/schedule';

/** A batch as a flat table row: missing values are left out, and the body is JSON text. spec 2.8 */
export function batchRow(batch: Batch): Record<string, string | number> {
  const { startTime, endTime, cronSchedule, timeZone, sunSchedule: sun } = orderOfListed(batch);
  const days = cronSchedule ?? sun?.cronSchedule;
  const words = cronSchedule === undefined ? undefined : describeCron(cronSchedule);
  const cells = {
    id: batch.id,
    type: batch.type,
    locationId: batch.locationId,
    devices: batch.deviceIds?.length,
    path: batch.path,
    body: batch.body === undefined ? undefined : JSON.stringify(batch.body),
    startTime: startTime ?? sun?.startTime,
    endTime: endTime ?? sun?.endTime,
    cronSchedule: days,
    inWords: words?.ok ? words.value.english : undefined,
    timeZone,
    scheduleType: sun?.scheduleType,
    offset: sun?.offset,
    createdAt: batch.createdAt,
  };
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined)) as Record<
    string,
    string | number
  >;
}
