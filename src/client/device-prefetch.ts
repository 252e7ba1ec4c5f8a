import type { Clock } from '../clock';
import type { PageOf } from './interface';
import type { Answer } from './outcome';
import type { PreparedRequest } from './request';

/** What a list has told of single devices, for those who read each of them. */
export interface DevicesAhead {
  /** Takes what the pages tell of these devices, except of those that a write changes meanwhile. */
  read(deviceIds: readonly string[], pages: AsyncIterable<PageOf<'devices.list'>>): Promise<void>;
  /** The answer to a read of one device, not older than `maxAgeMs`. */
  answerTo(request: PreparedRequest, maxAgeMs: number): Answer | undefined;
  changed(deviceId: string | undefined): void;
}

const mostKept = 5_000;

/** The service takes ids in any case. */
const keyOf = (deviceId: string) => deviceId.toLowerCase();

export function createDevicesAhead(clock: Clock): DevicesAhead {
  const told = new Map<string, Answer>();
  const readings = new Set<Set<string>>();

  return {
    async read(deviceIds, pages) {
      const asked = new Set(deviceIds.map(keyOf));
      readings.add(asked);
      // What a page tells is at least as new as the asking.
      const arrival = { receivedAt: clock.now(), receivedAtMs: clock.monotonicMs() };
      try {
        for await (const { items, statusCode } of pages) {
          for (const item of items) {
            const key = keyOf(item.id ?? '');
            if (!asked.delete(key)) continue;
            told.delete(key);
            told.set(key, { data: item, statusCode, ...arrival, text: JSON.stringify({ data: item }) });
          }
          if (asked.size === 0) return;
        }
      } finally {
        readings.delete(asked);
        for (const oldest of told.keys()) {
          if (told.size <= mostKept) break;
          told.delete(oldest);
        }
      }
    },

    answerTo({ operation, deviceId = '' }, maxAgeMs) {
      if (operation !== 'devices.get' || maxAgeMs <= 0) return undefined;
      const answer = told.get(keyOf(deviceId));
      return answer !== undefined && clock.monotonicMs() - answer.receivedAtMs <= maxAgeMs ? answer : undefined;
    },

    changed(deviceId) {
      for (const known of [told, ...readings]) {
        if (deviceId === undefined) known.clear();
        else known.delete(keyOf(deviceId));
      }
    },
  };
}
