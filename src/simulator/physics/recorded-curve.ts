import type { DeviceState } from '../state';
import { dayPlanOf } from './day-plan';
import { dayMs, dayStart, minuteMs, minutesADay } from './local-time';
import { minuteInWeek, minutesAWeek, offsetIn } from './local-week';

type Load = Pick<DeviceState, 'load' | 'poles'>;

/**
 * What a load takes in each minute of a day of the simulated house, as {@link dayPlanOf}: a recorded week, repeated by the clock of
 * the load's zone. Minutes that were not recorded are those of its kind, at the same local hour.
 */
export function loadDayOf(
  device: Load,
  worldSeed: number,
  day: number,
  watts: Float32Array = new Float32Array(minutesADay),
): Float32Array {
  const { zone, recorded } = device.load;
  if (zone === undefined && recorded === undefined) return dayPlanOf(device, worldSeed, day, watts);
  const profile = createProfile(device, worldSeed);
  // No clock is set within a quarter of an hour: it is looked at once in each.
  for (let quarter = 0; quarter < minutesADay; quarter += 15) {
    const at = dayStart(day) + quarter * minuteMs;
    const local = at + offsetIn(zone, at);
    const first = minuteInWeek(local);
    for (let more = 0; more < 15; more++) {
      const value = recorded?.watts[Math.floor(((first + more) % minutesAWeek) / recorded.everyMinutes)];
      watts[quarter + more] = value ?? profile(local + more * minuteMs);
    }
  }
  return watts;
}

/** The load as its kind would be at local times that only go forward: each of the local days that a day touches is planned once. */
function createProfile(device: Load, worldSeed: number): (localTime: number) => number {
  let planned: { readonly day: number; readonly plan: Float32Array } | undefined;
  return (localTime) => {
    const day = Math.floor(localTime / dayMs);
    if (planned?.day !== day) planned = { day, plan: dayPlanOf(device, worldSeed, day) };
    return planned.plan[Math.floor((localTime - day * dayMs) / minuteMs)] ?? 0;
  };
}

/** The recording with another draw: every value of it by the same factor. */
export function scaledRecording(
  recorded: NonNullable<DeviceState['load']['recorded']>,
  factor: number,
): NonNullable<DeviceState['load']['recorded']> {
  return { ...recorded, watts: recorded.watts.map((value) => (value === null ? null : value * factor)) };
}

/** How many values a recording has, by the minutes of each. */
export const recordingLength = (everyMinutes: number) => minutesAWeek / everyMinutes;
