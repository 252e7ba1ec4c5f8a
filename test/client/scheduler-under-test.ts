import { ClientError } from '../../src/client';
import { createCallBudget } from '../../src/client/call-budget';
import { createLifetimes, type Lifetime } from '../../src/client/lifetime';
import { createUrgency, type Priority } from '../../src/client/priority';
import { createRequestScheduler, type ReleaseSlot } from '../../src/client/request-scheduler';
import { createManualClock } from '../../src/clock';

/** One request that asks for a place. */
export interface Asked {
  readonly urgency: ReturnType<typeof createUrgency>;
  readonly lifetime: Lifetime;
  /** When it was sent, ms after the start. */
  sentAtMs?: number;
  error?: ClientError;
  /** It ended without a place. */
  gone?: true;
  leave: ReleaseSlot;
}

/** A scheduler whose requests stay under way until they leave. */
export function schedulerUnderTest({
  callsPerMinute = 300,
  random = () => 0,
}: {
  callsPerMinute?: number;
  random?: () => number;
} = {}) {
  const clock = createManualClock();
  const lifetimes = createLifetimes(clock);
  const fail = (code: ClientError['code'], message: string, detail = {}) => new ClientError(code, message, detail);
  const scheduler = createRequestScheduler({ clock, random, budget: createCallBudget(callsPerMinute), fail });
  const sent: Asked[] = [];

  function ask(priority: Priority, deadlineMs = 60_000): Asked {
    const asked: Asked = {
      urgency: createUrgency(priority),
      lifetime: lifetimes.begin({ deadlineMs }),
      leave() {},
    };
    const begin = (leave: ReleaseSlot | undefined) => {
      if (leave === undefined) {
        asked.gone = true;
        return;
      }
      asked.leave = leave;
      asked.sentAtMs = clock.monotonicMs();
      sent.push(asked);
    };
    const slot = scheduler.acquire(asked.urgency, asked.lifetime);
    if (slot instanceof Promise) slot.then(begin, (error: ClientError) => (asked.error = error));
    else begin(slot);
    return asked;
  }

  return {
    clock,
    scheduler,
    sent,
    ask,
    many: (count: number, priority: Priority, deadlineMs?: number) =>
      Array.from({ length: count }, () => ask(priority, deadlineMs)),
    /** Whatever is to be heard of by now is heard of. */
    heard: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
}
