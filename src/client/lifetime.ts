import type { Clock, Timer } from '../clock';
import type { ErrorCode } from './interface';

/**
 * Why a call must stop. `closed`: the client was closed; `cancelled`: by the caller's signal; `cut`: a newer command
 * waits.
 */
export type End = 'deadline' | 'cancelled' | 'closed' | 'cut';

/** By a newer command, with the error code of the older one, or by a newer value, which stops only further attempts. */
export type Superseded = ErrorCode | 'newer value';

/** Deadline and cancellation of one call; every wait of the call goes through it. */
export interface Lifetime {
  remainingMs(): number;
  ended(): End | undefined;
  /** Runs `stop` once when the lifetime ends, at once if it has; returns the unsubscribe function. */
  onEnd(stop: () => void): () => void;
  /** Set when a newer command or value replaces this one. With an error code, not even a first attempt is made. */
  superseded(): Superseded | undefined;
  /** Ends the current sleep and all later ones. */
  supersede(by: Superseded): void;
  /** Resolves after `ms`, or as soon as the lifetime ends or is superseded. */
  sleep(ms: number): Promise<void>;
  /** Settles with the promise, unless the lifetime ends first: then it rejects with `onEnded()`. */
  wait<T>(promise: Promise<T>, onEnded: () => Error): Promise<T>;
  end(why: End): void;
  /** Removes every timer and listener. */
  dispose(): void;
}

export interface Lifetimes {
  begin(limits: { deadlineMs: number; signal?: AbortSignal | undefined }): Lifetime;
  /** Ends all, and every one that begins later. */
  close(): void;
}

export function createLifetimes(clock: Clock): Lifetimes {
  const alive = new Set<Lifetime>();
  let closed = false;

  return {
    begin({ deadlineMs, signal }) {
      const lifetime = createLifetime(clock, deadlineMs, signal, (disposed) => alive.delete(disposed));
      alive.add(lifetime);
      if (closed) lifetime.end('closed');
      return lifetime;
    },
    close() {
      closed = true;
      for (const lifetime of alive) lifetime.end('closed');
    },
  };
}

function createLifetime(
  clock: Clock,
  deadlineMs: number,
  signal: AbortSignal | undefined,
  onDisposed: (lifetime: Lifetime) => void,
): Lifetime {
  const deadlineAtMs = clock.monotonicMs() + deadlineMs;
  const stops: (() => void)[] = [];
  let wake: (() => void) | undefined;
  let ended: End | undefined;
  let superseded: Superseded | undefined;

  const lifetime: Lifetime = {
    remainingMs: () => Math.max(0, deadlineAtMs - clock.monotonicMs()),
    ended: () => ended,
    onEnd(stop) {
      if (ended !== undefined) {
        stop();
        return () => {};
      }
      stops.push(stop);
      return () => {
        const at = stops.indexOf(stop);
        if (at >= 0) stops.splice(at, 1);
      };
    },
    superseded: () => superseded,
    supersede(by) {
      superseded = by;
      wake?.();
    },
    sleep(ms) {
      if (ended !== undefined || superseded !== undefined) return Promise.resolve();
      return new Promise((resolve) => {
        let timer: Timer | undefined;
        const finish = () => {
          timer?.cancel();
          unsubscribe();
          wake = undefined;
          resolve();
        };
        const unsubscribe = lifetime.onEnd(finish);
        timer = clock.after(ms, finish);
        wake = finish;
      });
    },
    wait(promise, onEnded) {
      return new Promise((resolve, reject) => {
        const unsubscribe = lifetime.onEnd(() => reject(onEnded()));
        promise.then(
          (value) => {
            unsubscribe();
            resolve(value);
          },
          (error: unknown) => {
            unsubscribe();
            reject(error);
          },
        );
      });
    },
    end(why) {
      if (ended !== undefined) return;
      ended = why;
      for (const stop of stops.splice(0)) stop();
    },
    dispose() {
      deadline.cancel();
      signal?.removeEventListener('abort', onAbort);
      onDisposed(lifetime);
    },
  };
  const deadline = clock.after(deadlineMs, () => lifetime.end('deadline'));
  const onAbort = () => lifetime.end('cancelled');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return lifetime;
}
