import type { TriedRequest } from '../../admin-api';
import { isOperationId } from '../../catalog';

const maxEntries = 40;
const maxText = 400;
const maxDepth = 12;
const deviceId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A copy that a person can read: long lists and texts are cut, and `lengths` gets by path how long they are. */
export function shorten(value: unknown, path: string, lengths: Record<string, number>, depth = 0): unknown {
  if (typeof value === 'string') {
    if (value.length <= maxText) return value;
    lengths[path] = value.length;
    return value.slice(0, maxText);
  }
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (value instanceof Date) return value.toISOString();
  if (depth >= maxDepth) return null;
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, at) => [String(at), item])
    : Object.entries(value);
  if (entries.length > maxEntries) lengths[path] = entries.length;
  const shown = entries
    .slice(0, maxEntries)
    .map(([key, item]) => [key, shorten(item, `${path}.${key}`, lengths, depth + 1)] as const);
  return Array.isArray(value) ? shown.map(([, item]) => item) : Object.fromEntries(shown);
}

/** The ids of devices in a value. */
export function deviceIdsIn(value: unknown): string[] {
  if (typeof value === 'string') return deviceId.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(deviceIdsIn);
}

/** The previews of requests in the results of a dry run. */
export function requestsIn(value: unknown, of?: string): TriedRequest[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && 'operation' in value && 'method' in value && 'url' in value) {
    const { operation, method, url } = value;
    if (typeof operation === 'string' && isOperationId(operation) && typeof url === 'string') {
      const { pathname, search } = new URL(url);
      const body = 'body' in value && value.body !== undefined ? { body: value.body } : {};
      const device = of === undefined ? {} : { deviceId: of };
      return [{ operation, method: String(method), path: `${pathname}${search}`, ...body, ...device }];
    }
  }
  const own = 'deviceId' in value && typeof value.deviceId === 'string' ? value.deviceId : of;
  return Object.values(value).flatMap((item) => requestsIn(item, own));
}
