import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { serve } from '../harness/serve';
import { burst, pour } from './pour';

// Loaded into a Node-RED before itself, so that the benchmark can ask for its CPU time and memory, and how long its event loop
// keeps a timer waiting.

const resolutionMs = 5;
let delays: IntervalHistogram | undefined;

serve({
  burst,
  pour,
  watchLoop() {
    delays = monitorEventLoopDelay({ resolution: resolutionMs });
    delays.enable();
  },
  /** What 99 of 100 timers waited at most since `watchLoop`, ms. */
  loopDelayMs(): number {
    delays?.disable();
    return Math.max(0, (delays?.percentile(99) ?? Number.NaN) / 1e6 - resolutionMs);
  },
});
