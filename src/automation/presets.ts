import type { LoadSettings } from './settings';

/** What a type of load needs to come to no harm. */
export type Preset = Partial<Pick<LoadSettings, 'leastOnMs' | 'restMs' | 'longestOffMs'>>;

const compressor: Preset = { restMs: 300_000, leastOnMs: 600_000 };
const hourMs = 3_600_000;

const presets: Readonly<Record<string, Preset>> = {
  'air-conditioner': compressor,
  'heat-pump': compressor,
  compressor,
  'water-heater': { restMs: 60_000, longestOffMs: 4 * hourMs },
  pump: { restMs: 60_000 },
  'pool-pump': { restMs: 60_000 },
};

const criticalTypes: ReadonlySet<string> = new Set([
  ...['refrigerator', 'freezer', 'medical', 'network', 'router', 'fire', 'fire-alarm', 'smoke-detector'],
  ...['elevator', 'ventilation', 'emergency'],
]);

/** One word for a type of load, whose values are not documented: spelling and plural must not make a freezer switchable. spec 2.2 */
export const loadTypeWord = (type: string): string =>
  type
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/s$/, '');

/** The rest times of a type of load, `loadDetails.type`; empty where nothing is known of it. spec 2.2 */
export function presetOf(loadType: string | undefined): Preset {
  return (loadType === undefined ? undefined : presets[loadTypeWord(loadType)]) ?? {};
}

/** Loads of these types are switched only after the user has ticked that they may be. */
export function isCriticalType(loadType: string | undefined): boolean {
  if (loadType === undefined) return false;
  const word = loadTypeWord(loadType);
  return criticalTypes.has(word) || word.split('-').some((part) => criticalTypes.has(part));
}
