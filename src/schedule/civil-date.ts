/** A day of the calendar, without a time zone. */
export interface CivilDate {
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
}

export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** The most days each month has, January first; February has the 29th in leap years only. */
export const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** The date that a wall clock shows; `wallMs` counts like UTC milliseconds. */
export function dateOfWall(wallMs: number): CivilDate {
  const date = new Date(wallMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Midnight of the date as a wall clock reading. */
export function wallOfDate(date: CivilDate): number {
  return Date.UTC(date.year, date.month - 1, date.day);
}

/** `HH:MM` of a wall clock reading. */
export function timeOfWall(wallMs: number): string {
  const wall = new Date(wallMs);
  return `${twoDigits(wall.getUTCHours())}:${twoDigits(wall.getUTCMinutes())}`;
}

/** `YYYY-MM-DD` of a wall clock reading. */
export function dateTextOfWall(wallMs: number): string {
  const wall = new Date(wallMs);
  return `${wall.getUTCFullYear()}-${twoDigits(wall.getUTCMonth() + 1)}-${twoDigits(wall.getUTCDate())}`;
}

/** A number below 100 with two digits. */
export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Midnight of a `YYYY-MM-DD` text as a wall clock reading; undefined when there is no such day. */
export function wallOfDateText(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const month = Number(text.slice(5, 7));
  const wallMs = Date.UTC(Number(text.slice(0, 4)), month - 1, Number(text.slice(8)));
  // 30 February would roll over into March.
  return new Date(wallMs).getUTCMonth() + 1 === month ? wallMs : undefined;
}
