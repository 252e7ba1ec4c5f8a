import { type DayTimes, days } from '../../src/charging';
import {
  addDialogStyle,
  browserZone,
  deployedOrDraft,
  element,
  type Form,
  fields as fieldTables,
  text as shared,
} from '../../src/editor';
import { createRowList, dayTimesControls, rowStyle } from '../../src/editor/rows';
import { type Measure, type MeasureName, measures } from '../../src/watch';
import { fields } from './circuit-watch.fields';
import { createDayView, type DayForm } from './day-view.editor';
import type { OwnText } from './own-text';
import { type FormPreset, presetForm } from './preset-form';
import { settingsOfForm } from './settings-of-form';
import { createTargetProposal } from './target-proposal.editor';

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
#breakerflow-watch-day select[hidden] { display: none; }
.breakerflow-day-plot svg { display: block; background: var(--red-ui-form-input-background, #fff); border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; max-width: 100%; box-sizing: border-box; }
.breakerflow-day-tick { font-size: 11px; fill: var(--red-ui-primary-text-color, #333); }
.breakerflow-day-grid { stroke: var(--red-ui-secondary-border-color, #ddd); }
.breakerflow-day-curve { fill: none; stroke: #2f7ec7; stroke-width: 1.5; }
.breakerflow-day-most, .breakerflow-day-least { fill: none; stroke: #2f7ec7; opacity: 0.45; }
.breakerflow-day-band { fill: #e0a030; opacity: 0.2; }
.breakerflow-day-threshold { stroke: #d08a10; stroke-width: 1.5; }
.breakerflow-day-at-once { stroke: #d0402f; stroke-dasharray: 5 4; }
.breakerflow-day-told { stroke: #d0402f; stroke-width: 2; }
.breakerflow-day-told.breakerflow-day-all-clear, .breakerflow-day-told.breakerflow-day-finished { stroke: #2f9a4f; }
.breakerflow-day-told.breakerflow-day-repeat { stroke-width: 1; }
.breakerflow-day-told.breakerflow-day-warning { stroke: #d08a10; }
ul.breakerflow-day-told { list-style: none; margin: 2px 0; padding: 0; }
ul.breakerflow-day-told li { border-inline-start: 3px solid var(--red-ui-secondary-border-color, #ddd); padding-inline-start: 6px; }
ul.breakerflow-day-told li.breakerflow-day-alarm, ul.breakerflow-day-told li.breakerflow-day-repeat { border-color: #d0402f; }
ul.breakerflow-day-told li.breakerflow-day-warning { border-color: #d08a10; }
ul.breakerflow-day-told li.breakerflow-day-all-clear, ul.breakerflow-day-told li.breakerflow-day-finished { border-color: #2f9a4f; }
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

  const section = document.querySelector<HTMLDetailsElement>('#breakerflow-watch-day');
  const pickerRow = document.querySelector(`${dialog} .breakerflow-row[data-field="devices"]`);
  const day =
    section === null
      ? undefined
      : createDayView({
          ...{ section, text, language: RED.i18n.lang() },
          account: () => deployedOrDraft(String(form.input('account').val() ?? '')),
          devices: () =>
            form.input('target').val() === 'location' ? undefined : ((form.values().devices as string[]) ?? []),
          nameOf: (deviceId) =>
            pickerRow?.querySelector(`.breakerflow-device[title="${CSS.escape(deviceId)}"] .breakerflow-load`)
              ?.textContent ?? deviceId,
        });

  function fill(): void {
    const values = presetForm(
      String(form.input('preset').val() ?? 'own') as FormPreset,
      String(form.input('measure').val() ?? ''),
    );
    for (const [name, value] of Object.entries(values)) form.input(name).val(value);
    // The rows that show follow from these.
    form.input('measure').trigger('change');
    proposal.propose();
  }

  function showUnit(): void {
    const measure: Measure | undefined = measures[String(form.input('measure').val()) as MeasureName];
    for (const unit of units) unit.textContent = measure?.kind === 'number' ? measure.unit : '';
  }

  /** Keystrokes close together are checked once. */
  function check(): void {
    clearTimeout(pause);
    pause = setTimeout(() => {
      day?.show(dayForm());
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

  function dayForm(): DayForm {
    const values = { ...form.values(), quiet: quiet.rows() };
    // Of a form with a wrong field there is nothing to try.
    const isWrong = fieldTables
      .checkConfig(fields, values)
      .some(({ field }) => !['account', 'devices', 'location'].includes(field.replace(/\[.*/, '')));
    const made = settingsOfForm(fieldTables.readConfig(fields, values));
    return {
      measure: String(form.input('measure').val() ?? ''),
      made: isWrong && !('problems' in made) ? { problems: [] } : made,
      zone: String(form.input('zone').val() ?? ''),
    };
  }

  const proposal = createTargetProposal({ form, onChange: check });
  if (form.input('zone').val() === '') form.input('zone').val(browserZone()).trigger('change');
  form.input('preset').on('change', fill);
  form.input('account').on('change', proposal.propose);
  proposal.propose();
  form.input('measure').on('change', showUnit);
  document.querySelector(dialog)?.addEventListener('change', check);
  document.querySelector(dialog)?.addEventListener('input', check);
  showUnit();
  check();

  return {
    rows: () => ({ quiet: quiet.rows() }),
    close() {
      clearTimeout(pause);
      day?.close();
      proposal.close();
    },
  };
}
