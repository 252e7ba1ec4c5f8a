import { cycle, type DayPlan, type Planner } from './planner';

// The compressor runs about a third of the time, a little more while the door is opened; one defrost a day.
function refrigerator(plan: DayPlan): void {
  plan.watts.fill(plan.fullW * 0.02);
  const periodMinutes = 46 + Math.round(12 * plan.chance(0));
  cycle(
    plan,
    {
      startMinute: Math.round(periodMinutes * plan.chance(1)),
      endMinute: 1440,
      periodMinutes,
      watts: plan.fullW * 0.85,
    },
    (minute) => (minute > 990 && minute < 1290 ? 0.42 : 0.33) + 0.08 * plan.chance(minute),
  );
  plan.pulse(60 + 240 * plan.chance(2), 18, plan.fullW * 0.6);
}

function bake(plan: DayPlan, startMinute: number, minutes: number): void {
  const preheat = 10;
  plan.pulse(startMinute, preheat, plan.fullW * 0.95);
  cycle(
    plan,
    { startMinute: startMinute + preheat, endMinute: startMinute + minutes, periodMinutes: 7, watts: plan.fullW * 0.9 },
    () => 0.45,
  );
}

// Dinner on most days, lunch at weekends, sometimes breakfast.
function oven(plan: DayPlan): void {
  plan.watts.fill(3);
  const weekend = plan.weekDay === 0 || plan.weekDay === 6;
  if (plan.chance(0) < 0.85) bake(plan, Math.round(1035 + 60 * plan.chance(1)), 35 + Math.round(40 * plan.chance(2)));
  if (plan.chance(3) < (weekend ? 0.7 : 0.15)) bake(plan, Math.round(700 + 40 * plan.chance(4)), 30);
  if (weekend && plan.chance(5) < 0.4) bake(plan, Math.round(450 + 60 * plan.chance(6)), 22);
}

// Standby, a kettle at breakfast and at tea time, a television in the evening.
function outlets(plan: DayPlan): void {
  const { fullW } = plan;
  for (let block = 0; block < 96; block++) plan.pulse(block * 15, 15, fullW * (0.012 + 0.012 * plan.chance(block)));
  for (let cup = 0; cup < 3; cup++) plan.pulse(375 + 35 * cup + 25 * plan.chance(100 + cup), 3, fullW * 0.55);
  plan.pulse(925 + 60 * plan.chance(110), 3, fullW * 0.55);
  plan.pulse(1110 + 50 * plan.chance(111), 12, fullW * 0.4);
  plan.pulse(1140 + 30 * plan.chance(112), 150 + 60 * plan.chance(113), fullW * 0.07);
  if (plan.chance(114) < 0.3) plan.pulse(600 + 200 * plan.chance(115), 25, fullW * 0.5);
}

export const kitchenPlans = { refrigerator, oven, outlets } satisfies Record<string, Planner>;
