/** The time sources of a monotonic clock. */
export interface TimeSources {
  /** Wall time, epoch ms. */
  wallMs(): number;
  /** Never steps, and on Linux stands still while the machine sleeps. */
  evenMs(): number;
  /** Since the machine was started, sleep included; expensive. */
  uptimeMs(): number;
}

/** A larger change of the difference between wall and even time means that the clock was set or the machine slept. */
const apartMs = 500;

/**
 * A monotonic clock that includes the time in which the machine slept: without it a waiting command, or a cached
 * answer, would not age during a night's sleep. The uptime distinguishes sleep from a clock that was set; it is read
 * only when wall time and even time have moved apart.
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
