/** Lets in so many at once; who waits is let in by turn. */
export interface Gates {
  enter(target: string): Promise<void>;
  leave(target: string): void;
}

/** One gate for each target, `width` wide; a gate that nobody uses is not kept. */
export function createGates(width: number): Gates {
  const gates = new Map<string, { inside: number; waiting: (() => void)[] }>();
  return {
    enter(target) {
      const gate = gates.get(target) ?? { inside: 0, waiting: [] };
      gates.set(target, gate);
      if (gate.inside < width) {
        gate.inside += 1;
        return Promise.resolve();
      }
      return new Promise((resolve) => gate.waiting.push(resolve));
    },
    leave(target) {
      const gate = gates.get(target);
      if (gate === undefined) return;
      const next = gate.waiting.shift();
      if (next !== undefined) {
        next();
        return;
      }
      gate.inside -= 1;
      if (gate.inside === 0) gates.delete(target);
    },
  };
}
