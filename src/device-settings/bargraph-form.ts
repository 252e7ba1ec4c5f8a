import { type Color, parseColor } from './color';
import { dimmed, type LedColors, type LedName, ledNames, levelColors, litLeds, parseLedColors } from './led-colors';

/** The fields of a dialog that make the colours of a bargraph. */
export interface BargraphForm extends Readonly<Record<LedName, string>> {
  /** Per cent of the chosen colours. */
  readonly brightness: number | undefined;
  /** Where a level lights no LED, and from where on all five. */
  readonly levelEmpty: number | undefined;
  readonly levelFull: number | undefined;
}

const off: Color = { red: 0, green: 0, blue: 0 };

function chosen(form: BargraphForm): LedColors {
  return Object.fromEntries(ledNames.map((led) => [led, parseColor(form[led]) ?? off])) as LedColors;
}

/** What is sent for the colours that the form names. The dialog draws the same. */
export function colorsOfForm(form: BargraphForm): LedColors {
  return dimmed(chosen(form), form.brightness ?? 100);
}

function scaleOf({ levelEmpty = 0, levelFull = 100 }: BargraphForm) {
  return { empty: levelEmpty, full: levelFull };
}

/** What is sent for a level, in the colours of the form. */
export function colorsOfLevel(form: BargraphForm, level: number): LedColors {
  return levelColors(level, scaleOf(form), colorsOfForm(form));
}

export function litOfLevel(form: BargraphForm, level: number): number {
  return litLeds(level, scaleOf(form));
}

/** What is sent for colours that a message names, at the brightness of the form. */
export function colorsOfValue(form: BargraphForm, value: unknown): ReturnType<typeof parseLedColors> {
  const parsed = parseLedColors(value);
  return 'problems' in parsed ? parsed : { colors: dimmed(parsed.colors, form.brightness ?? 100) };
}
