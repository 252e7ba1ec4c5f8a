import { readChargerState } from '../charging';
import type { Texts } from './text-key';

/** A charger's state with its meaning, such as `C · charging`; a state that is not known here as it came. */
export function chargerStateWords(state: string, texts: Texts): string {
  const read = readChargerState(state);
  return read === undefined ? state : `${state} · ${texts(`evse.${read.meaning}`)}`;
}
