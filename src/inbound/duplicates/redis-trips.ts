import type { Clock } from '../../clock';
import { commandOf, type Entry, type Fate, fatesOf, type Terms } from './redis-script';

/** What is needed of a Redis client; the npm package `redis` fits. */
export interface RedisClient {
  sendCommand(command: string[]): Promise<unknown>;
}

export interface RedisTripsOptions extends Terms {
  readonly client: RedisClient;
  /** How long a trip may take: then it has failed, and so has what waits for the next one. */
  readonly waitMs: number;
}

/** Group commit: whatever is asked while one command is under way travels together in the next one. */
export interface RedisTrips {
  /** Rejects where Redis cannot be asked or fails; what became of the wish is then unknown. */
  ask(entry: Entry): Promise<Fate>;
  /** Resolves when nothing is under way and nothing waits. */
  settled(): Promise<void>;
}

interface Waiting {
  readonly entry: Entry;
  resolve(fate: Fate): void;
  reject(error: unknown): void;
}

/** Redis does nothing else while it works on a command. */
const MAX_TOGETHER = 500;

export function createRedisTrips(clock: Clock, options: RedisTripsOptions): RedisTrips {
  const { client, waitMs } = options;
  const waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  async function send(entries: readonly Entry[]): Promise<unknown> {
    try {
      return await client.sendCommand(commandOf(entries, options, true));
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return client.sendCommand(commandOf(entries, options, false));
    }
  }

  async function travel(passengers: readonly Waiting[]): Promise<void> {
    try {
      const reply = await within(clock, waitMs, send(passengers.map(({ entry }) => entry)));
      const fates = fatesOf(reply, passengers.length);
      passengers.forEach(({ resolve, reject }, index) => {
        const fate = fates[index] as Fate | Error;
        if (fate instanceof Error) reject(fate);
        else resolve(fate);
      });
    } catch (error) {
      const failed = error instanceof SlowError ? [...passengers, ...waiting.splice(0)] : passengers;
      for (const { reject } of failed) reject(error);
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      await endOfRound();
      if (waiting.length === 0) break;
      await travel(waiting.splice(0, MAX_TOGETHER));
    }
    running = undefined;
  }

  return {
    ask: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        running ??= run();
      }),
    settled: () => running ?? Promise.resolve(),
  };
}

class SlowError extends Error {}

/** Resolves after all that this round of the event loop does, and behind what that leaves to its end. */
function endOfRound(): Promise<void> {
  return new Promise((resolve) => process.nextTick(() => setImmediate(resolve)));
}

function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => reject(new SlowError(`Redis has not answered for ${ms / 1000} s`)));
    work.then(resolve, reject).finally(timer.cancel);
  });
}
