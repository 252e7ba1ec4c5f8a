import { loadDefaults, presetOf } from '../../src/automation';
import { mayBe } from '../../src/directory';
import { element, iconButton, type TextsOf } from '../../src/editor';
import { choiceField, numberField, problemSlot, tickField, timeField } from '../../src/editor/rows';
import type english from './locales/en-US/load-manager.json';
import { comesBackNames, type LoadNumber, type LoadRow, legNames } from './rows.fields';

export type OwnText = TextsOf<typeof english>;

/** What the dialog knows of a device of the account. */
export interface LoadDevice {
  readonly id: string;
  readonly name: string;
  readonly hardwareType?: string;
  readonly loadType?: string;
  /** As the circuit directory says. */
  readonly leg?: string;
  readonly isProtected: boolean;
  readonly isCritical: boolean;
}

interface RowOptions {
  readonly text: OwnText;
  readonly row: LoadRow;
  readonly index: number;
  readonly count: number;
  readonly device: LoadDevice | undefined;
  readonly draws: string;
  readonly defaults: { readonly presets: boolean; readonly opensADay: number };
  readonly isOpen: boolean;
  readonly onChange: (change: Partial<LoadRow>) => void;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** One load of the list: its name, what it draws, where it is, and what it needs to come to no harm. */
export function createLoadRow(options: RowOptions): HTMLLIElement {
  const { text, row, index, count, device, onChange, onMove } = options;
  const name = device?.name ?? row.deviceId;
  const up = iconButton('fa-arrow-up', text('table.up', { name }), () => onMove(index - 1));
  const down = iconButton('fa-arrow-down', text('table.down', { name }), () => onMove(index + 1));
  up.disabled = index === 0;
  down.disabled = index === count - 1;
  // Only the name is what a drag begins at: in a draggable row no text of an input could be selected.
  const title = element('span', { class: 'breakerflow-lm-title', title: row.deviceId, draggable: 'true' }, [
    element('i', { class: 'fa fa-bars breakerflow-lm-handle', 'aria-hidden': 'true' }),
    element('b', {}, [String(index + 1)]),
    element('i', { class: `fa ${row.kind === 'charger' ? 'fa-car' : 'fa-toggle-on'}`, 'aria-hidden': 'true' }),
    element('span', { class: 'breakerflow-lm-name' }, [name]),
    element('span', { class: 'breakerflow-lm-draws' }, [options.draws]),
  ]);
  const buttons = element('span', { class: 'breakerflow-lm-buttons' }, [
    up,
    down,
    iconButton('fa-trash', text('table.remove', { name }), options.onRemove),
  ]);
  const details = element('details', {}, [element('summary', {}, [text('table.more')]), moreOf(options)]);
  details.open = options.isOpen;
  details.addEventListener('toggle', () => options.onToggle(details.open));
  return element('li', { class: 'breakerflow-lm-load', 'data-device': row.deviceId }, [
    element('div', { class: 'breakerflow-row-line' }, [title, ...mainFields(options), buttons]),
    ...(device?.isCritical === true
      ? [
          tickField({
            label: text('column.critical'),
            value: row.critical === true,
            onChange: (critical) => onChange({ critical }),
          }),
        ]
      : []),
    ...(device?.isProtected === true
      ? [element('div', { class: 'breakerflow-warning' }, [text('table.protected')])]
      : []),
    details,
    problemSlot(),
  ]);
}

function mainFields({ text, row, device, onChange }: RowOptions): HTMLElement[] {
  const known = device?.leg === undefined ? undefined : text('legs.directoryKnown', { leg: device.leg });
  return [
    choiceField({
      label: text('column.leg'),
      value: row.leg ?? '',
      options: legNames.map((leg) => ({ value: leg, text: leg === '' ? (known ?? text('legs.directory')) : leg })),
      onChange: (leg) => onChange({ leg: leg as NonNullable<LoadRow['leg']> }),
    }),
    choiceField({
      label: text('column.comesBack'),
      value: row.comesBack ?? 'by-itself',
      options: comesBackNames.map((value) => ({ value, text: text(`back.${value}`) })),
      onChange: (comesBack) => onChange({ comesBack: comesBack as NonNullable<LoadRow['comesBack']> }),
    }),
  ];
}

function moreOf(options: RowOptions): HTMLElement {
  const { text, row, index, device, defaults, onChange } = options;
  const preset = defaults.presets ? presetOf(device?.loadType) : {};
  const inSeconds = (ms: number | undefined) => (ms === undefined ? '' : String(ms / 1_000));
  const placeholders: Readonly<Partial<Record<LoadNumber, string>>> = {
    leastOn: inSeconds(preset.leastOnMs ?? loadDefaults.leastOnMs),
    rest: inSeconds(preset.restMs ?? loadDefaults.restMs),
    longestOff: preset.longestOffMs === undefined ? '' : String(preset.longestOffMs / 3_600_000),
    opensADay: String(defaults.opensADay),
    leastA: String(loadDefaults.leastA),
    mostA: String(loadDefaults.mostA),
  };
  const number = (column: LoadNumber) =>
    numberField({
      label: text(`column.${column}`),
      value: row[column],
      placeholder: placeholders[column] ?? '',
      onChange: (value) => onChange({ [column]: value }),
    });
  const charger =
    row.kind === 'charger'
      ? [
          number('leastA'),
          number('mostA'),
          tickField({
            label: text('column.pauseAllowed'),
            value: row.pauseAllowed !== false,
            onChange: (pauseAllowed) => onChange({ pauseAllowed }),
          }),
        ]
      : [];
  const kind =
    device !== undefined && mayBe('ev-emcb', device.hardwareType)
      ? [
          choiceField({
            label: text('column.kind'),
            value: row.kind,
            options: (['breaker', 'charger'] as const).map((value) => ({ value, text: text(`kind.${value}`) })),
            onChange: (value) => onChange({ kind: value as LoadRow['kind'] }),
          }),
        ]
      : [];
  const rank =
    index === 0
      ? []
      : [
          tickField({
            label: text('column.sameRank'),
            value: row.sameRank === true,
            onChange: (sameRank) => onChange({ sameRank }),
          }),
        ];
  const edge = (column: 'idleFrom' | 'idleTo') =>
    timeField({
      label: text(`column.${column}`),
      value: row[column] ?? '',
      onChange: (value) => onChange({ [column]: value }),
    });
  const ofBreaker =
    row.kind === 'breaker'
      ? [
          ...(['leastOn', 'rest', 'longestOff', 'opensADay', 'idleAfter', 'idleBelow'] as const).map(number),
          edge('idleFrom'),
          edge('idleTo'),
        ]
      : [];
  return element('div', { class: 'breakerflow-lm-more' }, [...kind, ...rank, ...charger, ...ofBreaker]);
}
