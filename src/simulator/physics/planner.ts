import type { DayWeather } from './weather';

/** A local day that is being planned. */
export interface DayPlan {
  /** Watts at full draw. */
  readonly fullW: number;
  readonly daySeed: number;
  /** Watts by minute; {@link pulse} adds to them. */
  readonly watts: Float32Array;
  /** 0 = Sunday. */
  readonly weekDay: number;
  weather(): DayWeather;
  /** Uniform in [0, 1); each counter is another throw of this day's dice. */
  chance(counter: number): number;
  /** Adds power from a minute on; what passes midnight is cut off. */
  pulse(startMinute: number, minutes: number, watts: number): void;
}

export type Planner = (plan: DayPlan) => void;

/** Switches between full and none in cycles from `startMinute` to `endMinute`; `duty` is the part that is on. */
export function cycle(
  plan: DayPlan,
  span: { startMinute: number; endMinute: number; periodMinutes: number; watts: number },
  duty: (minute: number) => number,
): void {
  for (let minute = span.startMinute; minute < span.endMinute; minute += span.periodMinutes) {
    const onMinutes = Math.min(span.endMinute - minute, Math.round(duty(minute) * span.periodMinutes));
    if (onMinutes > 0) plan.pulse(minute, onMinutes, span.watts);
  }
}
