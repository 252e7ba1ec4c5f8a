import type { Clock, Timer } from '../../clock';
import { effectOf } from './delivery-fault-kinds';
import type { DeliveryFault } from './delivery-faults';
import type { Gates } from './gates';

/** Delivers one after the other, at least once each; a delivery that fails is tried again before the next. */
export interface Outbox<T> {
  add(entry: T): void;
  /** Nothing more is sent. */
  close(): void;
}

export interface OutboxParts<T> {
  /** Times faults that delay. */
  readonly clock: Clock;
  /** Times the attempts: a receiver needs its time to recover, however fast the simulated clock runs. */
  readonly transportClock: Clock;
  readonly gates: Gates;
  turn(): Promise<void>;
  /** Which gate its deliveries pass. */
  readonly target: string;
  /** So many wait; when there are more, the oldest is dropped. */
  readonly capacity: number;
  /** Waits between the attempts; after the last attempt an entry is given up. */
  readonly retryDelaysMs: readonly number[];
  faultOf(entry: T, attempt: number): DeliveryFault | undefined;
  send(entry: T, attempt: number, fault: DeliveryFault | undefined): Promise<'delivered' | 'failed' | 'refused'>;
  onDropped(entry: T): void;
  onGivenUp(entry: T): void;
  /** Nothing waits any more. */
  onIdle?(): void;
  onError(error: Error): void;
}

export function createOutbox<T>(parts: OutboxParts<T>): Outbox<T> {
  const { clock, transportClock, gates, turn, target, capacity, retryDelaysMs } = parts;
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
    await gates.enter(target);
    try {
      // Many devices report at one moment: what each of them sends is made and signed in a turn of its own.
      await turn();
      return closed ? 'refused' : await parts.send(entry, attempt, fault);
    } finally {
      gates.leave(target);
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
