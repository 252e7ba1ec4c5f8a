import type { RehearsalResult } from '../../../admin-api';
import type { Words } from '../words';

/** The stretch of simulated time that is shown, epoch milliseconds. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How a result is shown: in the sidebar with what leads to a node and a time, in the report without. */
export interface Look {
  readonly words: Words;
  readonly result: RehearsalResult;
  readonly span: TimeSpan;
  node(id: string, name: string): HTMLElement | string;
  at(atMs: number): HTMLElement | string;
}

/** `13:05:10`, or `13:05` where it is a whole minute, as the clock of Node-RED has shown it. */
export function clockText(atMs: number, { words, result }: Pick<Look, 'words' | 'result'>): string {
  const seconds = Math.floor(atMs / 1000) % 60 === 0 ? {} : ({ second: '2-digit' } as const);
  return timeText(atMs, { words, result }, { hour: '2-digit', minute: '2-digit', ...seconds });
}

export function dayText(atMs: number, look: Pick<Look, 'words' | 'result'>): string {
  return timeText(atMs, look, { dateStyle: 'medium' });
}

function timeText(
  atMs: number,
  { words, result }: Pick<Look, 'words' | 'result'>,
  format: Intl.DateTimeFormatOptions,
): string {
  const hours = format.hour === undefined ? {} : ({ hourCycle: 'h23' } as const);
  return new Intl.DateTimeFormat(words.language, { ...format, ...hours, timeZone: result.zone }).format(atMs);
}

/** Hours with one decimal below ten; `h` is the symbol in all languages. */
export function hoursText(ms: number, language: string): string {
  const hours = ms / 3_600_000;
  return new Intl.NumberFormat(language, { maximumFractionDigits: hours < 10 ? 1 : 0 }).format(hours);
}
