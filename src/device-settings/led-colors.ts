import { type Color, parseColor } from './color';

export const ledNames = ['led1', 'led2', 'led3', 'led4', 'led5'] as const;
export type LedName = (typeof ledNames)[number];

/** The colours of the bargraph: all five are sent. spec 2.3 */
export type LedColors = { readonly [Led in LedName]: Color };

/** What is wrong with a value: where, and a text key. */
export interface SettingProblem {
  readonly path: string;
  readonly rule: 'color' | 'colors' | 'fiveColors' | 'unknownLed';
}

type Parsed = { readonly colors: LedColors } | { readonly problems: readonly SettingProblem[] };

function allOf(colorOf: (led: LedName, index: number) => Color): LedColors {
  return Object.fromEntries(ledNames.map((led, index) => [led, colorOf(led, index)])) as LedColors;
}

function eachOf(values: readonly unknown[], more: readonly SettingProblem[]): Parsed {
  const parsed = values.map(parseColor);
  const problems: readonly SettingProblem[] = [
    ...more,
    ...ledNames.flatMap((led, index) => (parsed[index] === undefined ? [{ path: led, rule: 'color' as const }] : [])),
  ];
  return problems.length > 0 ? { problems } : { colors: allOf((_, index) => parsed[index] as Color) };
}

/**
 * The five colours from one colour for all, a list of five, or an object with `led1` to `led5`; every problem at once.
 */
export function parseLedColors(value: unknown): Parsed {
  const one = parseColor(value);
  if (one !== undefined) return { colors: allOf(() => one) };
  if (Array.isArray(value))
    return value.length === ledNames.length ? eachOf(value, []) : { problems: [{ path: '', rule: 'fiveColors' }] };
  if (typeof value !== 'object' || value === null) return { problems: [{ path: '', rule: 'colors' }] };
  const unknown = Object.keys(value).filter((name) => !ledNames.includes(name as LedName));
  if (unknown.length === Object.keys(value).length) return { problems: [{ path: '', rule: 'colors' }] };
  return eachOf(
    ledNames.map((led) => (value as Record<string, unknown>)[led]),
    unknown.map((path) => ({ path, rule: 'unknownLed' })),
  );
}

/** The colours at a brightness of 0..100 %. */
export function dimmed(colors: LedColors, percent: number): LedColors {
  const share = Math.min(100, Math.max(0, percent)) / 100;
  const dim = (part: number) => Math.round(part * share);
  return allOf((led) => {
    const { red, green, blue } = colors[led];
    return { red: dim(red), green: dim(green), blue: dim(blue) };
  });
}

/** Where a bargraph begins and where all of it is lit. `empty` may be the greater one. */
export interface LevelScale {
  readonly empty: number;
  readonly full: number;
}

/** How many of the five LEDs a value lights: none at `empty`, one as soon as there is more, all from `full` on. */
export function litLeds(value: number, { empty, full }: LevelScale): number {
  const share = (value - empty) / (full - empty);
  if (!(share > 0)) return 0;
  // 0.6 * 5 is 3.0000000000000004 with some scales: that is not a fourth LED.
  return Math.min(ledNames.length, Math.ceil(share * ledNames.length - 1e-9));
}

/** The colours with the LEDs off that a value does not light. */
export function levelColors(value: number, scale: LevelScale, colors: LedColors): LedColors {
  const lit = litLeds(value, scale);
  return allOf((led, index) => (index < lit ? colors[led] : { red: 0, green: 0, blue: 0 }));
}
