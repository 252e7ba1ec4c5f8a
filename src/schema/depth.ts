/**
 * Whether lists and objects nest deeper than `limit` in a value read from JSON, counted together: `[{}]` is two deep. Never
 * overflows the stack, however deep the value is.
 */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isDeeperThan(inner, limit - 1));
  // Without a list of the values: a page has thousands of small objects.
  for (const name in value) if (isDeeperThan((value as Record<string, unknown>)[name], limit - 1)) return true;
  return false;
}
