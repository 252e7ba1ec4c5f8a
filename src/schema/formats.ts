const dateTimePattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** An ISO 8601 date-time with a zone, whose date exists (30 February does not). */
export function isDateTime(value: string): boolean {
  const parts = dateTimePattern.exec(value);
  if (parts === null || Number.isNaN(Date.parse(value))) return false;
  const [, year, month, day] = parts.map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day));
  return date.getUTCMonth() === (month ?? 0) - 1 && date.getUTCDate() === day;
}

/** An ISO 8601 date that exists. */
export function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDateTime(`${value}T00:00:00Z`);
}
