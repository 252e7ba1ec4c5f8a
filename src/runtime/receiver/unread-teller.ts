import type { Clock } from '../../clock';
import type { Unread } from '../../schema';
import { createOnceAMinute, type Texts } from '..';

const maxFields = 5;
const maxCharacters = 40;

/** Tells what was left out of a push of `from` because it cannot be read: each set of fields once a minute. */
export function createUnreadTeller(
  clock: Clock,
  texts: Texts,
  log: (text: string) => void,
): (from: string, unread: readonly Unread[]) => void {
  const said = createOnceAMinute(clock);
  return (from, unread) => {
    if (unread.length === 0) return;
    const names = [...new Set(unread.map(({ field }) => field))];
    if (said.permit(names.join(' ')) === undefined) return;
    const fields = names.slice(0, maxFields).map((name) => {
      const { value } = unread.find(({ field }) => field === name) ?? {};
      return `${name} (${shortened(JSON.stringify(value) ?? '')})`;
    });
    const more = names.length - fields.length;
    log(
      texts('receiver.unread', { from, fields: more > 0 ? `${fields.join(', ')}, ... +${more}` : fields.join(', ') }),
    );
  };
}

function shortened(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}...`;
}
