import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Transport } from '../../src/client';
import type { ManualClock } from '../../src/clock';

/** Rounds of the event loop without news after which nothing more comes by itself: all traffic is on loopback. */
const quietRounds = 40;
/** The same while a request is held up on the clock, so that its arrival cannot be waited for. */
const heldRounds = 400;
/** When no timer is pending either, the last rounds before it is clear that nothing will ever happen. */
const lastRounds = 200_000;

let news = 0;
let underWay = 0;

subscribe('http.client.request.start', (message) => {
  (message as { request: ClientRequest }).request.once('close', beginWork());
});
subscribe('http.server.request.start', () => {
  news += 1;
});
subscribe('http.server.response.finish', () => {
  news += 1;
});

/** What takes time outside of the event loop is under way until the function that this returns is called. */
export function beginWork(): () => void {
  let over = false;
  news += 1;
  underWay += 1;
  return () => {
    if (over) return;
    over = true;
    news += 1;
    underWay -= 1;
  };
}

/** The same transport, with its requests waited for like those over HTTP: until they are answered or given up. */
export function watched(transport: Transport): Transport {
  return (request, sending) => {
    const end = beginWork();
    sending.onStop(end);
    return transport(request, sending).finally(end);
  };
}

function round(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Waits for real input and output, with the clock standing still; `held` requests are waiting for the clock. */
export async function settled(held = 0, isDone = () => false): Promise<void> {
  const rounds = held > 0 ? heldRounds : quietRounds;
  let seen = news;
  let quiet = 0;
  while (quiet < rounds || underWay > held) {
    if (isDone()) return;
    if (quiet > lastRounds) throw new Error(`${underWay} requests are under way and ${held} were to be held up`);
    await round();
    // What the last answer brings about is waited for too, however long that answer took.
    quiet = seen === news ? quiet + 1 : 0;
    seen = news;
  }
}

export interface TurnOptions {
  /** How many requests the simulator holds up on the clock. */
  readonly held?: number;
  /** The most that the clock is turned; 10 minutes by default. */
  readonly withinMs?: number;
}

/** Turns the clock from timer to timer, each time when all traffic has settled, until it is done. */
export async function turnUntil(
  clock: ManualClock,
  isDone: () => boolean,
  { held = 0, withinMs = 600_000 }: TurnOptions = {},
): Promise<void> {
  const endMs = clock.now() + withinMs;
  for (;;) {
    await settled(held, isDone);
    if (isDone()) return;
    for (let rounds = 0; clock.nextTimerMs() === undefined && rounds < lastRounds && !isDone(); rounds += 1)
      await round();
    if (isDone()) return;
    const nextMs = clock.nextTimerMs();
    if (nextMs === undefined) throw new Error('nothing more happens: no timer is pending');
    if (clock.now() + nextMs > endMs) throw new Error(`it is not done within ${withinMs} ms`);
    await clock.advance(nextMs);
  }
}

/** The outcome of a promise, with the clock turned as far as it takes. */
export async function turned<T>(clock: ManualClock, promise: Promise<T>, options?: TurnOptions): Promise<T> {
  let done = false;
  const finish = () => {
    done = true;
  };
  promise.then(finish, finish);
  await turnUntil(clock, () => done, options);
  return promise;
}

/** Turns the clock from timer to timer until this time has passed; all traffic settles each time. */
export async function turnFor(clock: ManualClock, ms: number): Promise<void> {
  const endMs = clock.monotonicMs() + ms;
  clock.after(ms, () => {});
  await turnUntil(clock, () => clock.monotonicMs() >= endMs, { withinMs: ms });
}
