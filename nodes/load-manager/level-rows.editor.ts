import { element } from '../../src/editor';
import { choiceField, createRowList, numberField, type RowList, tickField } from '../../src/editor/rows';
import type { OwnText } from './load-row.editor';
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

export interface LevelRows extends RowList<LevelRow> {
  /** The loads are others, or have other names. */
  showLoads(): void;
}

/** What each level asks for: a limit with a floor, or loads to open. */
export function createLevelRows({ host, text, rows, isCurrent, loads, onChange }: LevelOptions): LevelRows {
  const list = createRowList<LevelRow>({
    ...{ host, text, rows, onChange },
    add: text('table.addLevel'),
    made(others) {
      const level = (['high', 'dim', 'moderate', 'emergency'] as const).find(
        (name) => !others.some((row) => row.level === name),
      );
      if (level === undefined) return undefined;
      return level === 'dim' && !isCurrent()
        ? { level, limit: dimFloorKw, floor: dimFloorKw, open: [] }
        : { level, open: [] };
    },
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
