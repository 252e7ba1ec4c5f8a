import { readThresholds, type ThresholdName, thresholdRanges } from '../../src/device-settings';
import type { TextsOf } from '../../src/editor';
import { element, text as shared } from '../../src/editor';
import type english from './locales/en-US/waveform-capture.json';

type Text = TextsOf<typeof english>;
type Values = Record<string, unknown>;

const triggers = ['Overcurrent', 'Sag', 'Swell'] as const;
const levels = { Overcurrent: 'mAOvercurrent', Sag: 'mVSag', Swell: 'mVSwell' } as const;
const phases = ['p0', 'p1'] as const;

/** Levels are shown in amperes and volts, and stored in thousandths, as in the service. */
const isLevel = (name: ThresholdName) => name.includes('mA') || name.includes('mV');
const thousandths = (shown: string) => Math.round(Number(shown) * 1e6) / 1e3;

/** The thresholds of a dialog, by the service's names. */
export interface ThresholdTable {
  values(): Readonly<Values>;
  /** Shows the thresholds of a device in the empty fields. */
  showPresent(present: Readonly<Values>): void;
}

/** A table of every threshold in place of the JSON that `input` stores; an empty field does not change the device. */
export function createThresholdTable(input: Query, text: Text, onChange: () => void): ThresholdTable {
  const values = readStored(input);
  const controls = new Map<ThresholdName, HTMLInputElement | HTMLSelectElement>();
  const notes = element('div', { class: 'breakerflow-thresholdnotes', role: 'status' });

  function changed(): void {
    input.val(JSON.stringify(values));
    input.trigger('change');
    showProblems();
    onChange();
  }

  function set(name: ThresholdName, value: unknown): void {
    if (value === undefined) delete values[name];
    else values[name] = value;
    changed();
  }

  function showProblems(): void {
    const { problems } = readThresholds(values);
    const invalid = new Set(problems.map(({ path }) => path));
    for (const [name, control] of controls) {
      control.classList.toggle('input-error', invalid.has(name));
      control.setAttribute('aria-invalid', String(invalid.has(name)));
    }
    notes.replaceChildren(
      ...problems.map(({ path, rule }) =>
        element('div', { class: 'breakerflow-error' }, [
          `${controls.get(path as ThresholdName)?.getAttribute('aria-label') ?? path}: ${shared(`problem.${rule}`)}`,
        ]),
      ),
    );
  }

  function numberControl(name: ThresholdName, label: string): HTMLElement {
    const range = thresholdRanges[name];
    if (range === 'flag') throw new Error(`${name} is not a number`);
    const scale = isLevel(name) ? 1000 : 1;
    const control = element('input', {
      type: 'number',
      min: String(range.min / scale),
      max: String(range.max / scale),
      step: String(1 / scale),
      'data-threshold': name,
      'aria-label': label,
    });
    const value = values[name];
    if (typeof value === 'number') control.value = String(value / scale);
    control.addEventListener('input', () => {
      const shown = control.value.trim();
      // For an invalid number the browser returns an empty value, as for an empty field.
      set(name, shown === '' ? undefined : isLevel(name) ? thousandths(shown) : Number(shown));
    });
    controls.set(name, control);
    return control;
  }

  function flagControl(name: ThresholdName, label: string): HTMLElement {
    const control = element(
      'select',
      { 'data-threshold': name, 'aria-label': label },
      (['keep', 'on', 'off'] as const).map((choice) =>
        element('option', { value: choice }, [text(`thresholds.${choice}`)]),
      ),
    );
    const value = values[name];
    control.value = value === true ? 'on' : value === false ? 'off' : 'keep';
    control.addEventListener('change', () => {
      set(name, control.value === 'keep' ? undefined : control.value === 'on');
    });
    controls.set(name, control);
    return control;
  }

  const phaseLabel = (phase: (typeof phases)[number]) => text(`thresholds.${phase}`);
  const rows = triggers.flatMap((trigger) => {
    const lines = [
      { key: 'Enabled' as const, names: phases.map((phase): ThresholdName => `${phase}${trigger}Enabled`), unit: '' },
      {
        key: 'Level' as const,
        names: phases.map((phase): ThresholdName => `${phase}${levels[trigger]}`),
        unit: trigger === 'Overcurrent' ? 'A' : 'V',
      },
      {
        key: 'Duration' as const,
        names: phases.map((phase): ThresholdName => `${phase}${trigger}Duration`),
        unit: text('thresholds.samples'),
      },
    ];
    return lines.map(({ key, names, unit }) => {
      const title = `${text(`thresholds.${trigger}`)}: ${text(`thresholds.${key}`)}`;
      const cells = names.map((name, index) => {
        const label = `${title}, ${phaseLabel(phases[index] ?? 'p0')}`;
        const control = key === 'Enabled' ? flagControl(name, label) : numberControl(name, label);
        return element('td', {}, unit === '' ? [control] : [control, ` ${unit}`]);
      });
      return element('tr', key === 'Enabled' ? { class: 'breakerflow-event' } : {}, [
        element('th', { scope: 'row' }, [title]),
        ...cells,
      ]);
    });
  });
  const sampleCountRows = (['samplesAfterTrigger', 'samplesAfterTriggerFastRMS'] as const).map((name, index) => {
    const title = text(`thresholds.${name}`);
    return element('tr', index === 0 ? { class: 'breakerflow-event' } : {}, [
      element('th', { scope: 'row' }, [title]),
      element('td', { colspan: '2' }, [numberControl(name, title), ` ${text('thresholds.samples')}`]),
    ]);
  });
  const head = element('tr', {}, [
    element('td'),
    ...phases.map((phase) => element('th', { scope: 'col' }, [phaseLabel(phase)])),
  ]);
  const table = element('table', { class: 'breakerflow-thresholds' }, [head, ...rows, ...sampleCountRows]);
  const [host] = [input[0]?.parentElement];
  input.toggle(false);
  host?.append(element('div', { class: 'breakerflow-hint' }, [text('thresholds.hint')]), table, notes);
  showProblems();

  return {
    values: () => ({ ...values }),
    showPresent(present) {
      for (const [name, control] of controls) {
        const value = present[name];
        if (control instanceof HTMLSelectElement) {
          const [keep] = control.options;
          const state = text(`thresholds.${value === true ? 'on' : 'off'}`);
          if (keep !== undefined)
            keep.textContent =
              typeof value === 'boolean' ? text('thresholds.keepNow', { now: state }) : text('thresholds.keep');
        } else control.placeholder = typeof value === 'number' ? String(isLevel(name) ? value / 1000 : value) : '';
      }
    },
  };
}

function readStored(input: Query): Values {
  try {
    const value: unknown = JSON.parse(String(input.val() ?? '{}'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...(value as Values) } : {};
  } catch {
    return {};
  }
}
