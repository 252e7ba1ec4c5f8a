import {
  type Counters,
  countersOf,
  type DayEnergy,
  dayEnergySince,
  dayStartOf,
  energyToday,
  type Fact,
  type Facts,
  isOfDay,
  type MeasureName,
  measures,
  type Observation,
  withEnergyToday,
  withPower,
} from '../../watch';
import type { Account } from '..';

/** What is kept of the readings of each device. */
export interface Recent {
  /** The facts, with the power since the read before, the energy since midnight and the rating. `readAtMs` is epoch ms. */
  completed(deviceId: string, facts: Facts, readAtMs: number): Facts;
  /** A current that is not newer than the last one is not kept. */
  note(deviceId: string, current: Observation): void;
  /** The newest currents, oldest first. */
  currents(deviceId: string): readonly Observation[];
  /** The counters since before midnight, as history has them. */
  history(deviceId: string, items: readonly Counters[]): void;
  /** What is known of the day of the newest counters. */
  day(deviceId: string): DayEnergy | undefined;
  /** The energy of a day is known, or never will be: history has no more to tell. */
  isDayKnown(deviceId: string, nowMs: number): boolean;
  keep(deviceIds: ReadonlySet<string>): void;
}

interface Known {
  rated?: Fact | undefined;
  counters?: Counters | undefined;
  day?: DayEnergy | undefined;
  currents: readonly Observation[];
}

export const ratedPath = 'breaker.metadata.ratedCurrent';
const soonMs = 600_000;
/** Of pushes each second the last minute. */
const mostCurrents = 60;

export const isCounted = (name: MeasureName): boolean => name === 'watts' || isOfDay(name);

/** Whether facts tell of a measure; what is counted comes from the counters. */
export const isToldBy = (name: MeasureName, facts: Facts): boolean =>
  measures[name].paths.some((path) => facts.has(path)) || (isCounted(name) && countersOf(facts) !== undefined);

export function createRecent({ circuits }: Pick<Account, 'circuits'>, timeZone: string): Recent {
  const known = new Map<string, Known>();

  function knownOf(deviceId: string): Known {
    const own = known.get(deviceId) ?? { currents: [] };
    known.set(deviceId, own);
    return own;
  }

  /** Until the breaker has told its rating, what a person has entered of its circuit. */
  function enteredRating(deviceId: string, atMs: number): Fact | undefined {
    const { ratedA } = circuits.now().circuitOf(deviceId) ?? {};
    return ratedA === undefined ? undefined : { value: ratedA, ts: atMs / 1_000 };
  }

  return {
    completed(deviceId, facts, readAtMs) {
      const own = knownOf(deviceId);
      own.rated = facts.get(ratedPath) ?? own.rated;
      const powered = withPower(facts, own.counters);
      own.counters = powered.since ?? own.counters;
      const { facts: all, day } = withEnergyToday(powered.facts, own.day, timeZone);
      own.day = day;
      const rated = own.rated ?? enteredRating(deviceId, readAtMs);
      return rated === undefined ? all : new Map(all).set(ratedPath, rated);
    },
    history(deviceId, items) {
      const own = knownOf(deviceId);
      own.day = dayEnergySince(items, { later: own.day, timeZone });
    },
    day: (deviceId) => known.get(deviceId)?.day,
    isDayKnown(deviceId, nowMs) {
      const { day } = known.get(deviceId) ?? {};
      if (day === undefined) return false;
      // The next look sees the midnight that has just been.
      if (day.dayMs !== dayStartOf(nowMs, timeZone)) return nowMs - day.last.ts * 1_000 < soonMs;
      return day.wasReset === true || energyToday(day) !== undefined;
    },
    note(deviceId, current) {
      const own = knownOf(deviceId);
      if (current.atMs > (own.currents.at(-1)?.atMs ?? 0))
        own.currents = [...own.currents, current].slice(-mostCurrents);
    },
    currents: (deviceId) => known.get(deviceId)?.currents ?? [],
    keep(deviceIds) {
      for (const deviceId of known.keys()) if (!deviceIds.has(deviceId)) known.delete(deviceId);
    },
  };
}
