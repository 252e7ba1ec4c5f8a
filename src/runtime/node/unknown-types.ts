import type { Node } from 'node-red';
import type { Clock } from '../../clock';
import { calledOf, type NamesOf } from '../accounts/device-names';
import { onceAMinute } from './once-a-minute';
import type { Texts } from './texts';

const maxNames = 10;

interface Options {
  readonly node: Node;
  readonly clock: Clock;
  readonly texts: Texts;
}

/** Warns, at most once a minute, which devices of a location were left out because the service does not say what they are. */
export function createUnknownTypesWarning({ node, clock, texts }: Options) {
  const warn = onceAMinute(clock, (text) => node.warn(text));
  return (deviceIds: readonly string[], namesOf: NamesOf): void => {
    const names = deviceIds.slice(0, maxNames).map((id) => calledOf(id, namesOf(id)));
    const more = deviceIds.length - names.length;
    const devices = more > 0 ? `${names.join(', ')}, ... +${more}` : names.join(', ');
    warn(texts('target.unknownType', { count: deviceIds.length, devices }));
  };
}
