import { element } from '../../src/editor';
import { choiceField, createRowList, numberField, type RowList, tickField } from '../../src/editor/rows';
import type { OwnText } from './load-row.editor';
import { type LevelRow, levelNames } from './rows.fields';

interface LevelOptions {
  readonly host: HTMLElement;
  readonly text: OwnText;
  readonly rows: readonly LevelRow[];
  /** What a dimmed connection may draw at least, in the unit of the dialog. */
  readonly dimFloor: () => number;
  /** The breakers among the loads: a level opens no charger. */
  readonly loads: () => readonly { readonly deviceId: string; readonly name: string }[];
  readonly onChange: () => void;
}

export interface LevelRows extends RowList<LevelRow> {
  /** The loads are others, or have other names. */
  showLoads(): void;
}

const usual = ['high', 'moderate', 'emergency'] as const;

/** A row of the first of these levels that has none yet. */
function made(
  others: readonly LevelRow[],
  names: readonly LevelRow['level'][],
  asks: Omit<LevelRow, 'level'>,
): LevelRow | undefined {
  const level = names.find((name) => !others.some((row) => row.level === name));
  return level === undefined ? undefined : { level, ...asks };
}

/** What each level asks for: a limit with a floor, or loads to open. */
export function createLevelRows({ host, text, rows, dimFloor, loads, onChange }: LevelOptions): LevelRows {
  const list = createRowList<LevelRow>({
    ...{ host, text, rows, onChange },
    adding: [
      { words: text('table.addLevel'), made: (others) => made(others, usual, { open: [] }) },
      {
        words: text('table.addOpening'),
        made: (others) => made(others, usual, { open: loads().map(({ deviceId }) => deviceId) }),
      },
      {
        words: text('table.addDim'),
        made: (others) => made(others, ['dim'], { limit: dimFloor(), floor: dimFloor(), open: [] }),
      },
    ],
    nameOf: ({ level }) => text(`level.${level}`),
    controlsOf({ row, now, change, remove }) {
      const opens = loads().map(({ deviceId, name }) =>
        tickField({
          label: name,
          value: row.open?.includes(deviceId) === true,
          onChange(isOn) {
            const others = (now().open ?? []).filter((id) => id !== deviceId);
            change({ open: isOn ? [...others, deviceId] : others });
          },
        }),
      );
      return [
        choiceField({
          label: text('column.level'),
          value: row.level,
          options: levelNames.map((value) => ({ value, text: text(`level.${value}`) })),
          onChange: (level) => change({ level: level as LevelRow['level'] }),
        }),
        numberField({ label: text('column.limit'), value: row.limit, onChange: (limit) => change({ limit }) }),
        numberField({ label: text('column.floor'), value: row.floor, onChange: (floor) => change({ floor }) }),
        remove,
        ...(opens.length === 0
          ? []
          : [
              element('span', { class: 'breakerflow-row-days', role: 'group', 'aria-label': text('column.open') }, [
                element('span', {}, [text('column.open')]),
                ...opens,
              ]),
            ]),
      ];
    },
  });
  return {
    ...list,
    showLoads() {
      // A load that is not in the list any more is opened by no level.
      const named = new Set(loads().map(({ deviceId }) => deviceId));
      list.replace((row) => ({ ...row, open: (row.open ?? []).filter((id) => named.has(id)) }));
    },
  };
}
