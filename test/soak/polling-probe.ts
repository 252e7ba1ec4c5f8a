import { serve } from '../../bench/harness/serve';
import { createManualClock, type ManualClock } from '../../src/clock';
import { settled } from '../support/turn-clock';
import { resourcesOfThisProcess } from './probe';

// Loaded into a process before Node-RED, whose settings use this clock. The clock advances on request.

/** The result of a period of polling. */
export interface PollingResult {
  readonly polls: number;
  readonly failed: number;
  readonly heapMb: number;
}

type EndedMessage = { readonly error?: unknown; readonly node: { readonly id: string } };

const clock = createManualClock();
(globalThis as { breakerflowClock?: ManualClock }).breakerflowClock = clock;
const hook = 'onComplete.breakerflowPolls';

/** Advances the clock by `ms` from timer to timer; each time waits until all requests are answered. */
async function pass(ms: number): Promise<PollingResult> {
  const { hooks } = require('node-red') as {
    readonly hooks: { add(name: string, listener: (ended: EndedMessage) => void): void; remove(name: string): void };
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
  const { heapMb } = await resourcesOfThisProcess();
  return { polls, failed, heapMb };
}

serve({ pass });
