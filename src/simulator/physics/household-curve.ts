import type { DeviceState } from '../state';
import { recordedSince } from './conduction';
import { loadCharacters } from './load-character';
import { dayMs, dayStart, localDay, minuteMs, minutesADay } from './local-time';
import type { Joules, PowerCurve } from './power-curve';
import { loadDayOf } from './recorded-curve';
import { createRipple } from './ripple';

/** Day plans that are kept: a report at midnight needs two. */
const keptDays = 2;
/** Of a day that is summed up and not kept: a year of them must not be so many arrays to collect. */
const dayToSum = new Float32Array(minutesADay);

/**
 * The power of a load that lives by day plans. Energy since the timeline began is kept by day (16 bytes a day) as far as
 * it was asked for; a day plan is made in some microseconds and only the last two are kept.
 */
export function createHouseholdCurve(
  device: Pick<DeviceState, 'load' | 'poles' | 'commissionedAt' | 'recordedSince'>,
  worldSeed: number,
): PowerCurve {
  const ripple = createRipple(device.load.seed, loadCharacters[device.load.kind].ripple);
  const firstDay = localDay(recordedSince(device));
  const deliveredBefore: number[] = [0];
  const generatedBefore: number[] = [0];
  const kept: { day: number; watts: Float32Array }[] = [];

  function planOf(day: number): Float32Array {
    const found = kept.find((plan) => plan.day === day);
    if (found !== undefined) return found.watts;
    const watts = loadDayOf(device, worldSeed, day);
    kept.unshift({ day, watts });
    kept.length = Math.min(kept.length, keptDays);
    return watts;
  }

  function sumOneMoreDay(): void {
    const last = deliveredBefore.length - 1;
    const sum = { deliveredJ: 0, generatedJ: 0 };
    addMinutes(sum, loadDayOf(device, worldSeed, firstDay + last, dayToSum), 0, minutesADay);
    deliveredBefore.push((deliveredBefore[last] ?? 0) + sum.deliveredJ);
    generatedBefore.push((generatedBefore[last] ?? 0) + sum.generatedJ);
  }

  /** Energy of whole days from the first one to the start of `day`. */
  function energyBeforeDay(day: number): Joules {
    const index = day - firstDay;
    while (deliveredBefore.length <= index) sumOneMoreDay();
    return { deliveredJ: deliveredBefore[index] ?? 0, generatedJ: generatedBefore[index] ?? 0 };
  }

  function addWithinDay(sum: Joules, day: number, from: number, to: number): void {
    const watts = planOf(day);
    const start = dayStart(day);
    const first = Math.floor((from - start) / minuteMs);
    const last = Math.floor((to - start) / minuteMs);
    if (first === last) {
      addSigned(sum, (watts[first] ?? 0) * (rippled(to) - rippled(from)));
      return;
    }
    addSigned(sum, (watts[first] ?? 0) * (minuteMs / 1000 - rippled(from)));
    addMinutes(sum, watts, first + 1, last);
    addSigned(sum, (watts[last] ?? 0) * rippled(to));
  }

  /** Seconds since the start of the minute, each weighed with the ripple at it. */
  function rippled(at: number): number {
    return (at - Math.floor(at / minuteMs) * minuteMs) / 1000 + ripple.integral(at);
  }

  return {
    wattsAt(at) {
      const day = localDay(at);
      const watts = planOf(day)[Math.floor((at - dayStart(day)) / minuteMs)] ?? 0;
      return watts * (1 + ripple.at(at));
    },
    energyBetween(from, to) {
      const sum = { deliveredJ: 0, generatedJ: 0 };
      if (to <= from) return sum;
      const fromDay = localDay(from);
      const toDay = localDay(to);
      if (fromDay === toDay) {
        addWithinDay(sum, fromDay, from, to);
        return sum;
      }
      addWithinDay(sum, fromDay, from, dayStart(fromDay) + dayMs);
      if (toDay - fromDay > 1) {
        const upTo = energyBeforeDay(toDay);
        const before = energyBeforeDay(fromDay + 1);
        sum.deliveredJ += upTo.deliveredJ - before.deliveredJ;
        sum.generatedJ += upTo.generatedJ - before.generatedJ;
      }
      addWithinDay(sum, toDay, dayStart(toDay), to);
      return sum;
    },
    sumMoreBefore(at) {
      if (deliveredBefore.length > localDay(at) - firstDay) return false;
      sumOneMoreDay();
      return true;
    },
    extremesBetween(from, to) {
      let least = { watts: Number.POSITIVE_INFINITY, start: from };
      let greatest = { watts: -1, start: from };
      for (let start = Math.floor(from / minuteMs) * minuteMs; start < to; start += minuteMs) {
        const day = localDay(start);
        const watts = Math.abs(planOf(day)[Math.floor((start - dayStart(day)) / minuteMs)] ?? 0);
        if (watts < least.watts) least = { watts, start };
        if (watts > greatest.watts) greatest = { watts, start };
      }
      return [least, greatest].map(({ start }) => ({
        from: Math.max(from, start),
        to: Math.min(to, start + minuteMs),
      }));
    },
  };
}

function addSigned(sum: Joules, joules: number): void {
  if (joules >= 0) sum.deliveredJ += joules;
  else sum.generatedJ -= joules;
}

function addMinutes(sum: Joules, watts: Float32Array, from: number, to: number): void {
  for (let minute = from; minute < to; minute++) addSigned(sum, (watts[minute] ?? 0) * 60);
}
