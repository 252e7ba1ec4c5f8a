import { all, always, where } from './conditions';
import type { Condition, FieldTable } from './field';

/**
 * The fields of a node that can tell its results to people: whether it does, and the time zone of the times in its sentences;
 * empty: the zone of this machine.
 */
export function wordsFields(isZone: (name: string) => boolean, applies: Condition = always) {
  return {
    words: { kind: 'flag', default: false, when: applies },
    wordsZone: {
      kind: 'text',
      default: '',
      check: (name: string) => (name === '' || isZone(name) ? undefined : 'timeZone'),
      when: all(applies, where('words', 'true')),
    },
  } as const satisfies FieldTable;
}
