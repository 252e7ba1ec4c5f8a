import type { AssumptionLine } from '../../src/admin-api';
import { addDialogStyle, ask, element, type Form, inEnglish, stopEnter, type TextsOf } from '../../src/editor';
import type english from './locales/en-US/breaker-account.json';
import { readReplaced, type StoredReplaced, valueAt, withValue } from './replaced-text';

const css = `
.breakerflow-assumptions { width: 100%; table-layout: fixed; border-collapse: collapse; margin: 4px 0 8px; font-size: 0.92em; }
.breakerflow-assumptions th { text-align: left; font-weight: 600; padding: 2px 6px 2px 0; }
.breakerflow-assumptions td { vertical-align: top; padding: 3px 6px 3px 0; border-top: 1px solid var(--red-ui-secondary-border-color, #ddd); overflow-wrap: anywhere; }
.breakerflow-assumptions th:last-child { width: 36%; }
.breakerflow-assumptions code { background: none; border: 0; padding: 0; color: inherit; white-space: normal; }
.breakerflow-assumptions small { display: block; color: var(--red-ui-secondary-text-color, #777); }
.breakerflow-assumptions .breakerflow-replacing td:first-child { font-weight: 600; }
.form-row .breakerflow-assumptions input, .form-row .breakerflow-assumptions select { width: 100%; box-sizing: border-box; margin: 0; }
`;

type AccountText = TextsOf<typeof english, 'breaker-account'>;

/** A row for each value that the specification leaves open: what is assumed, and what the service wants in its place. */
export async function showAssumptionTable(row: HTMLElement, form: Form, text: AccountText): Promise<void> {
  const { assumptions } = await ask('GET assumptions');
  const input = form.input('replaced');
  const stored = readReplaced(String(input.val() ?? ''));
  // What cannot be read is shown as it is, to be mended.
  if (stored === undefined) return;
  addDialogStyle('breaker-account', css);
  let replaced: StoredReplaced = stored;
  const change = (line: AssumptionLine, value: string) => {
    replaced = withValue(replaced, line, value);
    input.val(JSON.stringify(replaced)).trigger('change');
    // What the connection test has said of the field is not said of another value.
    input[0]?.dispatchEvent(new Event('input'));
  };
  const table = element('table', { class: 'breakerflow-assumptions' }, [
    element('thead', {}, [
      element('tr', {}, [
        element('th', {}, [text('assumption.what')]),
        element('th', {}, [text('assumption.assumed')]),
        element('th', {}, [text('assumption.instead')]),
      ]),
    ]),
    element(
      'tbody',
      {},
      assumptions.map((line) => lineRow(line, valueAt(replaced, line), text, (value) => change(line, value))),
    ),
  ]);
  input.toggle(false);
  row.append(table);
}

function lineRow(
  line: AssumptionLine,
  current: string,
  text: AccountText,
  onChange: (value: string) => void,
): HTMLElement {
  const { part, field, titles, operations, value, sure, why } = line;
  const [title = ''] = titles;
  // The name itself stands beside it, as what is assumed.
  const what = [text(`assumption.part.${part}`), ...(part === 'factors' ? [field] : [])].join(' ');
  const id = `breakerflow-assumption-${operations[0] ?? ''}-${part}-${field ?? ''}`;
  const control = controlOf(line, current, text, id);
  const cells = element(
    'tr',
    { 'data-operation': operations[0] ?? '', 'data-part': part, ...(field && { 'data-name': field }) },
    [
      element('td', { id, title: operations.join(', ') }, [
        inEnglish(title),
        ...(titles.length > 1 ? [element('small', {}, [text('assumption.several', { count: titles.length })])] : []),
        element('small', {}, [what]),
      ]),
      element('td', {}, [
        element('code', { title: why, lang: 'en' }, [value]),
        element('small', {}, [text(`assumption.sure.${sure}`)]),
      ]),
      element('td', {}, [control]),
    ],
  );
  const mark = () => cells.classList.toggle('breakerflow-replacing', control.value !== '');
  control.addEventListener('change', () => {
    mark();
    onChange(control.value.trim());
  });
  control.addEventListener('keydown', stopEnter as EventListener);
  mark();
  return cells;
}

function controlOf(
  { choices, part, value }: AssumptionLine,
  current: string,
  text: AccountText,
  labelId: string,
): HTMLInputElement | HTMLSelectElement {
  if (choices !== undefined) {
    const options = [
      ...new Set([...choices.filter((choice) => choice !== value), ...(current === '' ? [] : [current])]),
    ];
    const select = element('select', { 'aria-labelledby': labelId }, [
      element('option', { value: '' }, [text('assumption.asAssumed')]),
      ...options.map((choice) => element('option', { value: choice }, [choice])),
    ]);
    select.value = current;
    return select;
  }
  const input = element('input', {
    type: part === 'factors' ? 'number' : 'text',
    ...(part === 'factors' ? { step: 'any', min: '0' } : {}),
    placeholder: value,
    'aria-labelledby': labelId,
  });
  input.value = current;
  return input;
}
