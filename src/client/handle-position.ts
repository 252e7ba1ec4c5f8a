export type HandlePosition = 'open' | 'closed' | 'unknown';

/**
 * The position of a handle, however the service spells it: letter case varies, `close` occurs for `closed`, and device
 * data and streams carry a boolean in which true means closed (the local protocol counts 0 = open, 1 = closed).
 * Whatever else comes, such as a feedback mismatch, is `unknown` and never taken for closed.
 */
export function normalizePosition(value: unknown): HandlePosition {
  if (typeof value === 'boolean') return value ? 'closed' : 'open';
  if (typeof value !== 'string') return 'unknown';
  switch (value.trim().toLowerCase()) {
    case 'open':
      return 'open';
    case 'close':
    case 'closed':
      return 'closed';
    default:
      return 'unknown';
  }
}
