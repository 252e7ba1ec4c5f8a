import type { Measured } from '../harness/measured';
import { compare, type Rounds, type Run } from '../harness/run';
import { type ReceiverName, receiverSubject, startPublisher } from './receivers';

/** A tenth of a second each: within a round that is longer, the machine changes its pace. */
const counts: Readonly<Record<ReceiverName, number>> = {
  limit: 3000,
  port: 3000,
  split: 2000,
  shared: 1500,
  core: 400,
};
const warmUps: Readonly<Record<ReceiverName, number>> = {
  limit: 12_000,
  port: 12_000,
  split: 12_000,
  shared: 6000,
  core: 3000,
};
const all = Object.keys(counts) as ReceiverName[];
/** What the rows compare. */
const pairs = [
  ['port', 'limit'],
  ['port', 'core'],
  ['split', 'limit'],
  ['shared', 'core'],
] as const;
const measuredAll = 'receivers, all of them';

async function measure(run: Run, names: readonly ReceiverName[]): Promise<Rounds<ReceiverName>> {
  const publisher = startPublisher();
  try {
    const subjects = Object.fromEntries(
      names.map((name) => {
        const size = { warmUp: run.quick ? warmUps[name] / 2 : warmUps[name], count: counts[name] };
        return [name, receiverSubject(run, publisher, name, size)];
      }),
    ) as Record<ReceiverName, ReturnType<typeof receiverSubject>>;
    const plan = { processes: 5, rounds: 27, quickRounds: 9, warmUps: 0 };
    return await run.interleave(subjects, plan);
  } finally {
    await publisher.stop();
  }
}

/**
 * How many times cheaper a publish is for us than for the other: its throughput, where it has a core to itself. In a run of
 * every row the first comparison measures all receivers in turn, and leaves the others theirs.
 */
export async function compareReceivers(run: Run, ours: ReceiverName, other: ReceiverName): Promise<Measured> {
  const nameOf = (a: ReceiverName, b: ReceiverName) => `receivers ${a} ${b}`;
  const own = nameOf(ours, other);
  const known = run.leftOver.get(own) as Measured | undefined;
  run.leftOver.delete(own);
  if (known !== undefined) return known;

  const forAll = run.all && !run.leftOver.has(measuredAll);
  const { samples, disturbed } = await measure(run, forAll ? all : [ours, other]);
  const compared = (a: ReceiverName, b: ReceiverName) =>
    compare(samples[a], samples[b], disturbed, (mine, theirs) => theirs / mine);
  if (forAll) {
    run.leftOver.set(measuredAll, true);
    for (const [a, b] of pairs) if (nameOf(a, b) !== own) run.leftOver.set(nameOf(a, b), compared(a, b));
  }
  return compared(ours, other);
}
