/** The states that undo goes back to, newest last. */
export interface History<State> {
  /** Keeps a state before something changes it. */
  remember(state: State): void;
  /** The newest kept state that differs from the present one, if there is one; it is kept no longer. */
  undo(present: State): State | undefined;
  canUndo(present: State): boolean;
}

/** The most steps that can be taken back. */
const maxSteps = 100;

/** A history of values that are compared by their JSON: a gesture that changed nothing is no step. */
export function createHistory<State>(): History<State> {
  const states: State[] = [];
  const isSame = (one: State, other: State) => JSON.stringify(one) === JSON.stringify(other);
  return {
    remember(state) {
      const last = states.at(-1);
      if (last !== undefined && isSame(last, state)) return;
      states.push(state);
      if (states.length > maxSteps) states.shift();
    },
    undo(present) {
      for (;;) {
        const last = states.pop();
        if (last === undefined || !isSame(last, present)) return last;
      }
    },
    canUndo: (present) => states.some((state) => !isSame(state, present)),
  };
}
