/** Days as charge windows name them, in their order. spec 2.11 */
export const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Day = (typeof days)[number];

export const minutesADay = 1440;
export const minutesAWeek = 7 * minutesADay;

const hhmm = /^([01][0-9]|2[0-3])[0-5][0-9]$/;

export function isDay(value: unknown): value is Day {
  return (days as readonly unknown[]).includes(value);
}

/** `HHMM`, 24 hours. spec 2.11, 9.3 */
export function isTime(value: unknown): value is string {
  return typeof value === 'string' && hhmm.test(value);
}

/** Minutes since midnight of an `HHMM`. */
export function minuteOfTime(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(2));
}

/** `HHMM` of a minute of the day or of the week. */
export function timeOfMinute(minute: number): string {
  const ofDay = minute % minutesADay;
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}${String(ofDay % 60).padStart(2, '0')}`;
}

/** One minute of the week, 0 = Sunday 00:00, with minutes beyond the week wrapped around. */
export function wrapMinute(minute: number): number {
  return ((minute % minutesAWeek) + minutesAWeek) % minutesAWeek;
}

/** Minutes from one minute of the week to the next time of another one. */
export function minutesUntil(from: number, to: number): number {
  return wrapMinute(to - from);
}
