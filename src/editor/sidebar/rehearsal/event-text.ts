import type { RehearsedEvent } from '../../../admin-api';
import { amountText } from '../manager-words';
import type { Look } from './look';

const movers = { 'remote-command': 'command', trip: 'trip', manual: 'manual' } as const;

/** What happened, without its time and its node. */
export function eventText(event: RehearsedEvent, look: Pick<Look, 'words'>): string {
  const { kind, text, limit } = event;
  switch (kind) {
    case 'moved':
      return movedText(event, look);
    case 'command':
      return commandText(event, look);
    case 'limit': {
      const told = limitText(limit?.value, limit?.unit ?? 'W', look);
      return text === '' ? told : `${text}: ${told}`;
    }
    default:
      return text;
  }
}

function movedText({ text, devices = [], position }: RehearsedEvent, { words }: Pick<Look, 'words'>): string {
  const name = devices.join(', ');
  if (text === 'charging-began' || text === 'charging-stopped')
    return words.text(`rehearsal.${text === 'charging-began' ? 'began' : 'stopped'}`, { name });
  const by = Object.entries(movers).find(([source]) => source === text)?.[1];
  const who = by === undefined ? text : words.text(`rehearsal.by.${by}`);
  return `${name}: ${words.text(`position.${position ?? 'unknown'}`)} (${who})`;
}

function commandText(event: RehearsedEvent, { words }: Pick<Look, 'words'>): string {
  const { text, outcome, node, devices = [], position, reason, way = [] } = event;
  const what = position === undefined ? text : words.text(`rehearsal.${position === 'open' ? 'open' : 'close'}`);
  // A way of one node, and a reason that only names it, say no more than the link to it.
  const asked = reason?.endsWith(` / ${node?.name}`) === true ? undefined : reason;
  const why = [way.length > 1 ? way.join(' > ') : '', asked].filter(Boolean).join(': ');
  return `${devices.join(', ')}: ${what}, ${outcome}${why === '' ? '' : `. ${words.text('rehearsal.because', { why })}`}`;
}

export const limitText = (limit: number | undefined, unit: 'A' | 'W', { words }: Pick<Look, 'words'>): string =>
  limit === undefined ? words.text('rehearsal.keptLimit.none') : amountText(limit, unit, words.language);
