import { type DayTimes, days } from '../../src/charging';
import {
  addDialogStyle,
  browserZone,
  element,
  type Form,
  fields as fieldTables,
  text as shared,
} from '../../src/editor';
import { createRowList, dayTimesControls, rowStyle } from '../../src/editor/rows';
import { type Measure, type MeasureName, measures } from '../../src/watch';
import { fields } from './circuit-watch.fields';
import type { OwnText } from './own-text';
import { type FormPreset, presetForm } from './preset-form';
import { settingsOfForm } from './settings-of-form';

interface PanelOptions {
  readonly node: EditorNode;
  readonly form: Form;
  readonly text: OwnText;
}

/** What the dialog has besides its fields. */
export interface WatchPanel {
  rows(): { readonly quiet: readonly DayTimes[] };
  close(): void;
}

/** Numbers in the unit of what is watched. */
const inUnit = ['value', 'from', 'to', 'deadBand', 'atOnce', 'runsAbove', 'restsBelow'] as const;
const dialog = '.breakerflow-dialog-circuit-watch';
const css = `
.breakerflow-row[data-field="quiet"] > label { display: block; width: auto; }
`;

export function createPanel({ node, form, text }: PanelOptions): WatchPanel {
  addDialogStyle('circuit-watch', css + rowStyle);
  let pause: ReturnType<typeof setTimeout> | undefined;
  const quiet = createRowList<DayTimes>({
    ...{ text, onChange: check },
    host: document.getElementById(`${form.prefix}quiet-rows`) ?? element('div'),
    rows: Array.isArray(node.quiet) ? (node.quiet as readonly DayTimes[]) : [],
    adding: [{ words: text('table.addTime'), made: () => ({ days: [...days], from: '2200', to: '0700' }) }],
    nameOf: (_, index) => String(index + 1),
    controlsOf: (drawn) => [...dayTimesControls(drawn, text), drawn.remove],
  });
  const units = inUnit.map((name) => {
    const unit = element('span', { class: 'breakerflow-unit' });
    document.getElementById(`${form.prefix}${name}`)?.after(' ', unit);
    return unit;
  });

  function fill(): void {
    const values = presetForm(String(form.input('preset').val() ?? 'own') as FormPreset);
    for (const [name, value] of Object.entries(values)) form.input(name).val(value);
    // The rows that show follow from these.
    form.input('measure').trigger('change');
  }

  function showUnit(): void {
    const measure: Measure | undefined = measures[String(form.input('measure').val()) as MeasureName];
    for (const unit of units) unit.textContent = measure?.kind === 'number' ? measure.unit : '';
  }

  /** Keystrokes close together are checked once. */
  function check(): void {
    clearTimeout(pause);
    pause = setTimeout(() => {
      for (const shown of document.querySelectorAll(`${dialog} .breakerflow-watch-trouble`)) shown.remove();
      for (const { field, sentence } of problems()) {
        const place = document.querySelector(`${dialog} .breakerflow-row[data-field="${field}"]`);
        const words = { class: 'breakerflow-watch-trouble breakerflow-trouble', role: 'status' };
        place?.append(element('div', words, [sentence]));
      }
    }, 200);
  }

  /** Of the values as they stand, and where these are in order of what they mean together. */
  function problems(): { readonly field: string; readonly sentence: string }[] {
    const stored = { ...form.values(), quiet: quiet.rows() };
    const own = fieldTables.checkConfig(fields, stored);
    if (own.length > 0)
      return own.map(({ field, key, params }) => ({
        field: field.replace(/\[.*/, ''),
        sentence: shared(`problem.${key}`, params),
      }));
    const made = settingsOfForm(fieldTables.readConfig(fields, stored));
    if (!('problems' in made)) return [];
    return made.problems.map(({ field, key }) => ({ field, sentence: text(`problem.${key}`) }));
  }

  if (form.input('zone').val() === '') form.input('zone').val(browserZone()).trigger('change');
  form.input('preset').on('change', fill);
  form.input('measure').on('change', showUnit);
  document.querySelector(dialog)?.addEventListener('change', check);
  document.querySelector(dialog)?.addEventListener('input', check);
  showUnit();
  check();

  return {
    rows: () => ({ quiet: quiet.rows() }),
    close: () => clearTimeout(pause),
  };
}
