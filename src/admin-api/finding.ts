import type { SharedTexts } from './text-key';

/** One thing that is wrong with a value: a problem, or a warning that a rule is broken which is only assumed. */
export interface Finding {
  readonly rule: string;
  readonly severity?: 'warning';
  readonly params?: Readonly<Record<string, string | number>>;
}

const keys = {
  enum: 'enum',
  maximum: 'maximum',
  minimum: 'minimum',
  required: 'required',
  unknown: 'unknown',
  notShown: 'notShown',
  range: 'range',
  notForType: 'notForType',
} as const satisfies Record<string, keyof SharedTexts['warning']>;

/** The key, below `warning.`, of the text of a warning. */
export function warningKey({ rule }: Pick<Finding, 'rule'>): keyof SharedTexts['warning'] {
  return Object.hasOwn(keys, rule) ? keys[rule as keyof typeof keys] : 'form';
}
