import type { DeviceState, LoadProfile } from '../state';
import { climatePlans } from './climate-plans';
import { comfortPlans } from './comfort-plans';
import { kitchenPlans } from './kitchen-plans';
import { minutesADay, weekDay } from './local-time';
import type { DayPlan, Planner } from './planner';
import { derivedSeed, unitNoise } from './random';
import { technicalPlans } from './technical-plans';
import { type DayWeather, weatherOf } from './weather';

const planners: Readonly<Record<LoadProfile['kind'], Planner>> = {
  ...kitchenPlans,
  ...comfortPlans,
  ...climatePlans,
  ...technicalPlans,
};

/** Nominal volts from a leg to neutral. */
const legV = 120;

/**
 * What a load takes in each minute of a local day: watts of all legs, negative when generated. Closed contacts
 * are assumed. A pure function of the load, the seed of the weather and the day. It is written into `watts`, by default a new
 * array.
 */
export function dayPlanOf(
  device: Pick<DeviceState, 'load' | 'poles'>,
  worldSeed: number,
  day: number,
  watts: Float32Array = new Float32Array(minutesADay),
): Float32Array {
  const { load, poles } = device;
  const fullW = load.ratedA * legV * poles;
  watts.fill(0);
  const daySeed = derivedSeed(load.seed, day);
  let weather: DayWeather | undefined;
  const plan: DayPlan = {
    fullW,
    daySeed,
    watts,
    weekDay: weekDay(day),
    weather() {
      weather ??= weatherOf(worldSeed, day);
      return weather;
    },
    chance: (counter) => unitNoise(daySeed, counter),
    pulse(startMinute, minutes, pulseW) {
      const from = Math.max(0, Math.round(startMinute));
      const to = Math.min(minutesADay, from + Math.round(minutes));
      for (let minute = from; minute < to; minute++) watts[minute] = (watts[minute] ?? 0) + pulseW;
    },
  };
  planners[load.kind](plan);
  for (let minute = 0; minute < minutesADay; minute++) {
    const value = watts[minute] ?? 0;
    if (value > fullW) watts[minute] = fullW;
  }
  return watts;
}
