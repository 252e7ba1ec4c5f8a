/** Where a monotonic clock takes its time from. */
export interface TimeSources {
  /** Wall time, epoch ms. */
  wallMs(): number;
  /** Runs evenly, and on Linux stands still while the machine sleeps. */
  evenMs(): number;
  /** Since the machine was started, sleep included; expensive. */
  uptimeMs(): number;
}

/** Wall and even time that differ by more have stepped apart: the clock was set, or the machine slept. */
const apartMs = 500;

/**
 * A monotonic clock that counts the time in which the machine slept: without it a command that waited, or an answer that was kept,
 * would be as young after a night as before. Whether the wall clock was set or the machine slept is told by its uptime, which is
 * asked only when the two have moved apart.
 */
export function createSleepAwareTime({ wallMs, evenMs, uptimeMs }: TimeSources): () => number {
  let wallAheadMs = wallMs() - evenMs();
  let uptimeAheadMs = uptimeMs() - evenMs();
  let sleptMs = 0;

  return () => {
    const even = evenMs();
    const wallAhead = wallMs() - even;
    if (Math.abs(wallAhead - wallAheadMs) > apartMs) {
      wallAheadMs = wallAhead;
      const uptimeAhead = uptimeMs() - even;
      if (uptimeAhead - uptimeAheadMs > apartMs) {
        sleptMs += uptimeAhead - uptimeAheadMs;
        uptimeAheadMs = uptimeAhead;
      }
    }
    return even + sleptMs;
  };
}
