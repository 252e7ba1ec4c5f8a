import type { Clock } from '../../clock';

/** What the watch takes for the service's clock, epoch ms. It rises with the monotonic clock alone. */
export interface ServiceTime {
  now(): number;
  /** What it showed, or will show, at a monotonic instant. */
  at(monotonicMs: number): number;
  /** The service's clock minus the machine's, as an answer has told it. */
  learn(skewMs: number | undefined): void;
}

/** Less is the time that an answer was under way: times that have begun to count are not moved by it. */
const leastCorrectionMs = 60_000;

/** Until the first answer it is the machine's clock at the start; steps of that clock are not seen. */
export function createServiceTime(clock: Clock): ServiceTime {
  let originMs = clock.now() - clock.monotonicMs();
  let isLearned = false;
  const at = (monotonicMs: number) => originMs + monotonicMs;
  return {
    at,
    now: () => at(clock.monotonicMs()),
    learn(skewMs) {
      if (skewMs === undefined) return;
      const learnedMs = clock.now() + skewMs - clock.monotonicMs();
      if (!isLearned || Math.abs(learnedMs - originMs) > leastCorrectionMs) originMs = learnedMs;
      isLearned = true;
    },
  };
}
