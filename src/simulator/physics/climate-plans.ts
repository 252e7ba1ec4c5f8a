import { cycle, type DayPlan, type Planner } from './planner';

function part(value: number): number {
  return Math.min(1, Math.max(0, value));
}

// Runs longer the hotter it is outside; a little less while the house is empty on working days.
function airConditioner(plan: DayPlan): void {
  plan.watts.fill(plan.fullW * 0.005);
  const { temperatureC } = plan.weather();
  const away = plan.weekDay >= 1 && plan.weekDay <= 5;
  cycle(
    plan,
    { startMinute: Math.round(20 * plan.chance(0)), endMinute: 1440, periodMinutes: 20, watts: plan.fullW * 0.9 },
    (minute) => part((temperatureC(minute) - (away && minute > 510 && minute < 960 ? 24.5 : 22.5)) / 12),
  );
}

// Heats below 14 degrees, harder the colder it is; the crankcase heater keeps a few watts.
function heatPump(plan: DayPlan): void {
  plan.watts.fill(plan.fullW * 0.006);
  const { temperatureC } = plan.weather();
  cycle(
    plan,
    { startMinute: Math.round(30 * plan.chance(0)), endMinute: 1440, periodMinutes: 30, watts: plan.fullW * 0.86 },
    (minute) => part((14 - temperatureC(minute)) / 26 + (minute > 330 && minute < 450 ? 0.08 : 0)),
  );
}

// Summer by day; in winter two hours against frost.
function poolPump(plan: DayPlan): void {
  const summer = plan.weather().temperatureC(720) > 12;
  plan.pulse(summer ? 540 : 600, summer ? 480 : 120, plan.fullW * 0.95);
}

export const climatePlans = {
  'air-conditioner': airConditioner,
  'heat-pump': heatPump,
  'pool-pump': poolPump,
} satisfies Record<string, Planner>;
