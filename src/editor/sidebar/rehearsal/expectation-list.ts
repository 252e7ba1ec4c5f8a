import type { RehearsalExpectation, RehearsalState } from '../../../admin-api';
import { element, smallButton } from '../..';
import { sidebarText } from '../sidebar-text';
import { createExpectationRow, type ExpectationRow } from './expectation-row';

export interface ExpectationList {
  readonly element: HTMLElement;
  fill(state: RehearsalState): void;
  /** Undefined where one of them is wrong, which is said at its field. */
  value(): RehearsalExpectation[] | undefined;
}

/** What a person expects of the day; as many as are added. */
export function createExpectationList(): ExpectationList {
  const list = element('ul', { class: 'breakerflow-rehearsal-list' });
  const add = smallButton(sidebarText('rehearsal.expect.add'), addRow, 'fa-plus');
  const host = element('details', {}, [element('summary', {}, [sidebarText('rehearsal.expect.title')]), list, add]);
  let rows: ExpectationRow[] = [];
  let newest: RehearsalState | undefined;

  function addRow(): void {
    const row = createExpectationRow(remove);
    if (newest !== undefined) row.fill(newest);
    rows.push(row);
    list.append(row.element);
    row.element.querySelector('select')?.focus();
  }

  function remove(row: ExpectationRow): void {
    rows = rows.filter((other) => other !== row);
    row.element.remove();
    add.focus();
  }

  return {
    element: host,
    fill(state) {
      newest = state;
      for (const row of rows) row.fill(state);
    },
    value() {
      const values = rows.map((row) => row.value());
      if (!values.includes(undefined)) return values.filter((value) => value !== undefined);
      (host as HTMLDetailsElement).open = true;
      return undefined;
    },
  };
}
