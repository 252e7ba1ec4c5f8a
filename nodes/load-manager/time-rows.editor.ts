import { days } from '../../src/charging';
import { createRowList, dayTimesControls, numberField, type RowList } from '../../src/editor/rows';
import type { OwnText } from './load-row.editor';
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
    adding: [{ words: text('table.addTime'), made: () => ({ days: [...days], from: '1600', to: '2100', limit: '' }) }],
    nameOf: (_, index) => String(index + 1),
    controlsOf: (drawn) => [
      ...dayTimesControls(drawn, text),
      numberField({
        label: text('column.limit'),
        value: drawn.row.limit,
        onChange: (limit) => drawn.change({ limit }),
      }),
      drawn.remove,
    ],
  });
}
