import type { ListedSubject } from '../../admin-api';
import { shortDuration } from './time-text';
import type { Words } from './words';

/** How it is with a subject, and what comes next if that goes on. */
export function lookText({ look, forMs = 0, remainsMs = 0, acknowledged }: ListedSubject, words: Words): string {
  const { text, language } = words;
  const time = shortDuration(forMs, language, 'short');
  const state = text(`watches.look.${look}`, { time, remains: shortDuration(remainsMs, language, 'short') });
  return acknowledged ? text('watches.acknowledged', { state }) : state;
}

/** An alarm that is repeated until a person has seen it. */
export const takesAcknowledgement = ({ look, acknowledged }: ListedSubject) =>
  !acknowledged && (look === 'alarm' || look === 'recovering');

const order: readonly ListedSubject['look'][] = ['alarm', 'recovering', 'unread', 'counting', 'unknown'];

/** What needs a look, the worst first and what was acknowledged behind its like; and what is well, in its order. */
export function sorted(subjects: readonly ListedSubject[]): {
  readonly notWell: readonly ListedSubject[];
  readonly well: readonly ListedSubject[];
} {
  const rank = ({ look, acknowledged }: ListedSubject) => 2 * order.indexOf(look) + Number(acknowledged);
  return {
    notWell: subjects.filter(({ look }) => look !== 'well').sort((a, b) => rank(a) - rank(b)),
    well: subjects.filter(({ look }) => look === 'well'),
  };
}
