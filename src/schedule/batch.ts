/** A batch command as requested: the body of `POST /deviceBatchCommands` or `POST /deviceSunBatchCommands`. spec 4.4 */
export interface BatchOrder {
  locationId?: string | undefined;
  deviceIds?: readonly string[] | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
  cronSchedule?: string | undefined;
  timeZone?: string | undefined;
  sunSchedule?: SunScheduleOrder | undefined;
  path?: string | undefined;
  body?: unknown;
}

/** spec 2.8 `sunSchedule` */
export interface SunScheduleOrder {
  scheduleType?: string | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
  cronSchedule?: string | undefined;
  offset?: number | undefined;
}

/** A batch command as the service lists it. spec 2.8 */
export interface ListedBatch {
  id: string;
  locationId?: string | undefined;
  deviceIds?: readonly string[] | undefined;
  clockSchedule?: Pick<BatchOrder, 'startTime' | 'endTime' | 'cronSchedule' | 'timeZone'> | undefined;
  sunSchedule?: SunScheduleOrder | undefined;
  createdAt?: string | undefined;
  path?: string | undefined;
  body?: unknown;
}

const yearMs = 365 * 86_400_000;
/** The service fills in an end 100 years away (spec 8): an end farther than this was not in the order. */
const maxGivenEndMs = 90 * yearMs;
/** A batch that does not say when it was made is not older. */
const longAgo = '2025-01-01T00:00:00Z';

/** The order that makes a listed batch, without the end that the service filled in. */
export function orderOfListed({ clockSchedule, sunSchedule, ...batch }: ListedBatch): BatchOrder {
  const { locationId, deviceIds, path, body, createdAt } = batch;
  const order = { locationId, deviceIds, path, body };
  return sunSchedule === undefined
    ? { ...order, ...clockSchedule, endTime: givenEnd(clockSchedule?.endTime, createdAt) }
    : { ...order, sunSchedule: { ...sunSchedule, endTime: givenEnd(sunSchedule.endTime, createdAt) } };
}

function givenEnd(endTime: string | undefined, createdAt = longAgo): string | undefined {
  if (endTime === undefined) return endTime;
  return Date.parse(endTime) - Date.parse(createdAt) > maxGivenEndMs ? undefined : endTime;
}

/** Neither cron nor sun: it runs once, and at once without a start. */
export function runsOnce(order: BatchOrder): boolean {
  return order.cronSchedule === undefined && order.sunSchedule === undefined;
}
