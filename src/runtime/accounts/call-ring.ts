import type { CallOrigin } from '../../admin-api';
import { pathParameters, rowOf } from '../../catalog';
import type { CallRecord } from '../../client';
import { defined } from '../../object';
import { keepOrigin } from '../node/call-origin';

/** One call as the sidebar lists it: its last attempt. Holds no secret. */
export interface ListedCall extends Omit<CallRecord, 'attempt'> {
  /** Rises with every change of the list. */
  readonly sequence: number;
  /** The number of retries. */
  readonly retries: number;
  readonly origin?: CallOrigin;
}

/** The newest calls of one account. */
export interface CallRing {
  add(record: CallRecord, origin?: CallOrigin): void;
  /** Oldest first. */
  entries(): readonly ListedCall[];
  /** The sequence of the newest entry; 0 without one. */
  sequence(): number;
  /**
   * Excludes successful calls of this URL until the returned function is called: the sidebar's own polling would
   * displace the calls of flows.
   */
  exclude(url: string): () => void;
  /** Returns the unsubscribe function. The listener must not throw. */
  onCall(listener: (record: CallRecord) => void): () => void;
}

export function createCallRing(maxCalls = 200): CallRing {
  let calls: ListedCall[] = [];
  let sequence = 0;
  const excludedUrls = new Map<string, number>();
  const listeners = new Set<(record: CallRecord) => void>();

  return {
    add(record, origin) {
      for (const listener of listeners) listener(record);
      if (record.code === undefined && excludedUrls.has(record.url)) return;
      const { attempt, ...rest } = withoutCodes(record);
      sequence += 1;
      const call = { ...rest, sequence, retries: attempt - 1, ...defined({ origin }) };
      const first =
        attempt === 1
          ? -1
          : calls.findLastIndex(
              ({ operation, url, retries }) =>
                operation === call.operation && url === call.url && retries === call.retries - 1,
            );
      if (first >= 0) calls.splice(first, 1);
      calls.push(call);
      // Trimmed now and then, because it copies the list.
      if (calls.length >= 2 * maxCalls) calls = calls.slice(-maxCalls);
    },
    entries: () => calls.slice(-maxCalls),
    sequence: () => sequence,
    exclude(url) {
      excludedUrls.set(url, (excludedUrls.get(url) ?? 0) + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (excludedUrls.get(url) ?? 1) - 1;
        if (left > 0) excludedUrls.set(url, left);
        else excludedUrls.delete(url);
      };
    },
    onCall(listener) {
      const bound = keepOrigin(listener);
      listeners.add(bound);
      return () => listeners.delete(bound);
    },
  };
}

// An invite or share code is a secret: its knowledge grants access.
function withoutCodes(record: CallRecord): CallRecord {
  const pattern = rowOf(record.operation).path;
  if (!pathParameters(pattern).includes('code')) return record;
  const at = pattern.split('/').indexOf('{code}');
  const withoutCode = (path: string) => {
    const parts = path.split('/');
    parts[at] = '$CODE';
    return parts.join('/');
  };
  const path = withoutCode(record.path);
  return { ...record, path, url: record.url.replace(record.path, path) };
}
