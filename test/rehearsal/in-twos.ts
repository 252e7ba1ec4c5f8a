/** Starts what was given, two at a time and in its order: a rehearsal is a process, and the machine of the tests has two processors. */
export function inTwos<T>(works: readonly (() => Promise<T>)[]): Promise<T>[] {
  const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  return works.map((work, index) => {
    const done = (lanes[index % 2] as Promise<unknown>).then(work);
    // Whoever waits for it is told that it has failed; the next one begins all the same.
    lanes[index % 2] = done.catch(() => {});
    return done;
  });
}
