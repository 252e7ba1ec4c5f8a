/** Of the event loop at once: what else waits for it, such as other nodes of a runtime, waits no longer than this. */
const sliceMs = 10;

/** So many steps are done without a look at the time: what falls due in ordinary use is done at once, however slow the machine. */
export const leastSteps = 32;

/** Begins a slice; what is returned tells whether it is over. Real time, and not that of a simulated clock. */
export function sliceEnd(): () => boolean {
  const endsAt = performance.now() + sliceMs;
  return () => performance.now() >= endsAt;
}
