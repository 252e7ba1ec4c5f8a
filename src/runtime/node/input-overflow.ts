import { ClientError } from '../../client';
import type { Clock } from '../../clock';
import type { Input } from './inputs';
import { type PresentedError, presentError } from './present-error';
import type { Texts } from './texts';

/** How long one error object is reused for refused messages: creating one for each would cost more than refusing. */
const errorKeptMs = 1_000;

/** Messages beyond the concurrent inputs of a node: refused, except the newest that opens each device. */
export interface Overflow {
  add(input: Input): void;
  /** Removes and returns the oldest kept message. */
  next(): Input | undefined;
  close(): void;
}

export function createOverflow(clock: Clock, texts: Texts, onError: (error: PresentedError) => void): Overflow {
  const kept = new Map<string, Input>();
  let error: { readonly presented: PresentedError; readonly untilMs: number } | undefined;

  function refuse({ done }: Input): void {
    const nowMs = clock.monotonicMs();
    if (error === undefined || nowMs >= error.untilMs) {
      const refusal = new ClientError('RATE_LIMITED_LOCALLY', texts('error.tooManyMessages'), {});
      error = { presented: presentError(refusal, texts), untilMs: nowMs + errorKeptMs };
      onError(error.presented);
    }
    done(error.presented);
  }

  return {
    add(input) {
      const opened = input.opens?.();
      if (opened === undefined) {
        refuse(input);
        return;
      }
      const older = kept.get(opened);
      kept.delete(opened);
      kept.set(opened, input);
      if (older !== undefined) refuse(older);
    },
    next() {
      const [first] = kept;
      if (first === undefined) return undefined;
      kept.delete(first[0]);
      return first[1];
    },
    close() {
      const closedError = presentError(new ClientError('CLOSED', 'the node was closed', {}), texts);
      for (const { done } of kept.values()) done(closedError);
      kept.clear();
    },
  };
}
