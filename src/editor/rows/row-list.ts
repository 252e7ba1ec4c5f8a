import { element, iconButton, smallButton } from '..';
import { fillSlots, problemSlot } from './problem-slots';

/** What each dialog with such tables has among its texts. */
export type RemoveText = (key: 'table.remove', params: { readonly name: string }) => string;

/** One row as it is drawn. */
export interface DrawnRow<Row> {
  readonly row: Row;
  readonly index: number;
  /** The row as it is when it is asked. */
  readonly now: () => Row;
  /** Changes the row without drawing it anew, so that its input keeps the focus. */
  readonly change: (changed: Partial<Row>) => void;
  readonly remove: HTMLElement;
}

/** A button that adds a row. */
interface Adding<Row> {
  readonly words: string;
  /** Undefined: there is nothing more to add. */
  readonly made: (rows: readonly Row[]) => Row | undefined;
}

interface RowListOptions<Row> {
  readonly host: HTMLElement;
  readonly text: RemoveText;
  readonly rows: readonly Row[];
  readonly adding: readonly Adding<Row>[];
  /** What a row is called. */
  readonly nameOf: (row: Row, index: number) => string;
  readonly controlsOf: (drawn: DrawnRow<Row>) => readonly HTMLElement[];
  readonly onChange: () => void;
}

export interface RowList<Row> {
  rows(): readonly Row[];
  replace(change: (row: Row) => Row): void;
  /** What its choices are made of has changed. */
  redraw(): void;
  /** The problems of each row, in words. */
  showProblems(byRow: ReadonlyMap<number, readonly string[]>): void;
}

/** A table of a dialog: rows that are added and removed, each with its controls and its problems. */
export function createRowList<Row>(options: RowListOptions<Row>): RowList<Row> {
  const { host, text, adding, nameOf, controlsOf, onChange } = options;
  let rows = [...options.rows];
  const list = element('div');
  const take = (next: readonly Row[]) => {
    rows = [...next];
    show();
    onChange();
  };
  host.replaceChildren(
    list,
    ...adding.map(({ words, made }) =>
      smallButton(words, () => {
        const row = made(rows);
        if (row !== undefined) take([...rows, row]);
      }),
    ),
  );

  function drawn(row: Row, index: number): HTMLElement {
    const controls = controlsOf({
      ...{ row, index },
      now: () => rows[index] ?? row,
      change(changed) {
        rows = rows.map((one, other) => (other === index ? { ...one, ...changed } : one));
        onChange();
      },
      remove: iconButton('fa-trash', text('table.remove', { name: nameOf(row, index) }), () =>
        take(rows.filter((_, other) => other !== index)),
      ),
    });
    return element('div', {}, [element('div', { class: 'breakerflow-row-line' }, controls), problemSlot()]);
  }

  function show(): void {
    list.replaceChildren(...rows.map(drawn));
  }
  show();
  return {
    rows: () => rows,
    replace(change) {
      rows = rows.map(change);
      show();
    },
    redraw: show,
    showProblems: (byRow) => fillSlots(list, byRow),
  };
}
