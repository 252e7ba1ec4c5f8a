/** Each call of the returned function resolves in its own turn of the event loop; a single call resolves at once. */
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
