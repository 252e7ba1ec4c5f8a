import { cycle, type DayPlan, type Planner } from './planner';

// Showers in the morning, dishes and baths in the evening, standing losses in between.
function waterHeater(plan: DayPlan): void {
  const heaterW = plan.fullW * 0.98;
  for (let shower = 0; shower < 3; shower++) {
    plan.pulse(355 + 32 * shower + 15 * plan.chance(shower), 12 + 12 * plan.chance(10 + shower), heaterW);
  }
  plan.pulse(1125 + 40 * plan.chance(20), 18 + 15 * plan.chance(21), heaterW);
  plan.pulse(1230 + 50 * plan.chance(22), 10 + 15 * plan.chance(23), heaterW);
  for (let loss = 0; loss < 5; loss++) plan.pulse(20 + 287 * loss + 60 * plan.chance(30 + loss), 4, heaterW);
}

// Room by room around dusk, off towards midnight; some light before sunrise on dark mornings.
function lighting(plan: DayPlan): void {
  plan.watts.fill(plan.fullW * 0.01);
  const { sunriseMinute, sunsetMinute } = plan.weather();
  for (let room = 0; room < 5; room++) {
    const on = sunsetMinute - 25 + 50 * plan.chance(room);
    const off = 1270 + 110 * plan.chance(10 + room);
    if (off > on) plan.pulse(on, off - on, plan.fullW * 0.17);
  }
  const up = 365 + 20 * plan.chance(20);
  const light = Math.min(470, sunriseMinute + 20);
  if (light > up) plan.pulse(up, light - up, plan.fullW * 0.3);
  plan.pulse(720 + 300 * plan.chance(21), 20, plan.fullW * 0.1);
}

// A load of laundry every other day: the heater cycles, the drum turns all the time.
function dryer(plan: DayPlan): void {
  plan.watts.fill(1.5);
  if (plan.chance(0) >= 0.5) return;
  const loads = plan.chance(1) < 0.3 ? 2 : 1;
  for (let load = 0; load < loads; load++) {
    const startMinute = Math.round(580 + 300 * plan.chance(2)) + load * 75;
    const minutes = 45 + Math.round(15 * plan.chance(3 + load));
    plan.pulse(startMinute, minutes, plan.fullW * 0.06);
    cycle(
      plan,
      { startMinute, endMinute: startMinute + minutes - 6, periodMinutes: 8, watts: plan.fullW * 0.92 },
      (minute) => (minute - startMinute < 24 ? 1 : 0.6),
    );
  }
}

export const comfortPlans = { 'water-heater': waterHeater, lighting, dryer } satisfies Record<string, Planner>;
