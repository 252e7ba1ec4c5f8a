import type { BatchOrder, SunScheduleOrder } from '../../src/schedule';

/** The values of the form, from the dialog or from the flow file; numbers may be strings. */
export type BatchForm = Readonly<Record<string, unknown>>;

/** The batch body of the form, without its devices. Malformed values are kept, so that the check reports them. */
export function batchBodyOf(form: BatchForm): BatchOrder {
  const request = { path: text(form.path), body: requestBodyOf(form) };
  switch (form.schedule) {
    case 'at':
      return { ...request, startTime: text(form.at) ?? '' };
    case 'cron':
      return {
        ...request,
        cronSchedule: text(form.cron) ?? '',
        ...optional('timeZone', text(form.timeZone)),
        ...optional('startTime', text(form.from)),
        ...optional('endTime', text(form.until)),
      };
    case 'sun':
      return { ...request, sunSchedule: sunScheduleOf(form) };
    default:
      return request;
  }
}

/** The location and the devices of the batch. A batch by the sun has a location even when its devices are listed. */
export function targetsOf(form: BatchForm, deviceIds: readonly string[]): Pick<BatchOrder, 'locationId' | 'deviceIds'> {
  if (form.target === 'location') return optional('locationId', text(form.location));
  return {
    ...(form.schedule === 'sun' ? { locationId: text(form.place) ?? '' } : {}),
    deviceIds,
  };
}

function sunScheduleOf(form: BatchForm): SunScheduleOrder {
  const offset = number(form.offset) ?? 0;
  return {
    scheduleType: text(form.sunEvent),
    offset: form.offsetUnit === 'seconds' ? offset * 60 : offset,
    ...optional('cronSchedule', text(form.sunDays)),
    ...optional('startTime', text(form.from)),
    ...optional('endTime', text(form.until)),
  };
}

function requestBodyOf(form: BatchForm): unknown {
  switch (form.path) {
    case '/breaker/remoteHandle/position':
      return {
        command: form.command,
        reason: text(form.reason) ?? '',
        ...(form.command === 'open' ? optional('secondsUntilReset', number(form.secondsUntilReset)) : {}),
      };
    case '/bargraph/settings/mode':
      return { mode: form.mode };
    case '/bargraph/settings/colors':
      return json(form.colors);
    case '/meter/settings/loadPresentThreshold':
      return optional('loadPresentThreshold', number(form.loadPresentThreshold));
    case '/meter/settings/waveformConfiguration':
      return json(form.thresholds);
    default:
      return { alignment: form.alignment };
  }
}

function optional<Name extends string, T>(name: Name, value: T | undefined): { [N in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: T };
}

function text(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  // String() fails for some objects, such as those without a prototype.
  return typeof value === 'object' ? Object.prototype.toString.call(value) : String(value).trim();
}

function number(value: unknown): number | undefined {
  const trimmed = text(value);
  return trimmed === undefined ? undefined : Number(trimmed);
}

function json(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return value;
  }
}
