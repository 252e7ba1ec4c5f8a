import { uptime } from 'node:os';
import { type Clock, maxTimerMs, type Timer } from './clock';
import { createSleepAwareTime } from './sleep-aware';

// Other platforms count sleep in their even time.
const sleepsUncounted = process.platform === 'linux';

/** The machine's clock. It splits delays beyond {@link maxTimerMs}. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: createSleepAwareTime({
    wallMs: () => Date.now(),
    evenMs: () => performance.now(),
    uptimeMs: () => (sleepsUncounted ? uptime() * 1000 : performance.now()),
  }),
  after(delayMs, task): Timer {
    // Node truncates fractions, and would run the task too early.
    let remainingMs = Math.max(0, Math.ceil(delayMs));
    let handle: NodeJS.Timeout;
    let isUnref = false;
    const wait = () => {
      const partMs = Math.min(remainingMs, maxTimerMs);
      remainingMs -= partMs;
      handle = setTimeout(() => (remainingMs > 0 ? wait() : task()), partMs);
      if (isUnref) handle.unref();
    };
    wait();
    return {
      cancel: () => clearTimeout(handle),
      unref() {
        isUnref = true;
        handle.unref();
      },
    };
  },
};
