import { setMaxListeners } from 'node:events';
import { ClientError } from '../../client';
import { type Clock, sleep, type Timer } from '../../clock';
import { createOverflow } from './input-overflow';
import type { Message } from './message';
import { type PresentedError, presentError } from './present-error';
import type { Texts } from './texts';

/** Beyond the deadline of the service call, so that its own error comes first; with what follows at most 5 s. */
const graceMs = 3_500;
/** How long work that was stopped may take to say what it has sent; Node-RED waits 15 s for a node to close. */
const concludeMs = 1_500;
/** Inputs of one node at the same time, with those that have ended since the event loop last turned. */
export const inputsMax = 1_000;

export interface InputRun {
  /** When the message came: epoch ms, and the same on the monotonic clock. */
  readonly receivedAt: number;
  readonly receivedAtMs: number;
  readonly signal: AbortSignal;
  /** Sends one message on; dropped when the input has ended or the node was closed meanwhile. */
  send(message: Message | (Message | null)[]): void;
  /** The input may go on for so long from now: work in steps asks for it step by step. */
  allow(deadlineMs: number): void;
}

type Done = (error?: Error) => void;
type Send = (message: Message | (Message | null)[]) => void;

/** One message to be worked on. */
export interface Input {
  readonly msg: Message;
  readonly send: Send;
  readonly done: Done;
  readonly deadlineMs: number;
  work(run: InputRun): Promise<void>;
  /**
   * What the message would open, where it would: among more messages than can be worked on at once, the newest that opens the
   * same is kept.
   */
  opens?(): string | undefined;
}

/** Runs inputs so that each ends in exactly one `done`, in time, whatever happens; none outlives the node. */
export interface Inputs {
  run(input: Input): void;
  /** Stops what is in flight, and resolves when all of it has said what it did. */
  close(): Promise<void>;
}

export function createInputs(clock: Clock, texts: Texts, onError: (error: Error) => void): Inputs {
  /** One controller an input: a listener on a signal of the node would stay for as long as the node lives. */
  const running = new Map<AbortController, Promise<void>>();
  const overflow = createOverflow(clock, texts, onError);
  /** A burst is handed over within one turn of the event loop: inputs that end at once would let all of it be worked on. */
  let endedThisTurn = 0;
  let closed = false;

  async function one({ msg, send, done, work, deadlineMs }: Input, stopping: AbortController): Promise<void> {
    const { signal } = stopping;
    // Several requests for each of several devices listen to it: no leak.
    setMaxListeners(0, signal);
    let timer: Timer | undefined;
    let over = false;
    const stop = (code: 'TIMEOUT' | 'CLOSED', why: string) => stopping.abort(new ClientError(code, why, {}));
    const allow = (ms: number) => {
      timer?.cancel();
      if (!over) timer = clock.after(ms + graceMs, () => stop('TIMEOUT', 'did not end in time'));
    };
    if (closed) stop('CLOSED', 'the node was closed');
    else allow(deadlineMs);
    let failure: PresentedError | undefined;
    try {
      signal.throwIfAborted();
      await untilStopped(
        work({
          receivedAt: clock.now(),
          receivedAtMs: clock.monotonicMs(),
          signal,
          send(message) {
            // After a deadline the work may still say what it has sent; a closed node says nothing.
            if (!over && !closed) send(message);
          },
          allow,
        }),
        signal,
      );
      if (closed) signal.throwIfAborted();
    } catch (error) {
      failure = presentError(reasonOf(error, signal), texts);
    }
    over = true;
    timer?.cancel();
    if (failure?.cause?.statusCode !== undefined) msg.statusCode = failure.cause.statusCode;
    if (failure !== undefined && !closed) onError(failure);
    if (failure === undefined) done();
    else done(failure);
  }

  /** The outcome of the work. Once it is stopped it has a moment left to tell what it has sent. */
  function untilStopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = new AbortController();
      const onAbort = () => {
        sleep(clock, concludeMs, waiting.signal).then(
          () => reject(signal.reason),
          () => {},
        );
      };
      const finish = () => {
        signal.removeEventListener('abort', onAbort);
        waiting.abort();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      work.then(resolve, reject).finally(finish);
    });
  }

  function start(input: Input): void {
    const stopping = new AbortController();
    const run = one(input, stopping).finally(() => {
      running.delete(stopping);
      if (endedThisTurn === 0) setImmediate(nextTurn);
      endedThisTurn += 1;
    });
    running.set(stopping, run);
  }

  function nextTurn(): void {
    endedThisTurn = 0;
    while (running.size < inputsMax) {
      const next = overflow.next();
      if (next === undefined) return;
      start(next);
    }
  }

  return {
    run(input) {
      if (running.size + endedThisTurn < inputsMax) start(input);
      else overflow.add(input);
    },
    async close() {
      closed = true;
      overflow.close();
      for (const stopping of running.keys()) stopping.abort(new ClientError('CLOSED', 'the node was closed', {}));
      await Promise.allSettled(running.values());
    },
  };
}

/** What was sent counts for more than why it was stopped; anything else that is stopped ends for that reason. */
function reasonOf(error: unknown, signal: AbortSignal): unknown {
  if (!signal.aborted) return error;
  return error instanceof ClientError && error.code === 'UNKNOWN_OUTCOME' ? error : signal.reason;
}
