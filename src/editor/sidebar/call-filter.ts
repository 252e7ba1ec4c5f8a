import type { ListedCall } from '../../admin-api';

/** The calls whose operation, address or outcome holds every word, newest first. */
export function filterCalls(calls: readonly ListedCall[], search: string, failedOnly: boolean): ListedCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return calls
    .filter((call) => {
      if (failedOnly && call.code === undefined) return false;
      const text = [call.operation, call.device, call.method, call.url, call.statusCode, call.code]
        .join(' ')
        .toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => other.sequence - one.sequence);
}

/** A call, and how often it came: reads that poll the same are one row, with the newest of them. */
export interface FoldedCall {
  readonly call: ListedCall;
  readonly times: number;
}

/** Folds successful reads of one address; what failed or wrote stays by itself. */
export function foldCalls(newestFirst: readonly ListedCall[]): FoldedCall[] {
  const folded = new Map<string, { readonly call: ListedCall; times: number }>();
  for (const call of newestFirst) {
    const isRead = call.method === 'GET' && call.code === undefined;
    const key = isRead ? call.url : String(call.sequence);
    const known = folded.get(key);
    if (known === undefined) folded.set(key, { call, times: 1 });
    else known.times += 1;
  }
  return [...folded.values()];
}
