import {
  type BargraphForm,
  colorsOfForm,
  colorsOfLevel,
  colorsOfValue,
  hexOf,
  type LedColors,
  ledNames,
  litOfLevel,
  luminance,
  parseColor,
} from '../../src/device-settings';
import type { TextsOf } from '../../src/editor';
import { element, type Form } from '../../src/editor';
import type english from './locales/en-US/breaker-device.json';

interface BargraphOptions {
  readonly host: HTMLElement;
  readonly form: Form;
  readonly text: TextsOf<typeof english>;
}

/** The number of steps of the slider that previews a level. */
const steps = 100;

function number(value: unknown): number | undefined {
  return value === '' || value === undefined || Number.isNaN(Number(value)) ? undefined : Number(value);
}

function formOf(values: Readonly<Record<string, unknown>>): BargraphForm {
  const led = (name: string) => String(values[name] ?? '');
  return {
    led1: led('led1'),
    led2: led('led2'),
    led3: led('led3'),
    led4: led('led4'),
    led5: led('led5'),
    brightness: number(values.brightness),
    levelEmpty: number(values.levelEmpty),
    levelFull: number(values.levelFull),
  };
}

/** Draws the five LEDs, adds pickers to the colour fields and a slider that previews a level. */
export function createBargraph({ host, form, text }: BargraphOptions): void {
  const leds = ledNames.map((_, index) =>
    element('div', { class: 'breakerflow-led', role: 'img', 'data-led': String(index + 1) }),
  );
  const slider = element('input', { type: 'range', min: '0', max: String(steps), value: String(steps * 0.6) });
  const levelText = element('output', { class: 'breakerflow-tried' });
  const level = element('label', { class: 'breakerflow-trylevel' }, [
    element('span', {}, [text('bargraph.try')]),
    slider,
    levelText,
  ]);
  const note = element('div', { class: 'breakerflow-hint' }, [text('bargraph.byMessage')]);
  host.replaceChildren(
    element('div', { class: 'breakerflow-bar', role: 'group', 'aria-label': text('bargraph.title') }, leds),
    level,
    note,
  );

  const pickers = ledNames.map((name, index) => {
    const label = text('bargraph.pick', { led: index + 1 });
    const picker = element('input', { type: 'color', class: 'breakerflow-pick', title: label, 'aria-label': label });
    picker.addEventListener('input', () => form.input(name).val(picker.value).trigger('change'));
    form.input(name)[0]?.before(picker);
    return { name, picker };
  });

  function sliderLevel({ levelEmpty = 0, levelFull = 100 }: BargraphForm): number {
    return levelEmpty + ((levelFull - levelEmpty) * Number(slider.value)) / steps;
  }

  /** The colours that are sent; undefined if they depend on a message. */
  function shownColors(values: Readonly<Record<string, unknown>>): LedColors | undefined {
    const bargraph = formOf(values);
    if (values.colorsFrom === 'level') return colorsOfLevel(bargraph, sliderLevel(bargraph));
    if (values.colorsFrom !== 'value') return colorsOfForm(bargraph);
    const value = literalOf(String(values.colorsValue ?? ''), String(values.colorsValueType ?? ''));
    const parsed = value === undefined ? undefined : colorsOfValue(bargraph, value);
    return parsed !== undefined && 'colors' in parsed ? parsed.colors : undefined;
  }

  function draw(): void {
    const values = form.values();
    const isLevel = values.colorsFrom === 'level';
    host.toggleAttribute('hidden', values.action !== 'setColors');
    level.toggleAttribute('hidden', !isLevel);
    const colors = shownColors(values);
    note.toggleAttribute('hidden', colors !== undefined);
    for (const [index, led] of leds.entries()) drawLed(led, index + 1, colors?.[ledNames[index] ?? 'led1'], text);
    for (const { name, picker } of pickers) {
      const color = parseColor(values[name]);
      if (color !== undefined) picker.value = hexOf(color);
    }
    if (!isLevel) return;
    const bargraph = formOf(values);
    const value = sliderLevel(bargraph);
    levelText.value = `${Number(value.toPrecision(4))}: ${text('bargraph.lit', { count: litOfLevel(bargraph, value) })}`;
  }

  slider.addEventListener('input', draw);
  const watchedFields = [
    'action',
    'colorsFrom',
    'colorsValue',
    'colorsValueType',
    'brightness',
    'levelEmpty',
    'levelFull',
  ];
  for (const name of [...watchedFields, ...ledNames]) {
    form.input(name).on('change', draw);
    form.input(name).on('input', draw);
  }
  draw();
}

function literalOf(value: string, source: string): unknown {
  if (source === 'str') return value;
  if (source !== 'json') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function drawLed(
  led: HTMLElement,
  ledNumber: number,
  color: Parameters<typeof hexOf>[0] | undefined,
  text: BargraphOptions['text'],
): void {
  const light = color === undefined ? 0 : luminance(color);
  const hex = color === undefined ? '' : hexOf(color);
  const isOff = color === undefined || hex === '#000000';
  led.classList.toggle('breakerflow-ledoff', isOff);
  led.classList.toggle('breakerflow-ledunknown', color === undefined);
  led.setAttribute('data-color', hex);
  led.style.setProperty('--led', isOff ? 'transparent' : hex);
  // The eye perceives about the square root of the luminance.
  led.style.setProperty('--glow', `${isOff ? 0 : Math.round(4 + 16 * Math.sqrt(light))}px`);
  const name = text('bargraph.led', { led: ledNumber, color: isOff ? text('bargraph.off') : hex });
  led.setAttribute('aria-label', color === undefined ? text('bargraph.byMessage') : name);
  led.title = color === undefined ? '' : name;
}
