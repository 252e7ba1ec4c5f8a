import type { Row } from './harness/row';
import type { Run } from './harness/run';
import { median } from './harness/statistics';
import { type InputType, inputTypes, type LivingNodes, startLivingNodes } from './sides/living-nodes';

/** So many messages before anything counts, and as many again while the heap is measured at each tenth. */
const messages = 50_000;
const quickMessages = 700;
const parts = 10;

/**
 * By how many MB the heap of a living node grows over `count` messages: the median of the slopes between any two of the eleven
 * measurements (Theil-Sen). One collection leaves a few hundred kilobytes more or less than another, whatever the node did.
 */
async function growth(nodes: LivingNodes, type: InputType, count: number): Promise<number> {
  const heapAfter = async (more: number) => {
    const { ended, endedTwice } = await nodes.pour(type, more);
    if (ended !== more || endedTwice > 0) throw new Error(`${type}: ${ended} ended, ${endedTwice} of them twice`);
    return nodes.heapBytes();
  };
  const heaps = [await heapAfter(count)];
  for (let part = 0; part < parts; part++) heaps.push(await heapAfter(count / parts));
  const slopes = heaps.flatMap((from, start) =>
    heaps.slice(start + 1).map((to, index) => ((to - from) / (index + 1)) * parts),
  );
  return median(slopes) / 1e6;
}

async function measureAll(run: Run): Promise<number[]> {
  const nodes = await startLivingNodes(run.directory);
  const count = run.quick ? quickMessages : messages;
  try {
    const grown: number[] = [];
    for (const type of inputTypes) grown.push(await growth(nodes, type, count));
    return grown;
  } finally {
    await nodes.stop();
  }
}

export const row: Row = {
  name: 'node.memory',
  title:
    'heap of a living node, the worst of all types with an input: growth from message 50,001 to 100,000 (quick: 701 to 1,400)',
  // What a collection leaves strays by 0.4 MB with no growth behind it (25,000 messages five times over); a leak of 10 B a message is
  // 0.5 MB here, that of version 0.1.0 was 170.
  goal: { atMost: 0.5 },
  // A few hundred kilobytes of compiled code come with the first thousands; a leak of 3.4 kB a message is 2.4 MB by then.
  noise: 8,
  unit: 'MB: worst / median type',
  async measure(run) {
    const grown = (await measureAll(run)).sort((a, b) => a - b);
    const worst = grown.at(-1) ?? Number.NaN;
    return { ratio: worst, spread: [worst, worst], ours: worst, other: median(grown), n: 1, disturbed: 0 };
  },
};
