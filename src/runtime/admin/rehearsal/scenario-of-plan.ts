import {
  daysAgo,
  type RehearsalDay,
  type RehearsalFault,
  type RehearsalFaultKind,
  type RehearsalPlan,
  rehearsalDays,
  rehearsalFaults,
} from '../../../admin-api';
import { instantOf, type Scenario, type Step } from '../../../rehearsal';
import { type Problem, problem } from '../../../schema';
import { type Season, seasonDay } from '../../../simulator';
import { expectationOf, expectationProblems } from './expectations-of-plan';

interface Today {
  readonly nowMs: number;
  /** Of the simulated site, on which its weather depends. */
  readonly seed: number;
}

const longestHours = 168;
const maxFaults = 50;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const brownOut = { percent: 85, forMs: 10 * minuteMs } as const;
const usualSupply = 100;
/** One in a minute or more: half an hour of a meter that is read every minute, some minutes of one that is read often. */
const unreadTimes = 30;
const slowly = { kind: 'slow', delayMs: 40_000, times: 3 } as const;
/** A car that comes home half empty. */
const car = { neededWh: 20_000, carMaxA: 32 } as const;

/** What a person has chosen, as a scenario that the command line takes too. It begins at midnight where Node-RED is. */
export function scenarioOfPlan({ flows, day, hours, faults, expectations }: RehearsalPlan, today: Today): Scenario {
  const start = midnightOf(day, today);
  return {
    start: start.toISOString(),
    hours,
    flows: [...flows],
    steps: faults.flatMap((fault) => stepsOf[fault.kind](fault, start.getTime())),
    ...(expectations.length === 0 ? {} : { expect: expectations.map(expectationOf) }),
  };
}

function midnightOf(day: RehearsalPlan['day'], { nowMs, seed }: Today): Date {
  const midnight = new Date(nowMs);
  midnight.setHours(0, 0, 0, 0);
  const ago = daysAgo(day);
  if (ago !== undefined) {
    midnight.setDate(midnight.getDate() - ago);
    return midnight;
  }
  const [season, weather] = day.split('-') as [Season, string];
  const chosen = seasonDay(seed, midnight.getFullYear(), season, weather === 'cloudy' ? 'cloudy' : 'clear');
  // Without a zone, a date with a time is one of this machine.
  return new Date(`${chosen}T00:00:00`);
}

const isDay = (given: unknown): given is RehearsalDay => rehearsalDays.some((day) => day === given);

type Steps = (fault: RehearsalFault, startMs: number) => Step[];

const stepsOf: { readonly [Kind in RehearsalFaultKind]: Steps } = {
  trip: ({ at, device }) => [{ at, do: 'trip', device }],
  offline: ({ at, device }, startMs) => [
    { at, do: 'offline', device },
    { at: later(at, startMs, hourMs), do: 'online', device },
  ],
  unread: ({ at, device }) => [
    {
      ...{ at, do: 'fault' },
      fault: {
        ...{ kind: 'unavailable', times: unreadTimes },
        match: { path: `/devices/${device}/data/telemetry/meter/reading` },
      },
    },
  ],
  slow: ({ at }) => [{ at, do: 'fault', fault: slowly }],
  supply: ({ at }, startMs) => [
    { at, do: 'supply', percent: brownOut.percent },
    { at: later(at, startMs, brownOut.forMs), do: 'supply', percent: usualSupply },
  ],
  plugIn: ({ at, device }) => [{ at, do: 'plugIn', device, ...car }],
};

/** An instant: the end may be on another day than the beginning. */
const later = (at: string, startMs: number, ms: number) => new Date(instantOf(at, startMs) + ms).toISOString();

/** A plan that came as JSON, or what is wrong with it. */
export function readPlan(given: unknown): { readonly plan: RehearsalPlan } | { readonly problems: readonly Problem[] } {
  const {
    flows,
    day,
    hours,
    faults,
    expectations = [],
  } = (given ?? {}) as Partial<Record<keyof RehearsalPlan, unknown>>;
  const isPlan =
    Array.isArray(flows) &&
    flows.every((flow) => typeof flow === 'string') &&
    isDay(day) &&
    typeof hours === 'number' &&
    hours > 0 &&
    hours <= longestHours &&
    Array.isArray(faults) &&
    faults.length <= maxFaults &&
    faults.every(isFault);
  if (!isPlan) return { problems: [problem('plan', 'plan', 'is no plan')] };
  const problems = expectationProblems(expectations);
  if (problems.length > 0) return { problems };
  return { plan: { flows, day, hours, faults, expectations: expectations as RehearsalPlan['expectations'] } };
}

function isFault(given: unknown): given is RehearsalFault {
  const { kind, at, device } = (given ?? {}) as Partial<Record<keyof RehearsalFault, unknown>>;
  return rehearsalFaults.some((known) => known === kind) && typeof at === 'string' && typeof device === 'string';
}
