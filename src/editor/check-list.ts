import type { AccountField, AccountTexts, CheckLine } from '../admin-api';
import { element } from './element';
import { text, textsOf } from './texts';

const icons = { ok: 'fa-check', warning: 'fa-exclamation-triangle', failed: 'fa-times', skipped: 'fa-minus' } as const;

const accountText = textsOf<AccountTexts>('breaker-account');

/** The label of a field of the account, as its dialog shows it. */
export function accountLabel(field: AccountField): string {
  return accountText(`label.${field}`);
}

/** What is wrong at a field: the sentence, and what to do. */
export interface FieldTrouble {
  readonly field: AccountField;
  readonly sentence: string;
}

/** The problems of a connection test, each at the field where it is mended. */
export function fieldTroubles(lines: readonly CheckLine[]): FieldTrouble[] {
  return lines.flatMap(({ result, detail, remedy, fields: [field] = [] }) =>
    field === undefined || result === 'ok' || result === 'skipped'
      ? []
      : [{ field, sentence: [`${accountLabel(field)}: ${sentenceOf(detail)}`, remedy].filter(Boolean).join(' ') }],
  );
}

function sentenceOf(detail: string): string {
  return /[.!?。]$/.test(detail) ? detail : `${detail}.`;
}

/** The lines of a connection test; a problem has a button with the label of its field, which calls `onField`. */
export function checkList(lines: readonly CheckLine[], onField: (field: AccountField) => void): HTMLElement {
  return element(
    'ul',
    { class: 'breakerflow-checklist' },
    lines.map(({ check, result, detail, remedy, fields: [field] = [] }) =>
      element('li', { 'data-check': check, 'data-result': result }, [
        element('i', { class: `fa ${icons[result]}`, title: text(`check.result.${result}`) }),
        element('span', {}, [text(`check.name.${check}`)]),
        element('span', {}, [detail]),
        ...(remedy === undefined ? [] : [element('span', { class: 'breakerflow-remedy' }, [remedy])]),
        ...(field === undefined ? [] : [fieldButton(field, onField)]),
      ]),
    ),
  );
}

function fieldButton(field: AccountField, onField: (field: AccountField) => void): HTMLElement {
  const label = accountLabel(field);
  const button = element('button', { type: 'button', class: 'breakerflow-to-field', 'data-field': field }, [
    text('check.toField', { field: label }),
  ]);
  button.addEventListener('click', () => onField(field));
  return element('span', { class: 'breakerflow-at-field' }, [button]);
}
