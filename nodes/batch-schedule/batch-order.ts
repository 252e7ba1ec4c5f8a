import type { BatchOrder, SunScheduleOrder } from '../../src/schedule';

/** The form's values as the dialog shows them or the flow file stores them; numbers may be texts. */
export type OrderForm = Readonly<Record<string, unknown>>;

/**
 * The body of the batch that the form describes, without its devices. Malformed values are kept, so that the check
 * reports them.
 */
export function orderOf(form: OrderForm): BatchOrder {
  const command = { path: text(form.path), body: bodyOf(form) };
  switch (form.schedule) {
    case 'at':
      return { ...command, startTime: text(form.at) ?? '' };
    case 'cron':
      return {
        ...command,
        cronSchedule: text(form.cron) ?? '',
        ...given('timeZone', text(form.timeZone)),
        ...given('startTime', text(form.from)),
        ...given('endTime', text(form.until)),
      };
    case 'sun':
      return { ...command, sunSchedule: sunOf(form) };
    default:
      return command;
  }
}

/** The location and the devices of the order. A batch by the sun has a location also if its devices are listed. */
export function targetsOf(form: OrderForm, deviceIds: readonly string[]): Pick<BatchOrder, 'locationId' | 'deviceIds'> {
  if (form.target === 'location') return given('locationId', text(form.location));
  return {
    ...(form.schedule === 'sun' ? { locationId: text(form.place) ?? '' } : {}),
    deviceIds,
  };
}

function sunOf(form: OrderForm): SunScheduleOrder {
  const offset = number(form.offset) ?? 0;
  return {
    scheduleType: text(form.sunEvent),
    offset: form.offsetUnit === 'seconds' ? offset * 60 : offset,
    ...given('cronSchedule', text(form.sunDays)),
    ...given('startTime', text(form.from)),
    ...given('endTime', text(form.until)),
  };
}

function bodyOf(form: OrderForm): unknown {
  switch (form.path) {
    case '/breaker/remoteHandle/position':
      return {
        command: form.command,
        reason: text(form.reason) ?? '',
        ...(form.command === 'open' ? given('secondsUntilReset', number(form.secondsUntilReset)) : {}),
      };
    case '/bargraph/settings/mode':
      return { mode: form.mode };
    case '/bargraph/settings/colors':
      return json(form.colors);
    case '/meter/settings/loadPresentThreshold':
      return given('loadPresentThreshold', number(form.loadPresentThreshold));
    case '/meter/settings/waveformConfiguration':
      return json(form.thresholds);
    default:
      return { alignment: form.alignment };
  }
}

function given<Name extends string, T>(name: Name, value: T | undefined): { [N in Name]?: T } {
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
