import { type Day, days } from '../../src/charging';
import { element } from '../../src/editor';
import type { OwnText } from './load-row.editor';
import { numberField, tickField, timeField } from './row-controls.editor';
import { createRowList, type RowList } from './row-list.editor';
import type { TimeRow } from './rows.fields';

interface TimeOptions {
  readonly host: HTMLElement;
  readonly text: OwnText;
  readonly rows: readonly TimeRow[];
  readonly onChange: () => void;
}

/** The stretches of the week that have a limit of their own. */
export function createTimeRows({ host, text, rows, onChange }: TimeOptions): RowList<TimeRow> {
  return createRowList<TimeRow>({
    ...{ host, text, rows, onChange },
    add: text('table.addTime'),
    made: () => ({ days: [...days], from: '1600', to: '2100', limit: '' }),
    nameOf: (_, index) => String(index + 1),
    controlsOf({ row, now, change, remove }) {
      const dayTicks = days.map((day) =>
        tickField({
          label: text(`day.${day}`),
          value: row.days.includes(day),
          onChange: (isOn) =>
            change({ days: days.filter((one): one is Day => (one === day ? isOn : now().days.includes(one))) }),
        }),
      );
      return [
        element('span', { class: 'breakerflow-lm-days', role: 'group', 'aria-label': text('column.days') }, dayTicks),
        timeField({ label: text('column.from'), value: row.from, onChange: (from) => change({ from }) }),
        timeField({ label: text('column.to'), value: row.to, onChange: (to) => change({ to }) }),
        numberField({ label: text('column.limit'), value: row.limit, onChange: (limit) => change({ limit }) }),
        remove,
      ];
    },
  });
}
