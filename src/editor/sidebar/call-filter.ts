import type { ListedCall } from '../../admin-api';

/** The calls whose operation, address or outcome holds every word, newest first. */
export function filterCalls(calls: readonly ListedCall[], search: string, failedOnly: boolean): ListedCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return calls
    .filter((call) => {
      if (failedOnly && call.code === undefined) return false;
      const text = [call.operation, call.method, call.url, call.statusCode, call.code].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => other.sequence - one.sequence);
}
