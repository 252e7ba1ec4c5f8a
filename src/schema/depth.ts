/**
 * Whether lists and objects nest deeper than `limit` in a value read from JSON, counted together: `[{}]` is two deep. Never
 * overflows the stack, however deep the value is.
 */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const inner of Object.values(value)) if (isDeeperThan(inner, limit - 1)) return true;
  return false;
}
