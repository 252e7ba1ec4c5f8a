export const dayMs = 86_400_000;
export const minuteMs = 60_000;
export const minutesADay = 1440;

/** Where all simulated circuits are: near Peoria, Illinois. The seeded address location has the same coordinates. */
export const siteCoordinates = { latitude: 40.6936, longitude: -89.589 } as const;

// The household uses standard time all year: days of equal length keep the day plans simple.
export const utcOffsetMs = -6 * 3_600_000;

/** Number of the local calendar day (0 = 1 January 1970). */
export function localDay(at: number): number {
  return Math.floor((at + utcOffsetMs) / dayMs);
}

/** First instant of a local calendar day, epoch milliseconds. */
export function dayStart(day: number): number {
  return day * dayMs - utcOffsetMs;
}

/** Local time as hours since midnight, 0 to 24. */
export function localHour(at: number): number {
  return (at - dayStart(localDay(at))) / 3_600_000;
}

/** 0 = Sunday to 6 = Saturday. */
export function weekDay(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Days since the turn of the year, within a day. */
export function dayOfYear(day: number): number {
  return day - Math.floor(day / 365.2425) * 365.2425;
}
