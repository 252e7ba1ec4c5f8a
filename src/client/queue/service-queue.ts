import type { Clock } from '../../clock';
import type { QueuedCommand, QueueEntry } from './command';
import { createDeviceQueue, type DeviceQueue } from './device-queue';
import { createReservations, type Reservation } from './reservations';
import { createSerialQueue, type SerialEntry } from './serial-queue';

/** The queues of all writes to the devices of one service, by whichever account, node or deploy. */
export interface ServiceQueue {
  /** Reserves the position of an input among all writes, before its devices are known. */
  reserve(): Reservation;
  /** Enters a handle command into the queue of its device; throws for a command that must not be queued. */
  enter(command: QueuedCommand): QueueEntry;
  /** Enters a read-compare-write on one device, such as a change of its settings. */
  enterSetting(deviceId: string, reservation: Reservation): SerialEntry;
  /**
   * Whether a single action, such as a restart of a device, was not done within the last `spacingMs`; records it as
   * done now.
   */
  isFirstWithin(what: string, deviceId: string, spacingMs: number): boolean;
}

const maxQueues = 5_000;
/** The longest time between commands that an account may set. */
const maxSpacingMs = 3_600_000;

export function createServiceQueue(clock: Clock): ServiceQueue {
  const reservations = createReservations(clock);
  const settings = createSerialQueue(clock, reservations);
  const queues = new Map<string, DeviceQueue>();
  /** Until when a repeated action counts as a mistake. */
  const doneOnce = new Map<string, number>();

  // Ids are case-insensitive.
  const keyOf = (deviceId: string) => deviceId.toLowerCase();

  function queueOf(deviceId: string): DeviceQueue {
    const key = keyOf(deviceId);
    let queue = queues.get(key);
    if (queue === undefined) {
      if (queues.size >= maxQueues)
        for (const [idle, other] of queues) if (other.isIdle(maxSpacingMs)) queues.delete(idle);
      queue = createDeviceQueue(clock, reservations);
      queues.set(key, queue);
    }
    return queue;
  }

  return {
    reserve: reservations.reserve,
    enter: (command) => queueOf(command.deviceId).enter(command),
    enterSetting: (deviceId, reservation) => settings.enter(keyOf(deviceId), reservation),
    isFirstWithin(what, deviceId, spacingMs) {
      const nowMs = clock.monotonicMs();
      for (const [done, untilMs] of doneOnce) if (untilMs <= nowMs) doneOnce.delete(done);
      const key = `${what} ${keyOf(deviceId)}`;
      if (doneOnce.has(key)) return false;
      doneOnce.set(key, nowMs + spacingMs);
      return true;
    },
  };
}

/** By clock: instants of different clocks cannot be compared. */
const shared = new WeakMap<Clock, Map<string, ServiceQueue>>();

/**
 * The queue of a service in this process: two accounts of one service share it, and a redeploy finds it as it was.
 *
 * @example
 * serviceQueue(systemClock, 'https://api.example.com/api/v1').reserve();
 */
export function serviceQueue(clock: Clock, service: string): ServiceQueue {
  const queues = shared.get(clock) ?? new Map<string, ServiceQueue>();
  shared.set(clock, queues);
  const queue = queues.get(service) ?? createServiceQueue(clock);
  queues.set(service, queue);
  return queue;
}
