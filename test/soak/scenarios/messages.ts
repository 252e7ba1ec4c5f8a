import { stopWorkers } from '../../../bench/harness/worker';
import { inputTypes, startLivingNodes } from '../../../bench/sides/living-nodes';
import { mismatches, type SoakScenario } from '../scenario';
import { pollForADay } from './polls';

/** The allowed growth in the second half of the messages. The first hundreds still compile code; a leak of 3.4 kB is 1.7 MB. */
const heapGrowthMaxMb = { short: 1.5, long: 0.5 };

/** Sends messages to each node type with an input, without a deploy: its heap must not grow, each message ends once. */
export const messages: SoakScenario = {
  name: 'messages',
  async run({ short, directory }) {
    const half = short ? 500 : 50_000;
    const counts: Record<string, number> = { 'node types': inputTypes.length, messages: 0, 'without an end': 0 };
    const failures: string[] = [];
    let endedTwice = 0;
    let worstMb = 0;
    try {
      const nodes = await startLivingNodes(directory);
      for (const type of inputTypes) {
        const heaps: number[] = [];
        for (let halfIndex = 0; halfIndex < 2; halfIndex++) {
          const result = await nodes.pour(type, half);
          counts.messages = (counts.messages ?? 0) + result.ended;
          endedTwice += result.endedTwice;
          const internal = result.errors.INTERNAL ?? 0;
          if (internal > 0) failures.push(`${type}: ${internal} defects`);
          heaps.push((await nodes.heapBytes()) / 1e6);
        }
        const [middle = 0, end = 0] = heaps;
        worstMb = Math.max(worstMb, end - middle);
        if (end - middle > (short ? heapGrowthMaxMb.short : heapGrowthMaxMb.long))
          failures.push(`${type}: the heap has grown by ${(end - middle).toFixed(2)} MB over ${half} messages`);
      }
      await nodes.stop();
      const polled = await pollForADay(directory, short ? 0.1 : 1);
      failures.push(...polled.failures);
      Object.assign(counts, polled.counts);
    } finally {
      stopWorkers();
    }
    const allCounts = { ...counts, 'ended twice': endedTwice, 'worst growth, kB': Math.round(worstMb * 1000) };
    return {
      counts: allCounts,
      failures: [...failures, ...mismatches(allCounts, { 'ended twice': 0, messages: 2 * half * inputTypes.length })],
    };
  },
};
