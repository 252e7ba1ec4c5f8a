import type { Clock, Timer } from '../../clock';
import { effectOf } from './delivery-fault-kinds';
import type { DeliveryFault } from './delivery-faults';
import type { TargetSemaphores } from './target-semaphores';

/**
 * A queue that delivers its entries one after the other, each at least once; a failed delivery is tried again first.
 */
export interface Outbox<T> {
  add(entry: T): void;
  /** Nothing more is sent. */
  close(): void;
}

export interface OutboxParts<T> {
  /** The clock for the delays of faults. */
  readonly clock: Clock;
  /**
   * The clock for the waits between attempts: a receiver needs its time to recover, however fast the simulated clock
   * runs.
   */
  readonly transportClock: Clock;
  readonly semaphores: TargetSemaphores;
  /** Waits for a turn of the event loop that no other delivery uses. */
  nextTurn(): Promise<void>;
  /** The origin that receives the deliveries, which has a semaphore of its own. */
  readonly target: string;
  /** The most entries that wait; beyond it the oldest is dropped. */
  readonly capacity: number;
  /** The waits between attempts; after the last attempt an entry is given up. */
  readonly retryDelaysMs: readonly number[];
  faultOf(entry: T, attempt: number): DeliveryFault | undefined;
  /** failed: tried again; refused: given up at once. */
  send(entry: T, attempt: number, fault: DeliveryFault | undefined): Promise<'delivered' | 'failed' | 'refused'>;
  onDropped(entry: T): void;
  onGivenUp(entry: T): void;
  /** Nothing waits any more. */
  onIdle?(): void;
  onError(error: Error): void;
}

export function createOutbox<T>(parts: OutboxParts<T>): Outbox<T> {
  const { clock, transportClock, semaphores, nextTurn, target, capacity, retryDelaysMs } = parts;
  const waiting: T[] = [];
  let heldBack: T | undefined;
  let running = false;
  let closed = false;
  let timer: Timer | undefined;
  let endPause: (() => void) | undefined;

  function pause(on: Clock, delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      endPause = resolve;
      timer = on.after(delayMs, resolve);
    });
  }

  async function send(entry: T, attempt: number, fault: DeliveryFault | undefined) {
    await semaphores.acquire(target);
    try {
      // Many devices report at the same moment: each delivery is built and signed in its own turn of the event loop.
      await nextTurn();
      return closed ? 'refused' : await parts.send(entry, attempt, fault);
    } finally {
      semaphores.release(target);
    }
  }

  async function deliver(entry: T, firstFault: DeliveryFault | undefined): Promise<void> {
    let fault = firstFault;
    for (let attempt = 1; !closed; attempt++) {
      const { delayMs: faultDelayMs, copies = 0 } = effectOf(fault);
      if (faultDelayMs !== undefined) await pause(clock, faultDelayMs);
      const result = await send(entry, attempt, fault);
      if (result === 'delivered') {
        for (let copy = 0; copy < copies; copy++) await send(entry, attempt, undefined);
        return;
      }
      if (closed) return;
      const delayMs = result === 'refused' ? undefined : retryDelaysMs[attempt - 1];
      if (delayMs === undefined) {
        parts.onGivenUp(entry);
        return;
      }
      await pause(transportClock, delayMs);
      fault = closed ? undefined : parts.faultOf(entry, attempt + 1);
    }
  }

  async function deliverWaiting(): Promise<void> {
    while (!closed) {
      const entry = waiting.shift();
      if (entry === undefined) return;
      const fault = parts.faultOf(entry, 1);
      // A reorder fault: this entry is delivered after the next one.
      if (effectOf(fault).heldBack === true && heldBack === undefined) {
        heldBack = entry;
        continue;
      }
      await deliver(entry, fault);
      const late = heldBack;
      heldBack = undefined;
      if (late !== undefined) await deliver(late, undefined);
    }
  }

  function run(): void {
    if (running || closed) return;
    running = true;
    deliverWaiting()
      .catch((error: unknown) => parts.onError(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        running = false;
        if (waiting.length > 0) run();
        else if (!closed && heldBack === undefined) parts.onIdle?.();
      });
  }

  return {
    add(entry) {
      if (closed) return;
      waiting.push(entry);
      if (waiting.length > capacity) {
        const [oldest] = waiting.splice(0, 1);
        if (oldest !== undefined) parts.onDropped(oldest);
      }
      run();
    },
    close() {
      closed = true;
      waiting.length = 0;
      timer?.cancel();
      endPause?.();
    },
  };
}
