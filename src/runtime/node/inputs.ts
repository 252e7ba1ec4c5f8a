import { setMaxListeners } from 'node:events';
import { ClientError } from '../../client';
import { type Clock, sleep, type Timer } from '../../clock';
import { type CircuitDirectory, emptyDirectory } from '../../directory';
import { createNames, type NamesOf } from '../accounts/device-names';
import type { KnownDevices } from '../accounts/known-devices';
import { createOverflow } from './input-overflow';
import type { Message } from './message';
import { type PresentedError, presentError } from './present-error';
import type { Texts } from './texts';

/** Added to the deadline of the service call, so that its own error comes first; with `concludeMs` at most 5 s. */
const graceMs = 3_500;
/** How long stopped work may take to report what it has sent; Node-RED waits 15 s for a node to close. */
const concludeMs = 1_500;
/** Concurrent inputs of one node, including those that ended since the last turn of the event loop. */
export const maxInputs = 1_000;

export interface InputRun {
  /** When the message was received: epoch ms, and the same on the monotonic clock. */
  readonly receivedAt: number;
  readonly receivedAtMs: number;
  /** The circuits of the node's account when the message arrived: what it names is looked up in these. */
  readonly circuits: CircuitDirectory;
  /** What people call a device, by what was known when the message arrived and has been read since. */
  readonly namesOf: NamesOf;
  readonly signal: AbortSignal;
  /** Sends a message; drops it when the input has ended or the node was closed. */
  send(message: Message | (Message | null)[]): void;
  /** Sets a new deadline from now: work in steps extends it with each step. */
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
  readonly circuits?: CircuitDirectory;
  /** The devices of the node's account, where it runs. */
  readonly known?: () => KnownDevices | undefined;
  work(run: InputRun): Promise<void>;
  /**
   * The key of what the message would open, if it opens anything: when there are too many messages, the newest of
   * each key is kept.
   */
  opens?(): string | undefined;
}

/** Runs inputs: each ends in exactly one `done` within its deadline, and none outlives the node. */
export interface Inputs {
  run(input: Input): void;
  /** Stops the inputs in flight, and resolves when all of them have ended. */
  close(): Promise<void>;
}

export function createInputs(clock: Clock, texts: Texts, onError: (error: PresentedError) => void): Inputs {
  /** One controller for each input: listeners on a signal of the node would accumulate while the node lives. */
  const running = new Map<AbortController, Promise<void>>();
  const overflow = createOverflow(clock, texts, onError);
  /**
   * Node-RED delivers a burst within one turn of the event loop: without this count, inputs that end at once would
   * admit all of it.
   */
  let endedThisTurn = 0;
  let closed = false;

  async function one(
    { msg, send, done, work, deadlineMs, circuits = emptyDirectory, known }: Input,
    stopping: AbortController,
  ): Promise<void> {
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
    const namesOf = createNames(
      () => circuits,
      () => known?.(),
    );
    let failure: PresentedError | undefined;
    try {
      signal.throwIfAborted();
      await untilStopped(
        work({
          receivedAt: clock.now(),
          receivedAtMs: clock.monotonicMs(),
          circuits,
          namesOf,
          signal,
          send(message) {
            // After a deadline the work may still report what it has sent; a closed node sends nothing.
            if (!over && !closed) send(message);
          },
          allow,
        }),
        signal,
      );
      if (closed) signal.throwIfAborted();
    } catch (error) {
      failure = presentError(reasonOf(error, signal), texts, namesOf);
    }
    over = true;
    timer?.cancel();
    if (failure?.cause?.statusCode !== undefined) msg.statusCode = failure.cause.statusCode;
    if (failure !== undefined && !closed) onError(failure);
    if (failure === undefined) done();
    else done(failure);
  }

  /** Settles with the work. Stopped work gets `concludeMs` to report what it has sent. */
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
    while (running.size < maxInputs) {
      const next = overflow.next();
      if (next === undefined) return;
      start(next);
    }
  }

  return {
    run(input) {
      if (running.size + endedThisTurn < maxInputs) start(input);
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

/** An unknown outcome outweighs the reason of the stop; any other stopped input ends with that reason. */
function reasonOf(error: unknown, signal: AbortSignal): unknown {
  if (!signal.aborted) return error;
  return error instanceof ClientError && error.code === 'UNKNOWN_OUTCOME' ? error : signal.reason;
}
