import type { AccountField } from '../admin-api';
import type { FieldTrouble } from './check-list';
import { element } from './element';

const inputPrefix = 'node-config-input-';
const waitMs = 50;
const longestWaitMs = 10_000;

function rowOf(field: AccountField): HTMLElement | null {
  return document.querySelector(`#node-config-dialog-edit-form .breakerflow-row[data-field="${field}"]`);
}

/** Brings a field of the open account dialog into view and puts the cursor there; opens the section that it is in. */
export function goToField(field: AccountField): void {
  const row = rowOf(field);
  row?.closest('details')?.setAttribute('open', '');
  row?.scrollIntoView({ block: 'center' });
  document.getElementById(`${inputPrefix}${field}`)?.focus();
}

/** Shows each problem below its field of the open account dialog, in place of those shown before; an edit removes it. */
export function markFields(troubles: readonly FieldTrouble[]): void {
  for (const shown of document.querySelectorAll('#node-config-dialog-edit-form .breakerflow-trouble')) shown.remove();
  for (const marked of document.querySelectorAll('#node-config-dialog-edit-form .breakerflow-troubled'))
    marked.classList.remove('breakerflow-troubled');
  for (const { field, sentence } of troubles) {
    const row = rowOf(field);
    const input = document.getElementById(`${inputPrefix}${field}`);
    if (row === null || input === null || row.hidden) continue;
    const note = element('div', { class: 'breakerflow-trouble', role: 'alert' }, [sentence]);
    row.classList.add('breakerflow-troubled');
    row.append(note);
    row.closest('details')?.setAttribute('open', '');
    input.addEventListener(
      'input',
      () => {
        note.remove();
        row.classList.remove('breakerflow-troubled');
      },
      { once: true },
    );
  }
}

/**
 * Opens Node-RED's dialog of an account, or of a new one, and calls `prepared` when its fields can be used. There is no
 * other place where secrets are typed.
 */
export function openAccountDialog(id: string | undefined, prepared: () => void = () => {}): void {
  RED.editor.editConfig('', 'breaker-account', id ?? '_ADD_');
  let waitedMs = 0;
  const waiting = setInterval(() => {
    waitedMs += waitMs;
    const isReady = document.querySelector('#breakerflow-test button') !== null;
    if (!isReady && waitedMs < longestWaitMs) return;
    clearInterval(waiting);
    // The editor sets the cursor itself when the dialog has slid in.
    if (isReady) setTimeout(prepared, 400);
  }, waitMs);
}
