import { dateTimeCheck } from './date-time-check';
import type { Condition, FieldTable } from './field';
import { textSources, valueSources } from './typed-sources';

/** The bounds of a time range of one's own; without `to` it ends now. */
export function rangeFields(when: Condition) {
  const bound = { kind: 'typed', picker: 'dateTime', check: dateTimeCheck, when } as const;
  return {
    from: { ...bound, default: 'from', sources: valueSources, required: true },
    to: { ...bound, default: '', sources: textSources },
  } as const satisfies FieldTable;
}
