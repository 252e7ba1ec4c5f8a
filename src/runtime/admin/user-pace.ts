import type { Clock } from '../../clock';

const paceMs = 1_000;
const maxKnown = 500;

/** At most one command a second for each user of an account: returns how long this one is too early, 0 if it is not. */
export function createUserPace(clock: Clock): (user: string) => number {
  const lastMs = new Map<string, number>();
  return (user) => {
    const now = clock.monotonicMs();
    const waitMs = (lastMs.get(user) ?? Number.NEGATIVE_INFINITY) + paceMs - now;
    if (waitMs > 0) return waitMs;
    lastMs.delete(user);
    lastMs.set(user, now);
    const [oldest] = lastMs.keys();
    if (lastMs.size > maxKnown && oldest !== undefined) lastMs.delete(oldest);
    return 0;
  };
}
