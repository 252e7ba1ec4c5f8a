import { element, type TextsOf } from '../../src/editor';
import type english from './locales/en-US/batch-schedule.json';

type Values = Record<string, unknown>;
export type OwnTexts = TextsOf<typeof english>;

const leds = ['led1', 'led2', 'led3', 'led4', 'led5'];
const triggers = [
  {
    name: 'overcurrent',
    enabled: 'OvercurrentEnabled',
    level: 'mAOvercurrent',
    unit: 'mA',
    duration: 'OvercurrentDuration',
  },
  { name: 'sag', enabled: 'SagEnabled', level: 'mVSag', unit: 'mV', duration: 'SagDuration' },
  { name: 'swell', enabled: 'SwellEnabled', level: 'mVSwell', unit: 'mV', duration: 'SwellDuration' },
] as const;

/** Hides an input that stores JSON and shows a form in its place. */
function jsonForm(input: Query, build: (values: Values, writeBack: () => void) => HTMLElement): void {
  const hidden = input[0] as HTMLInputElement | undefined;
  if (hidden === undefined) return;
  const values = readValues(hidden.value);
  const writeBack = () => {
    input.val(JSON.stringify(values)).trigger('change');
  };
  hidden.style.display = 'none';
  hidden.after(build(values, writeBack));
}

function readValues(json: string): Values {
  try {
    const values: unknown = JSON.parse(json);
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as Values) : {};
  } catch {
    return {};
  }
}

/** Five colors. A color that was never chosen defaults to white; all five are always sent. spec 2.3 */
export function createColorsForm(input: Query, texts: OwnTexts): void {
  jsonForm(input, (values, writeBack) => {
    for (const led of leds) values[led] ??= { red: 255, green: 255, blue: 255 };
    const stored = JSON.stringify(values);
    if (input.val() !== stored) input.val(stored);
    return element(
      'div',
      { class: 'breakerflow-body' },
      leds.map((led, index) => {
        const picker = element('input', { type: 'color', value: hexOf(values[led]) });
        picker.addEventListener('input', () => {
          const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) =>
            Number.parseInt(picker.value.slice(offset, offset + 2), 16),
          );
          values[led] = { red, green, blue };
          writeBack();
        });
        return element('label', {}, [texts('color', { led: index + 1 }), ' ', picker]);
      }),
    );
  });
}

function hexOf(color: unknown): string {
  const { red, green, blue } = (color ?? {}) as Record<string, unknown>;
  return `#${[red, green, blue].map((channel) => (Number(channel) & 255).toString(16).padStart(2, '0')).join('')}`;
}

/** Thresholds of both phases. Empty fields are not sent, so the device keeps its values. spec 2.3 */
export function createThresholdsForm(input: Query, texts: OwnTexts): void {
  jsonForm(input, (values, writeBack) => {
    const numberField = (name: string, label: string) => {
      const field = element('input', {
        type: 'number',
        step: '1',
        'aria-label': label,
        value: String(values[name] ?? ''),
      });
      field.addEventListener('input', () => {
        if (field.value === '') delete values[name];
        else values[name] = Number(field.value);
        writeBack();
      });
      return field;
    };
    const optionalFlag = (name: string, label: string) => {
      const box = element('select', { 'aria-label': label, style: 'width: 60px; margin: 0' }, [
        element('option', { value: '' }, ['-']),
        element('option', { value: 'true' }, ['✓']),
        element('option', { value: 'false' }, ['✗']),
      ]);
      box.value = values[name] === undefined ? '' : String(values[name]);
      box.addEventListener('change', () => {
        if (box.value === '') delete values[name];
        else values[name] = box.value === 'true';
        writeBack();
      });
      return box;
    };
    const cells = (parts: readonly (Node | string)[]) => parts.map((part) => element('td', {}, [part]));
    const rows = [0, 1].flatMap((phase) =>
      triggers.map(({ name, enabled, level, unit, duration }) => {
        const title = `${texts('threshold.phase', { phase })}: ${texts(`threshold.${name}`)}`;
        const levelText = texts('threshold.level', { unit });
        return element(
          'tr',
          {},
          cells([
            title,
            optionalFlag(`p${phase}${enabled}`, `${title}, ${texts('threshold.enabled')}`),
            numberField(`p${phase}${level}`, `${title}, ${levelText}`),
            unit,
            numberField(`p${phase}${duration}`, `${title}, ${texts('threshold.duration')}`),
            texts('threshold.duration'),
          ]),
        );
      }),
    );
    const sampleCountRows = [
      ['samplesAfterTrigger', 'threshold.after'] as const,
      ['samplesAfterTriggerFastRMS', 'threshold.afterFastRms'] as const,
    ].map(([name, key]) =>
      element('tr', {}, cells([texts(key), '', '', '', numberField(name, texts(key)), texts('threshold.duration')])),
    );
    return element('div', { class: 'breakerflow-body' }, [element('table', {}, [...rows, ...sampleCountRows])]);
  });
}
