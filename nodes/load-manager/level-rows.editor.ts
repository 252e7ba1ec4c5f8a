import { element, iconButton, smallButton } from '../../src/editor';
import type { OwnText } from './load-row.editor';
import { choiceField, numberField, tickField } from './row-controls.editor';
import { type LevelRow, levelNames } from './rows.fields';

/** The least that a dimmed connection may draw, kW. */
const dimFloorKw = 4.2;

interface LevelOptions {
  readonly host: HTMLElement;
  readonly text: OwnText;
  readonly rows: readonly LevelRow[];
  /** Whether limits are in A. */
  readonly isCurrent: () => boolean;
  readonly loads: () => readonly { readonly deviceId: string; readonly name: string }[];
  readonly onChange: () => void;
}

export interface LevelRows {
  rows(): readonly LevelRow[];
  /** The loads are others, or have other names. */
  showLoads(): void;
}

/** What each level asks for: a limit with a floor, or loads to open. */
export function createLevelRows({ host, text, rows: stored, isCurrent, loads, onChange }: LevelOptions): LevelRows {
  let rows = [...stored];
  const list = element('div');
  const add = smallButton(text('table.addLevel'), () => {
    const level = (['high', 'dim', 'moderate', 'emergency'] as const).find(
      (name) => !rows.some((row) => row.level === name),
    );
    if (level === undefined) return;
    const made: LevelRow =
      level === 'dim' && !isCurrent() ? { level, limit: dimFloorKw, floor: dimFloorKw, open: [] } : { level, open: [] };
    take([...rows, made]);
  });
  host.replaceChildren(list, add);

  function take(next: readonly LevelRow[]): void {
    rows = [...next];
    show();
    onChange();
  }

  function rowOf(row: LevelRow, index: number): HTMLElement {
    const change = (changed: Partial<LevelRow>) => {
      rows = rows.map((one, other) => (other === index ? { ...one, ...changed } : one));
      onChange();
    };
    const opens = loads().map(({ deviceId, name }) =>
      tickField({
        label: name,
        value: row.open?.includes(deviceId) === true,
        onChange(isOn) {
          const others = (rows[index]?.open ?? []).filter((id) => id !== deviceId);
          change({ open: isOn ? [...others, deviceId] : others });
        },
      }),
    );
    return element('div', { class: 'breakerflow-lm-line' }, [
      choiceField({
        label: text('column.level'),
        value: row.level,
        options: levelNames.map((value) => ({ value, text: text(`level.${value}`) })),
        onChange: (level) => change({ level: level as LevelRow['level'] }),
      }),
      numberField({ label: text('column.limit'), value: row.limit, onChange: (limit) => change({ limit }) }),
      numberField({ label: text('column.floor'), value: row.floor, onChange: (floor) => change({ floor }) }),
      iconButton('fa-trash', text('table.remove', { name: text(`level.${row.level}`) }), () =>
        take(rows.filter((_, other) => other !== index)),
      ),
      ...(opens.length === 0
        ? []
        : [
            element('span', { class: 'breakerflow-lm-days', role: 'group', 'aria-label': text('column.open') }, [
              element('span', {}, [text('column.open')]),
              ...opens,
            ]),
          ]),
    ]);
  }

  function show(): void {
    list.replaceChildren(...rows.map(rowOf));
  }
  show();
  return {
    rows: () => rows,
    showLoads() {
      // A load that is not in the list any more is opened by no level.
      const named = new Set(loads().map(({ deviceId }) => deviceId));
      rows = rows.map((row) => ({ ...row, open: (row.open ?? []).filter((id) => named.has(id)) }));
      show();
    },
  };
}
