/** Epoch ms of a number, a Date or an ISO 8601 text; finite, but possibly beyond the range of a Date. */
export function epochMs(value: unknown): number | undefined {
  const ms = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : value;
  return typeof ms === 'number' && Number.isFinite(ms) ? ms : undefined;
}

/** The same within the range of a Date, so that it can be written in ISO 8601. */
export function instant(value: unknown): number | undefined {
  const ms = epochMs(value);
  return ms === undefined || Number.isNaN(new Date(ms).getTime()) ? undefined : ms;
}
