import { defined } from '../../object';
import type { KeptLimit } from '../../runtime/automation';
import type { LimitCourse } from '../job';
import type { EventNode, RehearsalLog } from '../log';

export interface LimitRecorder {
  /** What a node has told of its limits. */
  take(limits: readonly KeptLimit[]): void;
  /** The totals of now, once a minute. */
  sample(): void;
  courses(): LimitCourse[];
}

interface Followed {
  newest: KeptLimit;
  noted: number | undefined;
  readonly changes: { readonly at: number; readonly limit?: number }[];
  readonly values: (number | null)[][];
}

/** From here on only one change a minute is kept: a message may set a limit every few seconds, for weeks. */
const manyChanges = 5_000;

/** Records the limits that nodes keep, with what they knew to be drawn. */
export function createLimitRecorder(
  log: Pick<RehearsalLog, 'add'>,
  { nodeOf, now }: { nodeOf(id: string): EventNode; now(): number },
): LimitRecorder {
  const followed = new Map<string, Followed>();
  let samples = 0;

  function begun(limit: KeptLimit): Followed {
    const values = limit.totals.map(() => Array<number | null>(samples).fill(null));
    return { newest: limit, noted: Number.NaN, changes: [], values };
  }

  function note(one: Followed): void {
    const { by, group, unit, limit } = one.newest;
    const rounded = limit === undefined ? undefined : roundedIn(unit, limit);
    if (Object.is(rounded, one.noted)) return;
    one.noted = rounded;
    one.changes.push({ at: now(), ...defined({ limit: rounded }) });
    log.add('limit', { node: nodeOf(by), group, unit, ...defined({ limit: rounded }) });
  }

  return {
    take(limits) {
      for (const limit of limits) {
        const key = `${limit.by} ${limit.group}`;
        const one = followed.get(key) ?? begun(limit);
        followed.set(key, one);
        one.newest = limit;
        if (one.changes.length < manyChanges) note(one);
      }
    },
    sample() {
      samples += 1;
      for (const one of followed.values()) {
        note(one);
        const { totals, unit } = one.newest;
        for (const [index, values] of one.values.entries()) {
          const total = totals[index]?.total;
          values.push(total === undefined ? null : roundedIn(unit, total));
        }
      }
    },
    courses: () =>
      [...followed.values()].map(({ newest: { by, group, unit, isAverage, totals }, changes, values }) => ({
        ...{ node: nodeOf(by), group, unit, isAverage, changes },
        totals: totals.map(({ leg }, index) => ({ ...defined({ leg }), values: values[index] ?? [] })),
      })),
  };
}

const roundedIn = (unit: KeptLimit['unit'], value: number) =>
  unit === 'A' ? Math.round(value * 10) / 10 : Math.round(value);
