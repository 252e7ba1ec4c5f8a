import type { Clock } from '../clock';
import type { ClientError } from './errors';
import type { CallOptions, EnteredCommand } from './interface';
import { createLatestWinsQueue } from './latest-wins-queue';
import type { Lifetime } from './lifetime';
import type { Permit, QueueEntry, ServiceQueue } from './queue';
import type { PreparedRequest } from './request';

/** The place of a write among those that must not run side by side with it. */
export interface WriteTurn {
  leave(): void;
  /** Of a command to a breaker. */
  readonly permit?: Permit;
}

export interface Writes {
  /** A place in the queue of a breaker, before the command is sent. */
  enter(command: EnteredCommand): QueueEntry;
  /** Waits for what must not run side by side with the request. */
  turnOf(request: PreparedRequest, options: CallOptions, lifetime: Lifetime): Promise<WriteTurn>;
}

interface WritesOptions {
  readonly queue: ServiceQueue;
  readonly clock: Clock;
  /** Between two commands to a breaker. */
  readonly spacingMs: number;
  readonly ended: (request: PreparedRequest, lifetime: Lifetime) => ClientError;
}

/** The order of an account's writes: commands in the queue of each breaker, the newest value of a setting in place of the others. */
export function createWrites({ queue, clock, spacingMs, ended }: WritesOptions): Writes {
  const latestWins = createLatestWinsQueue();

  function enter({ reservation: given, ...command }: EnteredCommand): QueueEntry {
    const { deviceId } = command;
    const detail = { operation: 'remoteHandle.setPosition', deviceId } as const;
    const reservation = given ?? queue.reserve();
    try {
      return queue.enter({ ...command, reservation, spacingMs, detail });
    } finally {
      if (given === undefined) reservation.release();
    }
  }

  async function commandTurn(
    request: PreparedRequest,
    deviceId: string,
    { expiresAtMs, entry, signal, releaseWhile = (wait) => wait }: CallOptions,
    lifetime: Lifetime,
  ): Promise<WriteTurn> {
    if (entry !== undefined) return { leave() {}, permit: entry.begin(lifetime) };
    const deadlineMs = clock.monotonicMs() + lifetime.remainingMs();
    const own = enter({
      deviceId,
      kind: request.closes ? 'close' : 'open',
      expiresAtMs: Math.min(expiresAtMs ?? deadlineMs, deadlineMs),
      signal,
    });
    try {
      const waiting = own.ready();
      if (waiting !== undefined) await releaseWhile(lifetime.wait(waiting, () => ended(request, lifetime)));
      return { leave: own.leave, permit: own.begin(lifetime) };
    } catch (error) {
      own.leave();
      throw error;
    }
  }

  return {
    enter,
    async turnOf(request, options, lifetime) {
      const { operation, deviceId } = request;
      if (operation === 'remoteHandle.setPosition' && deviceId !== undefined)
        return commandTurn(request, deviceId, options, lifetime);
      if (!request.newestWins) return { leave() {} };
      return { leave: await latestWins.enter(request.url, lifetime, () => ended(request, lifetime)) };
    },
  };
}
