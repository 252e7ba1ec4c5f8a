import type { Clock } from '../clock';
import type { Instant } from './state';

/**
 * Whole milliseconds that never turn back. It starts at `earliest` where the given clock is behind it, and goes on from the
 * latest instant it has shown where that clock is set back: the service neither repeats a time nor stands still.
 */
export function createServiceClock(base: Clock, earliest: Instant = Number.NEGATIVE_INFINITY): Clock {
  let aheadMs = Math.max(0, earliest - base.now());
  let shown = Number.NEGATIVE_INFINITY;
  return {
    monotonicMs: base.monotonicMs,
    after: base.after,
    now() {
      const now = Math.floor(base.now() + aheadMs);
      if (now < shown) aheadMs += shown - now;
      else shown = now;
      return shown;
    },
  };
}
