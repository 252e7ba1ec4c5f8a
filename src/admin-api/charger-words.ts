import { readChargerState } from '../charging';
import type { SharedTexts, Texts } from './text-key';

/** A charger's state with its meaning, such as `C · charging`; a state that is not known here as it came. */
export function chargerStateWords(state: string, texts: Texts): string {
  const read = readChargerState(state);
  return read === undefined ? state : `${state} · ${texts(`evse.${read.meaning}`)}`;
}

/** Modes of chargers, and what they do offline, by the key of their meaning below `evse.mode.`. spec 2.11 */
export const chargerModes = {
  'no-restrictions': 'free',
  'cloud-api': 'byCommands',
  'charge-windows': 'inWindows',
  'api-override-enable': 'now',
  'api-override-disable': 'not',
  ocpp: 'ocpp',
  'manual-override': 'person',
  'offline-no-restrictions': 'offlineFree',
  'no-change': 'asConfigured',
} as const satisfies Readonly<Record<string, keyof SharedTexts['evse']['mode']>>;

/** Errors of chargers by the key of their meaning below `evse.error.`. spec 2.11 */
export const chargerErrors = {
  NO_ERROR: 'none',
  ERROR_VENT_NOT_SUPPORTED: 'noVentilation',
} as const satisfies Readonly<Record<string, keyof SharedTexts['evse']['error']>>;

/** What a mode means, and its own word: `charges freely (no-restrictions)`. */
export function chargerModeWords(mode: string, texts: Texts): string {
  const key = Object.hasOwn(chargerModes, mode) ? chargerModes[mode as keyof typeof chargerModes] : 'unknown';
  return texts('evse.meaning', { meaning: texts(`evse.mode.${key}`), raw: mode });
}

/** What an error means, and its own word: `the car wants ventilation, ... (ERROR_VENT_NOT_SUPPORTED)`. */
export function chargerErrorWords(type: string, texts: Texts): string {
  const key = Object.hasOwn(chargerErrors, type) ? chargerErrors[type as keyof typeof chargerErrors] : 'unknown';
  return texts('evse.meaning', { meaning: texts(`evse.error.${key}`), raw: type });
}
