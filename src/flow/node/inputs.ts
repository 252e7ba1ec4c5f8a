import { setMaxListeners } from 'node:events';
import { ClientError } from '../../client';
import type { Clock, Timer } from '../../clock';
import type { Message } from './message';
import { presentError } from './present-error';
import type { Texts } from './texts';

/** Beyond the deadline of the service call, so that its own error comes first. */
const graceMs = 5_000;

export interface InputRun {
  /** When the message came, epoch ms. */
  readonly receivedAt: number;
  readonly signal: AbortSignal;
  /** Sends one message on; dropped when the input has ended or the node was closed meanwhile. */
  send(message: Message | (Message | null)[]): void;
  /** The input may go on for so long from now: work in steps asks for it step by step. */
  allow(deadlineMs: number): void;
}

type Done = (error?: Error) => void;

/** Runs inputs so that each ends in exactly one `done`, in time, whatever happens; none outlives the node. */
export interface Inputs {
  run(
    msg: Message,
    send: (message: Message | (Message | null)[]) => void,
    done: Done,
    work: (run: InputRun) => Promise<void>,
    deadlineMs: number,
  ): void;
  /** Aborts what is in flight and resolves when all of it has ended. */
  close(): Promise<void>;
}

export function createInputs(clock: Clock, texts: Texts, onError: (error: Error) => void): Inputs {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  async function one(
    msg: Message,
    send: (message: Message | (Message | null)[]) => void,
    done: Done,
    work: (run: InputRun) => Promise<void>,
    deadlineMs: number,
  ): Promise<void> {
    const late = new AbortController();
    const signal = AbortSignal.any([closing.signal, late.signal]);
    // Several requests for each of several devices listen to it: no leak.
    setMaxListeners(0, signal);
    let timer: Timer | undefined;
    let over = false;
    const allow = (ms: number) => {
      timer?.cancel();
      if (!over) timer = clock.after(ms + graceMs, () => late.abort(ended('TIMEOUT', 'did not end in time')));
    };
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      signal.throwIfAborted();
      allow(deadlineMs);
      await Promise.race([
        work({
          receivedAt: clock.now(),
          signal,
          send(message) {
            if (!over && !signal.aborted) send(message);
          },
          allow,
        }),
        aborted,
      ]);
      done();
    } catch (error) {
      const presented = presentError(signal.aborted ? signal.reason : error, texts);
      if (presented.cause?.statusCode !== undefined) msg.statusCode = presented.cause.statusCode;
      if (!closing.signal.aborted) onError(presented);
      done(presented);
    } finally {
      over = true;
      timer?.cancel();
    }
  }

  return {
    run(msg, send, done, work, deadlineMs) {
      const run = one(msg, send, done, work, deadlineMs).finally(() => running.delete(run));
      running.add(run);
    },
    async close() {
      closing.abort(ended('CLOSED', 'the node was closed'));
      await Promise.allSettled(running);
    },
  };
}

function ended(code: 'TIMEOUT' | 'CLOSED', why: string): ClientError {
  return new ClientError(code, why, {});
}
