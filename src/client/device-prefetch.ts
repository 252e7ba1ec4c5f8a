import type { Clock } from '../clock';
import type { PageOf } from './interface';
import type { Answer } from './outcome';
import type { PreparedRequest } from './request';

/** Answers to reads of single devices, taken from one list. */
export interface DevicePrefetch {
  /** Caches these devices from the pages, except those that a write changes meanwhile. */
  read(deviceIds: readonly string[], pages: AsyncIterable<PageOf<'devices.list'>>): Promise<void>;
  /** The answer to a read of one device, not older than `maxAgeMs`. */
  answerTo(request: PreparedRequest, maxAgeMs: number): Answer | undefined;
  invalidate(deviceId: string | undefined): void;
}

const maxDevices = 5_000;

/** Ids are case-insensitive. */
const keyOf = (deviceId: string) => deviceId.toLowerCase();

export function createDevicePrefetch(clock: Clock): DevicePrefetch {
  const cached = new Map<string, Answer>();
  const running = new Set<Set<string>>();

  return {
    async read(deviceIds, pages) {
      const wanted = new Set(deviceIds.map(keyOf));
      running.add(wanted);
      // The age counts from before the request: a page is at least as new.
      const received = { receivedAt: clock.now(), receivedAtMs: clock.monotonicMs() };
      try {
        for await (const { items, statusCode } of pages) {
          for (const item of items) {
            const key = keyOf(item.id ?? '');
            if (!wanted.delete(key)) continue;
            cached.delete(key);
            cached.set(key, { data: item, statusCode, ...received, text: JSON.stringify({ data: item }) });
          }
          if (wanted.size === 0) return;
        }
      } finally {
        running.delete(wanted);
        for (const oldest of cached.keys()) {
          if (cached.size <= maxDevices) break;
          cached.delete(oldest);
        }
      }
    },

    answerTo({ operation, deviceId = '' }, maxAgeMs) {
      if (operation !== 'devices.get' || maxAgeMs <= 0) return undefined;
      const answer = cached.get(keyOf(deviceId));
      return answer !== undefined && clock.monotonicMs() - answer.receivedAtMs <= maxAgeMs ? answer : undefined;
    },

    invalidate(deviceId) {
      for (const deviceIds of [cached, ...running]) {
        if (deviceId === undefined) deviceIds.clear();
        else deviceIds.delete(keyOf(deviceId));
      }
    },
  };
}
