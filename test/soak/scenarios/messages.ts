import { stopWorkers } from '../../../bench/harness/worker';
import { inputTypes, startLivingNodes } from '../../../bench/sides/living-nodes';
import { mustBe, type SoakScenario } from '../scenario';
import { pollForADay } from './polls';

/** Over as many messages as a node had before; the first hundreds still compile code, and a leak of 3.4 kB makes 1.7 MB. */
const heapGrowthMaxMb = { short: 1.5, long: 0.5 };

/** Each node type with an input gets messages and is never deployed again: its heap stays level, each message ends once. */
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
        for (let part = 0; part < 2; part++) {
          const poured = await nodes.pour(type, half);
          counts.messages = (counts.messages ?? 0) + poured.ended;
          endedTwice += poured.endedTwice;
          const internal = poured.errors.INTERNAL ?? 0;
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
    const all = { ...counts, 'ended twice': endedTwice, 'worst growth, kB': Math.round(worstMb * 1000) };
    return {
      counts: all,
      failures: [...failures, ...mustBe(all, { 'ended twice': 0, messages: 2 * half * inputTypes.length })],
    };
  },
};
