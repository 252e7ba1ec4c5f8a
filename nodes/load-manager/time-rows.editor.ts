import { type Day, days } from '../../src/charging';
import { element, iconButton, smallButton } from '../../src/editor';
import type { OwnText } from './load-row.editor';
import { numberField, tickField, timeField } from './row-controls.editor';
import type { TimeRow } from './rows.fields';

interface RowsOptions<Row> {
  readonly host: HTMLElement;
  readonly text: OwnText;
  readonly rows: readonly Row[];
  readonly onChange: () => void;
}

/** The stretches of the week that have a limit of their own. */
export function createTimeRows({ host, text, rows: stored, onChange }: RowsOptions<TimeRow>): () => readonly TimeRow[] {
  let rows = [...stored];
  const list = element('div');
  const add = smallButton(text('table.addTime'), () => {
    rows = [...rows, { days: [...days], from: '1600', to: '2100', limit: '' }];
    show();
    onChange();
  });
  host.replaceChildren(list, add);

  function rowOf(row: TimeRow, index: number): HTMLElement {
    const change = (changed: Partial<TimeRow>) => {
      rows = rows.map((one, other) => (other === index ? { ...one, ...changed } : one));
      onChange();
    };
    const dayTicks = days.map((day) =>
      tickField({
        label: text(`day.${day}`),
        value: row.days.includes(day),
        onChange: (isOn) => {
          const now = rows[index]?.days ?? [];
          change({ days: days.filter((one): one is Day => (one === day ? isOn : now.includes(one))) });
        },
      }),
    );
    return element('div', { class: 'breakerflow-lm-line' }, [
      element('span', { class: 'breakerflow-lm-days', role: 'group', 'aria-label': text('column.days') }, dayTicks),
      timeField({ label: text('column.from'), value: row.from, onChange: (from) => change({ from }) }),
      timeField({ label: text('column.to'), value: row.to, onChange: (to) => change({ to }) }),
      numberField({ label: text('column.limit'), value: row.limit, onChange: (limit) => change({ limit }) }),
      iconButton('fa-trash', text('table.remove', { name: String(index + 1) }), () => {
        rows = rows.filter((_, other) => other !== index);
        show();
        onChange();
      }),
    ]);
  }

  function show(): void {
    list.replaceChildren(...rows.map(rowOf));
  }
  show();
  return () => rows;
}
