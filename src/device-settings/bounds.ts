/** spec 2.3 */
export const bargraphModes = ['track-meter-data', 'user-defined'] as const;
/** spec 2.3 */
export const alignments = ['none', 'clock'] as const;

/** The settings that are one whole number of at least 1, mA. spec 2.3 */
export const wholeSettings = ['loadPresentThreshold'] as const;
export type WholeSetting = (typeof wholeSettings)[number];

/** The number, or undefined if the service does not accept it. Text is read as a number. */
export function parseWhole(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : undefined;
}

/** The number of a setting whose bounds are only assumed. Text is read as a number. */
export function parseNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The text key of what is wrong with a whole setting. */
export function wholeProblem(setting: WholeSetting, value: unknown): WholeSetting | undefined {
  return parseWhole(value) === undefined ? setting : undefined;
}
