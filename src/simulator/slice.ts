/** The longest work without a break, so that other work of the event loop, such as other nodes, waits no longer. */
const sliceMs = 10;

/** Steps that are done before the time is checked: enough for ordinary use, even on a slow machine. */
export const leastSteps = 32;

/** Begins a slice of real time. The returned function tells whether it is over. */
export function sliceEnd(): () => boolean {
  const endsAt = performance.now() + sliceMs;
  return () => performance.now() >= endsAt;
}
