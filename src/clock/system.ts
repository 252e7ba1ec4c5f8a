import { type Clock, MAX_TIMER_MS, type Timer } from './clock';

/** The machine's clock. Delays beyond {@link MAX_TIMER_MS} are waited in parts. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task): Timer {
    let remainingMs = Math.max(0, delayMs);
    let handle: NodeJS.Timeout;
    const wait = () => {
      const partMs = Math.min(remainingMs, MAX_TIMER_MS);
      remainingMs -= partMs;
      handle = setTimeout(() => (remainingMs > 0 ? wait() : task()), partMs);
    };
    wait();
    return { cancel: () => clearTimeout(handle) };
  },
};
