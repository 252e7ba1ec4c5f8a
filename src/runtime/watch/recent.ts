import { type Counters, type Fact, type Facts, type Observation, withPower } from '../../watch';
import type { Account } from '..';

/** What is kept of the readings of each device. */
export interface Recent {
  /** The facts, with the power since the read before and with the rating. `readAtMs` is epoch ms. */
  completed(deviceId: string, facts: Facts, readAtMs: number): Facts;
  /** A current that is not newer than the last one is not kept. */
  note(deviceId: string, current: Observation): void;
  /** The newest currents, oldest first. */
  currents(deviceId: string): readonly Observation[];
  keep(deviceIds: ReadonlySet<string>): void;
}

interface Known {
  rated?: Fact | undefined;
  counters?: Counters | undefined;
  currents: readonly Observation[];
}

export const ratedPath = 'breaker.metadata.ratedCurrent';
/** Of pushes each second the last minute. */
const mostCurrents = 60;

export function createRecent({ circuits }: Pick<Account, 'circuits'>): Recent {
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
      const rated = own.rated ?? enteredRating(deviceId, readAtMs);
      return rated === undefined ? powered.facts : new Map(powered.facts).set(ratedPath, rated);
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
