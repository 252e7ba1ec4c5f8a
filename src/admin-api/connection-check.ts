import type { AccountField, SharedTexts } from './text-key';

/** One line of the checklist of a connection test. */
export interface CheckLine {
  readonly check: keyof SharedTexts['check']['name'];
  readonly result: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** The fields of the account that it is about, the likeliest first. */
  readonly fields?: readonly AccountField[];
}
