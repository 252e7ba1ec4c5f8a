import type { SiteLocation } from '../../src/admin-api';
import { idKey } from '../../src/directory';
import { element, locationOptions } from '../../src/editor';
import {
  choiceField,
  createRowList,
  type DrawnRow,
  numberField,
  type RowList,
  selectField,
  textField,
  tickField,
} from '../../src/editor/rows';
import type { LoadDevice, OwnText } from './load-row.editor';
import { type GroupRow, groupTotals, notMeasuredFields } from './rows.fields';

interface GroupOptions {
  readonly host: HTMLElement;
  readonly text: OwnText;
  readonly rows: readonly GroupRow[];
  readonly legs: () => readonly (keyof typeof notMeasuredFields)[];
  readonly locations: () => readonly SiteLocation[];
  readonly devices: () => readonly LoadDevice[];
  readonly loads: () => readonly { readonly deviceId: string; readonly name: string }[];
  readonly onChange: () => void;
}

/** The limits of sub panels, garages and feeders within the whole. */
export function createGroupRows(options: GroupOptions): RowList<GroupRow> {
  const { host, text, rows, onChange } = options;
  const list: RowList<GroupRow> = createRowList<GroupRow>({
    ...{ host, text, rows, onChange },
    adding: [{ words: text('table.addGroup'), made: () => ({ name: '', limit: '', of: 'location', location: '' }) }],
    nameOf: ({ name }, index) => name || String(index + 1),
    controlsOf: (drawn) => [...placeOf(drawn), drawn.remove, ...loadsOf(drawn)],
  });

  function placeOf({ row, change }: DrawnRow<GroupRow>): HTMLElement[] {
    return [
      textField({ label: text('column.name'), value: row.name, onChange: (name) => change({ name }) }),
      numberField({ label: text('column.limit'), value: row.limit, onChange: (limit) => change({ limit }) }),
      choiceField({
        label: text('column.of'),
        value: row.of,
        options: groupTotals.map((value) => ({ value, text: text(`choice.of.${value}`) })),
        onChange(of) {
          change({ of: of as GroupRow['of'] });
          list.redraw();
        },
      }),
      ...(row.of === 'location'
        ? [
            selectField({
              label: text('column.location'),
              value: row.location ?? '',
              options: optionsOf(row.location, text('table.chooseLocation'), locationOptions(options.locations())),
              onChange: (location) => change({ location }),
            }),
            ...options.legs().map((leg) => {
              const column = notMeasuredFields[leg];
              return numberField({
                label: text(`column.${column}`),
                value: row[column],
                onChange: (value) => change({ [column]: value }),
              });
            }),
          ]
        : [
            selectField({
              label: text('column.meter'),
              value: row.meter ?? '',
              options: optionsOf(
                row.meter,
                text('table.chooseDevice'),
                options.devices().map(({ id, name }) => element('option', { value: id }, [name])),
              ),
              onChange: (meter) => change({ meter }),
            }),
          ]),
    ];
  }

  /** What is behind a location follows from where its devices are; behind a breaker only a person knows. */
  function loadsOf({ row, now, change }: DrawnRow<GroupRow>): HTMLElement[] {
    if (row.of !== 'meter') return [];
    const isBehind = (deviceId: string) => (row.loads ?? []).some((id) => idKey(id) === idKey(deviceId));
    const ticks = options.loads().map(({ deviceId, name }) =>
      tickField({
        label: name,
        value: isBehind(deviceId),
        onChange(isOn) {
          const others = (now().loads ?? []).filter((id) => idKey(id) !== idKey(deviceId));
          change({ loads: isOn ? [...others, deviceId] : others });
        },
      }),
    );
    const label = text('column.behind');
    return [
      element('span', { class: 'breakerflow-row-days', role: 'group', 'aria-label': label }, [
        element('span', {}, [label]),
        ...ticks,
      ]),
    ];
  }
  return list;
}

/** What is chosen stays in the list, also where it is not known any more. */
function optionsOf(value = '', choose: string, known: readonly HTMLOptionElement[]): HTMLOptionElement[] {
  if (value !== '' && known.some((option) => option.value === value)) return [...known];
  return [element('option', { value }, [value === '' ? choose : value]), ...known];
}
