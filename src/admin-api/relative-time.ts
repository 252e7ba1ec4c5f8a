/** The units in which people are told of a time, each with how many of it make the next. */
export const timeUnits = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', Number.POSITIVE_INFINITY],
] as const;

/** How long ago something was, or how long until it is, in words of a language: `12 sec. ago`, `in 3 days`. */
export function relativeTime(differenceMs: number, language: string): string {
  let value = differenceMs / 1000;
  for (const [unit, most] of timeUnits) {
    if (Math.abs(value) < most)
      return new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'always' }).format(
        Math.trunc(value),
        unit,
      );
    value /= most;
  }
  return '';
}
