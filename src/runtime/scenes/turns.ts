/** The turn of one message. */
export interface Turn {
  /** Resolves when all older turns have ended; rejects when aborted. */
  older(signal: AbortSignal): Promise<void>;
  /** Idempotent. */
  end(): void;
}

/** The order of messages whose work depends on what older ones leave behind. */
export interface Turns {
  /** Call it in the input handler, before anything asynchronous. */
  begin(): Turn;
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    begin() {
      const older = last;
      let end = () => {};
      const own = new Promise<void>((resolve) => {
        end = resolve;
      });
      last = older.then(() => own);
      return {
        end,
        older: (signal) =>
          new Promise((resolve, reject) => {
            const onAbort = () => reject(signal.reason);
            if (signal.aborted) onAbort();
            signal.addEventListener('abort', onAbort, { once: true });
            older.then(() => {
              signal.removeEventListener('abort', onAbort);
              resolve();
            });
          }),
      };
    },
  };
}
