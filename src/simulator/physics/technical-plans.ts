import type { DayPlan, Planner } from './planner';
import { smoothNoise } from './random';

/** Slow changes go in steps of some minutes: a year of them is integrated at once. */
const blockMinutes = 3;

// Nearly constant; the backup runs at night.
function serverRack(plan: DayPlan): void {
  for (let block = 0; block < 144; block++) plan.pulse(block * 10, 10, plan.fullW * (0.58 + 0.05 * plan.chance(block)));
  plan.pulse(120, 55, plan.fullW * 0.2);
}

// Generates while the sun is up; its own standby at night is delivered energy.
function solarInverter(plan: DayPlan): void {
  const { sunlight, sunriseMinute, sunsetMinute } = plan.weather();
  plan.watts.fill(4);
  for (let minute = Math.ceil(sunriseMinute); minute < sunsetMinute; minute += blockMinutes) {
    plan.pulse(minute, blockMinutes, -plan.fullW * sunlight(minute));
  }
}

// A whole house as its main breaker sees it: low at night, humps at breakfast and in the evening.
function mains(plan: DayPlan): void {
  for (let minute = 0; minute < 1440; minute += blockMinutes) {
    const hour = minute / 60;
    const humps = 0.12 * Math.exp(-(((hour - 7.3) / 1.4) ** 2)) + 0.25 * Math.exp(-(((hour - 18.8) / 2.3) ** 2));
    plan.pulse(minute, blockMinutes, plan.fullW * (0.04 + humps) * (0.7 + 0.6 * smoothNoise(plan.daySeed, minute / 9)));
  }
}

function nothing(): void {}

export const technicalPlans = {
  'server-rack': serverRack,
  'solar-inverter': solarInverter,
  mains,
  spare: nothing,
  // A charger draws what its plug session says.
  ev: nothing,
} satisfies Record<string, Planner>;
