/** RGB, 0..255 each. spec 2.3 */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

const parts = ['red', 'green', 'blue'] as const;

/** Colours that have a name, such as a tariff names them. */
const named: Readonly<Record<string, string>> = {
  off: '#000000',
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  orange: '#ff8000',
  yellow: '#ffff00',
  green: '#00ff00',
  cyan: '#00ffff',
  blue: '#0000ff',
  magenta: '#ff00ff',
};

function isPart(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
}

/**
 * A colour from `#rrggbb`, a name such as `red` or `off`, or {`red`, `green`, `blue`}; undefined for any other value.
 */
export function parseColor(value: unknown): Color | undefined {
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    const [, hex] = /^#([0-9a-f]{6})$/.exec((Object.hasOwn(named, word) ? named[word] : undefined) ?? word) ?? [];
    if (hex === undefined) return undefined;
    const number = Number.parseInt(hex, 16);
    return { red: number >> 16, green: (number >> 8) & 255, blue: number & 255 };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { red, green, blue } = value as Partial<Record<(typeof parts)[number], unknown>>;
  if (Object.keys(value).some((name) => !parts.includes(name as (typeof parts)[number]))) return undefined;
  return isPart(red) && isPart(green) && isPart(blue) ? { red, green, blue } : undefined;
}

/** `#rrggbb`. */
export function hexOf({ red, green, blue }: Color): string {
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** How bright a colour is to the eye, 0..1 (relative luminance of sRGB, ITU-R BT.709). */
export function luminance({ red, green, blue }: Color): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
