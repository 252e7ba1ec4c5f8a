import { element, type TextsOf } from '../../src/editor';
import type english from './locales/en-US/batch-schedule.json';

type Values = Record<string, unknown>;
export type Say = TextsOf<typeof english>;

const leds = ['led1', 'led2', 'led3', 'led4', 'led5'];
const events = [
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

/** Puts a form before an input that keeps its values as JSON. */
function jsonForm(input: Query, build: (values: Values, store: () => void) => HTMLElement): void {
  const hidden = input[0] as HTMLInputElement | undefined;
  if (hidden === undefined) return;
  const values = readValues(hidden.value);
  const store = () => {
    input.val(JSON.stringify(values)).trigger('change');
  };
  hidden.style.display = 'none';
  hidden.after(build(values, store));
}

function readValues(json: string): Values {
  try {
    const values: unknown = JSON.parse(json);
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as Values) : {};
  } catch {
    return {};
  }
}

/** Five colors; what was never chosen is white, and all five are sent. spec 2.3 */
export function createColorsForm(input: Query, say: Say): void {
  jsonForm(input, (values, store) => {
    for (const led of leds) values[led] ??= { red: 255, green: 255, blue: 255 };
    const stored = JSON.stringify(values);
    if (input.val() !== stored) input.val(stored);
    return element(
      'div',
      { class: 'breakerflow-body' },
      leds.map((led, index) => {
        const picker = element('input', { type: 'color', value: hexOf(values[led]) });
        picker.addEventListener('input', () => {
          const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
            Number.parseInt(picker.value.slice(at, at + 2), 16),
          );
          values[led] = { red, green, blue };
          store();
        });
        return element('label', {}, [say('color', { led: index + 1 }), ' ', picker]);
      }),
    );
  });
}

function hexOf(color: unknown): string {
  const { red, green, blue } = (color ?? {}) as Record<string, unknown>;
  return `#${[red, green, blue].map((part) => (Number(part) & 255).toString(16).padStart(2, '0')).join('')}`;
}

/** Thresholds of both phases; what is left empty is not sent and stays as it is. spec 2.3 */
export function createThresholdsForm(input: Query, say: Say): void {
  jsonForm(input, (values, store) => {
    const number = (name: string, label: string) => {
      const field = element('input', {
        type: 'number',
        step: '1',
        'aria-label': label,
        value: String(values[name] ?? ''),
      });
      field.addEventListener('input', () => {
        if (field.value === '') delete values[name];
        else values[name] = Number(field.value);
        store();
      });
      return field;
    };
    const onOff = (name: string, label: string) => {
      const box = element('select', { 'aria-label': label, style: 'width: 60px; margin: 0' }, [
        element('option', { value: '' }, ['-']),
        element('option', { value: 'true' }, ['✓']),
        element('option', { value: 'false' }, ['✗']),
      ]);
      box.value = values[name] === undefined ? '' : String(values[name]);
      box.addEventListener('change', () => {
        if (box.value === '') delete values[name];
        else values[name] = box.value === 'true';
        store();
      });
      return box;
    };
    const cells = (parts: readonly (Node | string)[]) => parts.map((part) => element('td', {}, [part]));
    const rows = [0, 1].flatMap((phase) =>
      events.map(({ name, enabled, level, unit, duration }) => {
        const title = `${say('threshold.phase', { phase })}: ${say(`threshold.${name}`)}`;
        const levelText = say('threshold.level', { unit });
        return element(
          'tr',
          {},
          cells([
            title,
            onOff(`p${phase}${enabled}`, `${title}, ${say('threshold.enabled')}`),
            number(`p${phase}${level}`, `${title}, ${levelText}`),
            unit,
            number(`p${phase}${duration}`, `${title}, ${say('threshold.duration')}`),
            say('threshold.duration'),
          ]),
        );
      }),
    );
    const after = [
      ['samplesAfterTrigger', 'threshold.after'] as const,
      ['samplesAfterTriggerFastRMS', 'threshold.afterFastRms'] as const,
    ].map(([name, key]) => element('tr', {}, cells([say(key), '', number(name, say(key)), say('threshold.duration')])));
    return element('div', { class: 'breakerflow-body' }, [element('table', {}, [...rows, ...after])]);
  });
}
