import type { Texts } from '../node/texts';

/** Writes values as the language of Node-RED has them. */
export interface Words {
  /** At most so many decimals; 1 by default. */
  number(value: number, decimals?: number): string;
  /** `14:31`, with its date where that is not today. */
  time(atMs: number): string;
  /** The time of an ISO 8601 date-time; undefined for anything else. */
  timeOf(value: unknown): string | undefined;
  /** `2 h 5 min`, or `50 s`. */
  duration(seconds: number): string;
  /** `A, B and C`. */
  list(parts: readonly string[]): string;
  /** What people call the device of a row: its name, else its serial number, else its id. */
  called(row: Readonly<Record<string, unknown>>): string;
}

interface WordsOptions {
  readonly texts: Texts;
  /** Wall time, epoch ms. */
  readonly now: () => number;
  /** An IANA name; empty: the zone of this machine. */
  readonly zone: string;
}

const dayMs = 86_400_000;

export function createWords({ texts, now, zone }: WordsOptions): Words {
  // Numbers and lists are those of the language in which the texts were found.
  const locale = texts('words.locale');
  const timeZone = zone === '' ? {} : { timeZone: zone };
  const clockTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const day = new Intl.DateTimeFormat('en-CA', { ...timeZone, dateStyle: 'short' });
  const timeOnly = new Intl.DateTimeFormat(locale, { ...timeZone, ...clockTime });
  const withDay = new Intl.DateTimeFormat(locale, { ...timeZone, ...clockTime, day: 'numeric', month: 'short' });
  const withYear = new Intl.DateTimeFormat(locale, {
    ...timeZone,
    ...clockTime,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  // Made once: to make one takes fifty times as long as to use it.
  const numbers = new Map<number, Intl.NumberFormat>();
  function numberWith(maximumFractionDigits: number): Intl.NumberFormat {
    const made = numbers.get(maximumFractionDigits) ?? new Intl.NumberFormat(locale, { maximumFractionDigits });
    numbers.set(maximumFractionDigits, made);
    return made;
  }
  const lists = new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' });
  const unitText = (unit: 'hour' | 'minute' | 'second', value: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);

  function time(atMs: number): string {
    if (!Number.isFinite(atMs)) return texts('words.unknown');
    const nowMs = now();
    if (day.format(atMs) === day.format(nowMs)) return timeOnly.format(atMs);
    return (Math.abs(nowMs - atMs) < 180 * dayMs ? withDay : withYear).format(atMs);
  }

  return {
    number: (value, decimals = 1) => numberWith(decimals).format(value),
    time,
    timeOf(value) {
      const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
      return Number.isNaN(atMs) ? undefined : time(atMs);
    },
    duration(seconds) {
      if (!Number.isFinite(seconds)) return texts('words.unknown');
      if (seconds < 60) return unitText('second', Math.round(seconds));
      const minutes = Math.round(seconds / 60);
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      const parts = [...(hours > 0 ? [unitText('hour', hours)] : []), ...(rest > 0 ? [unitText('minute', rest)] : [])];
      return parts.join(' ');
    },
    list: (parts) => lists.format(parts),
    called(row) {
      const known = [row.name, row.serialNumber, row.deviceId].find((one) => typeof one === 'string' && one !== '');
      return known === undefined ? texts('words.unknown') : String(known);
    },
  };
}
