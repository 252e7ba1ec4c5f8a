/** Lets one after the other go on, each in a turn of the event loop of its own; nobody waits who is alone. */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function next(): void {
    const first = waiting.shift();
    isTaken = first !== undefined;
    if (first === undefined) return;
    setImmediate(next);
    first();
  }

  return () => {
    if (isTaken) return new Promise((resolve) => waiting.push(resolve));
    isTaken = true;
    setImmediate(next);
    return Promise.resolve();
  };
}
