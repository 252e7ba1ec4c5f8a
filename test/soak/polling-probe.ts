import { serve } from '../../bench/harness/serve';
import { createManualClock, type ManualClock } from '../../src/clock';
import { settled } from '../support/turn-clock';
import { holdingsOfThisProcess } from './probe';

// Loaded into a Node-RED before itself: its settings take the clock from here, and it is turned when that is asked for.

/** What a stretch of polling came to. */
export interface PollingStretch {
  readonly polls: number;
  readonly failed: number;
  readonly heapMb: number;
}

type Ended = { readonly error?: unknown; readonly node: { readonly id: string } };

const clock = createManualClock();
(globalThis as { breakerflowClock?: ManualClock }).breakerflowClock = clock;
const hook = 'onComplete.breakerflowPolls';

/** Turns the clock on by so long, from timer to timer, each when all requests of the last have been answered. */
async function pass(ms: number): Promise<PollingStretch> {
  const { hooks } = require('node-red') as {
    readonly hooks: { add(name: string, heard: (ended: Ended) => void): void; remove(name: string): void };
  };
  let polls = 0;
  let failed = 0;
  hooks.add(hook, ({ error, node }) => {
    if (!node.id.startsWith('meter')) return;
    polls += 1;
    if (error !== undefined && error !== null) failed += 1;
  });
  const endMs = clock.monotonicMs() + ms;
  while (clock.monotonicMs() < endMs) {
    const leftMs = endMs - clock.monotonicMs();
    await clock.advance(Math.min(leftMs, clock.nextTimerMs() ?? leftMs));
    await settled();
  }
  hooks.remove(hook);
  const { heapMb } = await holdingsOfThisProcess();
  return { polls, failed, heapMb };
}

serve({ pass });
