import { sunScheduleTypes } from '../../catalog';
import { createCronSchedule, createSunSchedule, nextCronRun, type ScheduleInput, sunRuns } from '../../schedule';
import type { BatchState, ServiceState } from '../service-state';

/** The first run strictly after an instant; undefined when there is none before the schedule ends. */
export type Recurrence = (afterMs: number) => number | undefined;

type Scheduled = Pick<BatchState, 'locationId' | 'clock' | 'sun'>;
type Planned =
  | { readonly kind: 'once' }
  | { readonly kind: 'recurring'; readonly next: Recurrence }
  | { readonly kind: 'wrong'; readonly problems: readonly { propertyName: string; message: string }[] };

/** Nautical time of a location: its days are those of the sun, wherever the borders of time zones are. */
function nauticalZone(longitude: string): string {
  const hours = Math.round(Number(longitude) / 15);
  // POSIX counts west of Greenwich: Etc/GMT+6 is six hours behind.
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

function millisecondsOf(text: string | undefined, absent: number): number {
  return text === undefined ? absent : Date.parse(text);
}

const sunFields: Partial<Record<ScheduleInput, string>> = {
  latitude: 'locationId',
  longitude: 'locationId',
  offset: 'sunSchedule.offset',
};

/** Reads the schedule of a batch; without cron and sun it runs once. spec 4.4 */
export function planOf(state: ServiceState, { locationId, clock, sun }: Scheduled): Planned {
  if (sun !== undefined) return planOfSun(state, locationId, sun.sunSchedule);
  if (clock?.cronSchedule === undefined) return { kind: 'once' };
  const checked = createCronSchedule({ cron: clock.cronSchedule, timeZone: clock.timeZone });
  if (!checked.ok)
    return {
      kind: 'wrong',
      problems: checked.problems.map(({ field, message }) => ({
        propertyName: field === 'timeZone' ? 'timeZone' : 'cronSchedule',
        message,
      })),
    };
  const fromMs = millisecondsOf(clock.startTime, Number.NEGATIVE_INFINITY);
  const untilMs = millisecondsOf(clock.endTime, Number.POSITIVE_INFINITY);
  return {
    kind: 'recurring',
    next(afterMs) {
      const at = nextCronRun(checked.value, Math.max(afterMs, fromMs - 1));
      return at === undefined || at > untilMs ? undefined : at;
    },
  };
}

/** Runs on every day of the schedule, which a cron can restrict; offsets are minutes. */
function planOfSun(
  state: ServiceState,
  locationId: string | undefined,
  schedule: NonNullable<BatchState['sun']>['sunSchedule'],
): Planned {
  const coordinates = state.locations.find(({ id }) => id === locationId)?.details.address?.coordinates;
  const { latitude, longitude } = coordinates ?? {};
  if (latitude === undefined || longitude === undefined)
    return { kind: 'wrong', problems: [{ propertyName: 'locationId', message: 'has no coordinates' }] };
  const scheduleType = sunScheduleTypes.find((known) => known === schedule.scheduleType);
  if (scheduleType === undefined)
    return { kind: 'wrong', problems: [{ propertyName: 'sunSchedule.scheduleType', message: 'is not known' }] };
  const checked = createSunSchedule({
    scheduleType,
    offset: schedule.offset ?? 0,
    offsetUnit: 'minutes',
    cronSchedule: schedule.cronSchedule,
    latitude,
    longitude,
    timeZone: nauticalZone(longitude),
  });
  if (!checked.ok)
    return {
      kind: 'wrong',
      problems: checked.problems.map(({ field, message }) => ({
        propertyName: sunFields[field] ?? 'sunSchedule.cronSchedule',
        message,
      })),
    };
  const startMs = millisecondsOf(schedule.startTime, Number.NEGATIVE_INFINITY);
  const endMs = millisecondsOf(schedule.endTime, Number.POSITIVE_INFINITY);
  return {
    kind: 'recurring',
    next: (afterMs) =>
      sunRuns(checked.value, { fromMs: Math.max(afterMs + 1, startMs), untilMs: endMs + 1, count: 1 }).runs[0]?.atMs,
  };
}
