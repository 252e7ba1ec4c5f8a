import { watchOthers } from './machine';
import type { Measured } from './measured';
import { median, quantile } from './statistics';

/** One thing that is measured against another, in a process of its own. */
export interface Subject {
  /** One sample, in the unit of its row; the first ones are thrown away. */
  sample(): Promise<number>;
  close(): Promise<void>;
}

export type OpenSubject = () => Promise<Subject>;

export interface Plan {
  /** How many times every subject is started anew; 1 in the quick form. */
  readonly processes: number;
  /** Rounds for each start, one sample of every subject each. */
  readonly rounds: number;
  readonly quickRounds: number;
  /** Samples of a new process that are thrown away; 1. */
  readonly warmUps?: number;
  /** Whether the subjects of a round take their sample side by side, each on a core: for what is over within a second. */
  readonly sideBySide?: boolean;
}

export interface Run {
  readonly quick: boolean;
  /** Whether every row is measured: then one may measure what others need too. */
  readonly all: boolean;
  /** Where servers, user directories and the like may be put; removed at the end. */
  readonly directory: string;
  /** The samples of each subject, one a round, of rounds that were interleaved: A B, B A, A B ... */
  interleave<Name extends string>(subjects: Readonly<Record<Name, OpenSubject>>, plan: Plan): Promise<Rounds<Name>>;
  /** What one row has measured for another, by name; whoever takes it removes it. */
  readonly leftOver: Map<string, unknown>;
}

interface RunOptions extends Pick<Run, 'quick' | 'directory'> {
  readonly all?: boolean;
}

export interface Rounds<Name extends string> {
  readonly samples: Readonly<Record<Name, readonly number[]>>;
  readonly disturbed: number;
}

/** Others may take this part of the machine before a round is repeated. */
const undisturbed = 0.05;

interface Round {
  readonly values: Map<string, number>;
  readonly others: number;
}

export function createRun({ quick, directory, all = false }: RunOptions): Run {
  return {
    quick,
    all,
    directory,
    leftOver: new Map(),
    async interleave(subjects, plan) {
      const names = Object.keys(subjects) as (keyof typeof subjects)[];
      const wanted = quick ? plan.quickRounds : plan.rounds;
      const kept: Round[] = [];
      for (let process = 0; process < (quick ? 1 : plan.processes); process++) {
        const running = new Map<string, Subject>();
        try {
          for (const name of names) {
            const subject = await subjects[name]();
            running.set(name, subject);
            for (let count = 0; count < (plan.warmUps ?? 1); count++) await subject.sample();
          }
          kept.push(...(await playRounds(running, wanted, quick ? wanted : 2 * wanted, plan.sideBySide)));
        } finally {
          for (const subject of running.values()) await subject.close();
        }
      }
      const samples = Object.fromEntries(
        names.map((name) => [name, kept.map(({ values }) => values.get(name) ?? Number.NaN)]),
      ) as Record<keyof typeof subjects, number[]>;
      return { samples, disturbed: kept.filter(({ others }) => others > undisturbed).length };
    },
  };
}

/** As many rounds as wanted: disturbed ones are repeated, up to `most` in all, and the least disturbed ones count. */
async function playRounds(
  running: ReadonlyMap<string, Subject>,
  wanted: number,
  most: number,
  sideBySide = false,
): Promise<Round[]> {
  const rounds: Round[] = [];
  const good = () => rounds.filter(({ others }) => others <= undisturbed).length;
  while (good() < wanted && rounds.length < most) {
    const order = [...running];
    if (rounds.length % 2 === 1) order.reverse();
    const values = new Map<string, number>();
    const othersSince = watchOthers();
    const take = async ([name, subject]: [string, Subject]) => values.set(name, await subject.sample());
    if (sideBySide) await Promise.all(order.map(take));
    else for (const one of order) await take(one);
    rounds.push({ values, others: othersSince() });
  }
  return rounds.sort((a, b) => a.others - b.others).slice(0, wanted);
}

/**
 * The ratio within each round: the median of them, and their spread. A machine that is shared changes its pace from second to
 * second; what is measured in the same round has the same pace, and the ratio of two medians need not. `ratio` makes one figure
 * of the two.
 */
export function compare(
  ours: readonly number[],
  other: readonly number[],
  disturbed: number,
  ratio: (ours: number, other: number) => number = (a, b) => a / b,
): Measured {
  const each = ours.map((value, index) => ratio(value, other[index] ?? Number.NaN));
  return {
    ratio: median(each),
    spread: [quantile(each, 0.25), quantile(each, 0.75)],
    ours: median(ours),
    other: median(other),
    n: ours.length,
    disturbed,
  };
}

/** A figure that stands alone. */
export function single(values: readonly number[], disturbed = 0): Measured {
  const ratio = median(values);
  return {
    ratio,
    spread: [quantile(values, 0.25), quantile(values, 0.75)],
    ours: ratio,
    other: Number.NaN,
    n: values.length,
    disturbed,
  };
}
