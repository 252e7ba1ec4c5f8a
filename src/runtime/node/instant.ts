/** Epoch ms of a number, a Date or an ISO 8601 text; finite, and perhaps beyond what a Date can hold. */
export function epochMs(value: unknown): number | undefined {
  const ms = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : value;
  return typeof ms === 'number' && Number.isFinite(ms) ? ms : undefined;
}

/** The same where a Date can hold it, so that it can be written in ISO 8601. */
export function instant(value: unknown): number | undefined {
  const ms = epochMs(value);
  return ms === undefined || Number.isNaN(new Date(ms).getTime()) ? undefined : ms;
}
