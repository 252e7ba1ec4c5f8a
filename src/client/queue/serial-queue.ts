import type { Clock } from '../../clock';
import { ClientError } from '../errors';
import type { Reservation, Reservations } from './reservations';

/** An entry in the queue of one key. It must `leave` in the end, whatever its outcome. */
export interface SerialEntry {
  /** Resolves when everything before it has left; rejects when the signal aborts first. */
  ready(signal?: AbortSignal): Promise<void>;
  leave(): void;
}

/** Serialises the work on each key, in the order of the reservations. */
export interface SerialQueue {
  enter(key: string, reservation: Reservation): SerialEntry;
}

interface Waiting {
  readonly sequence: number;
  start?: () => void;
}

export function createSerialQueue(clock: Clock, reservations: Reservations): SerialQueue {
  const queues = new Map<string, Waiting[]>();

  function drain(queue: readonly Waiting[]): void {
    const [first] = queue;
    if (first?.start === undefined) return;
    const olderUntilMs = reservations.olderUntilMs(first.sequence);
    if (olderUntilMs !== undefined) {
      const timer = clock.after(olderUntilMs - clock.monotonicMs(), () => drain(queue));
      reservations.onceReleased(() => {
        timer.cancel();
        drain(queue);
      });
      return;
    }
    const { start } = first;
    delete first.start;
    start();
  }

  return {
    enter(key, { sequence }) {
      const own: Waiting = { sequence };
      const queue = queues.get(key) ?? [];
      queues.set(key, queue);
      // The first may have started: nothing is inserted before it.
      const after = queue.findIndex((other, index) => index > 0 && other.sequence > sequence);
      queue.splice(after < 0 ? queue.length : after, 0, own);
      const leave = () => {
        const at = queue.indexOf(own);
        if (at < 0) return;
        queue.splice(at, 1);
        if (queue.length === 0 && queues.get(key) === queue) queues.delete(key);
        else drain(queue);
      };
      return {
        ready: (signal) =>
          new Promise((resolve, reject) => {
            const onAbort = () => {
              leave();
              reject(new ClientError('CLOSED', 'the call was cancelled', {}));
            };
            if (signal?.aborted) {
              onAbort();
              return;
            }
            signal?.addEventListener('abort', onAbort, { once: true });
            own.start = () => {
              signal?.removeEventListener('abort', onAbort);
              resolve();
            };
            drain(queue);
          }),
        leave,
      };
    },
  };
}
