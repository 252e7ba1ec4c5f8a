import type { DeviceState } from '../state';
import { dayPlanOf } from './day-plan';
import { dayMs, dayStart, minuteMs, minutesADay } from './local-time';
import { minutesAWeek, offsetIn, weekMinute } from './local-week';

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
  for (let minute = 0; minute < minutesADay; minute++) {
    const at = dayStart(day) + minute * minuteMs;
    const value = recorded?.watts[Math.floor(weekMinute(at, zone) / recorded.everyMinutes)];
    watts[minute] = value ?? profile(at + offsetIn(zone, at));
  }
  return watts;
}

/** The load as its kind would be at a local time; the two local days that a day touches are planned once. */
function createProfile(device: Load, worldSeed: number): (localTime: number) => number {
  const plans = new Map<number, Float32Array>();
  return (localTime) => {
    const day = Math.floor(localTime / dayMs);
    const plan = plans.get(day) ?? dayPlanOf(device, worldSeed, day);
    plans.set(day, plan);
    return plan[Math.floor((localTime - day * dayMs) / minuteMs)] ?? 0;
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
