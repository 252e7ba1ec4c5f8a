import type { ListedCall } from '../../admin-api';
import { nodeName } from './node-name';

/** Whom a call names: a node, or the word for the editor. Empty where nobody is known. */
export function askerOf({ origin }: Pick<ListedCall, 'origin'>, editorWord: string): string {
  if (origin === undefined) return '';
  return origin.kind === 'editor' ? editorWord : nodeName(origin);
}

interface CallSearch {
  readonly search: string;
  readonly failedOnly: boolean;
  /** What stands for the editor in the list. */
  readonly editorWord: string;
}

/** The calls whose operation, address, asker or outcome holds every word, newest first. */
export function filterCalls(
  calls: readonly ListedCall[],
  { search, failedOnly, editorWord }: CallSearch,
): ListedCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return calls
    .filter((call) => {
      if (failedOnly && call.code === undefined) return false;
      const { operation, device, method, url, statusCode, code } = call;
      const text = [operation, device, askerOf(call, editorWord), method, url, statusCode, code]
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

/** Folds successful reads of one address by one asker; what failed or wrote stays by itself. */
export function foldCalls(newestFirst: readonly ListedCall[]): FoldedCall[] {
  const folded = new Map<string, { readonly call: ListedCall; times: number }>();
  for (const call of newestFirst) {
    const isRead = call.method === 'GET' && call.code === undefined;
    const key = isRead ? JSON.stringify([call.url, call.origin]) : String(call.sequence);
    const known = folded.get(key);
    if (known === undefined) folded.set(key, { call, times: 1 });
    else known.times += 1;
  }
  return [...folded.values()];
}
