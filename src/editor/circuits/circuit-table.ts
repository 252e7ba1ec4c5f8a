import { type Circuit, circuitsToCsv, type FoundLeg, idKey, type MovedName } from '../../directory';
import { element, smallButton } from '..';
import { createCircuitRows } from './circuit-rows';
import { circuitText } from './circuit-texts';
import { csvImport } from './csv-import';
import { createLegFinder } from './leg-finder';
import { moveQuestion } from './move-question';
import { createPendingMoves } from './pending-moves';
import { deviceText, type TableDevice } from './table-device';
import { addTableStyle } from './table-style';

interface TableOptions {
  readonly host: HTMLElement;
  readonly circuits: readonly Circuit[];
  readonly accountId: () => string;
  readonly onChange?: () => void;
  /** Where given, the row of a device that is gone has a button that asks for it. */
  readonly onReplace?: (circuit: Circuit) => void;
}

/** The table of a circuit directory. */
export interface CircuitTable {
  /** The rows to be stored: names that have moved without a person's word keep their devices. */
  circuits(): Circuit[];
  /** Shows other rows; a name has moved when it stands elsewhere than in `before`. */
  showCircuits(circuits: readonly Circuit[], before: readonly Circuit[]): void;
  /** Names move from here on; what waits for a person's word stays. */
  setBefore(before: readonly Circuit[], stored: readonly Circuit[]): void;
  /** The devices of the account, when they are known; `areAll`: a device that is not among them is gone. */
  showDevices(devices: readonly TableDevice[], areAll?: boolean): void;
}

const columns = ['space', 'name', 'deviceId', 'leg', 'ratedA', 'critical', 'feedsIn', 'room'] as const;

export function createCircuitTable(options: TableOptions): CircuitTable {
  addTableStyle();
  const { host, circuits, accountId, onChange = () => {}, onReplace } = options;
  let moves = createPendingMoves(circuits);
  let rows = [...circuits];
  let devices: readonly TableDevice[] = [];
  let areAllKnown = false;
  const list = createCircuitRows({
    freeDevices: unlisted,
    onChange: (index, changed) => take(rows.map((row, other) => (other === index ? changed : row))),
    onRemove: (index) => take(rows.filter((_, other) => other !== index)),
    ...(onReplace === undefined ? {} : { onReplace }),
  });
  const table = element('div', { class: 'breakerflow-circuits' }, [
    element('table', { role: 'table', 'aria-label': circuitText('label.circuits') }, [
      element('thead', { role: 'rowgroup' }, [
        element('tr', { role: 'row' }, [
          ...columns.map((column) =>
            element('th', { scope: 'col', role: 'columnheader' }, [circuitText(`column.${column}`)]),
          ),
          element('th', { scope: 'col', role: 'columnheader' }),
        ]),
      ]),
      list.body,
    ]),
    list.end,
  ]);
  const wrongNote = element('div', { role: 'status' });
  const notes = element('div', { class: 'breakerflow-moves', role: 'status' });
  const importing = element('div');
  const file = element('input', { type: 'file', accept: '.csv,text/csv', hidden: true });
  const add = element('select', { class: 'breakerflow-circuit-add', 'aria-label': circuitText('table.add') });
  const addAll = smallButton(circuitText('table.addAll'), () => take([...rows, ...unlisted().map(rowOf)]));
  const legFinder = createLegFinder({
    accountId,
    rows: () => rows,
    nameOf(deviceId) {
      const is = ({ deviceId: id }: Circuit) => idKey(id) === idKey(deviceId);
      return rows.find(is)?.name || deviceText(devices.find(({ id }) => id === deviceId) ?? { id: deviceId });
    },
    onTake: takeLegs,
  });
  host.replaceChildren(
    wrongNote,
    table,
    notes,
    element('div', { class: 'breakerflow-buttons' }, [
      add,
      addAll,
      legFinder.button,
      smallButton(circuitText('csv.import'), () => file.click()),
      smallButton(circuitText('csv.export'), save),
      file,
    ]),
    legFinder.result,
    importing,
  );

  const rowOf = ({ id, serialNumber = '' }: TableDevice): Circuit => ({ deviceId: id, serialNumber, name: '' });
  function unlisted(): TableDevice[] {
    const listed = new Set(rows.map(({ deviceId }) => idKey(deviceId)));
    return devices.filter(({ id }) => !listed.has(idKey(id)));
  }

  function takeLegs(found: readonly FoundLeg[]): void {
    const legs = new Map(found.map(({ deviceId, leg }) => [idKey(deviceId), leg]));
    const withLeg = (row: Circuit): Circuit => {
      const leg = legs.get(idKey(row.deviceId));
      return leg === undefined ? row : { ...row, leg };
    };
    const added = unlisted().filter(({ id }) => legs.has(idKey(id)));
    take([...rows, ...added.map(rowOf)].map(withLeg));
  }

  function take(next: readonly Circuit[]): void {
    rows = [...next];
    show();
    onChange();
  }

  function show(): void {
    list.show(rows, devices, areAllKnown);
    const wrong = list.wrong();
    const [first] = wrong;
    wrongNote.replaceChildren(
      ...(first === undefined
        ? []
        : [
            element('div', { class: 'breakerflow-error' }, [
              `${circuitText('table.wrong', { count: wrong.length })} `,
              smallButton(circuitText('table.toWrong', { number: first + 1 }), () => list.goTo(first)),
            ]),
          ]),
    );
    const free = unlisted();
    const questions = moves.open(rows).map((move) => {
      const { row, box } = moveQuestion(move, accountId());
      box.addEventListener('change', () => confirm([move]));
      return row;
    });
    notes.replaceChildren(
      ...(rows.length === 0 ? [element('div', { class: 'breakerflow-note' }, [circuitText('table.none')])] : []),
      ...(questions.length === 0 ? [] : [element('div', { class: 'breakerflow-warning' }, [circuitText('moved')])]),
      ...questions,
    );
    add.replaceChildren(
      element('option', { value: '' }, [circuitText('table.add')]),
      ...free.map((device) => element('option', { value: device.id }, [deviceText(device)])),
    );
    add.hidden = free.length === 0;
    addAll.hidden = free.length < 2;
  }

  function confirm(confirmed: readonly MovedName[]): void {
    for (const move of confirmed) moves.confirm(move);
    show();
    onChange();
  }

  function save(): void {
    const url = URL.createObjectURL(new Blob(['\uFEFF', circuitsToCsv(rows)], { type: 'text/csv' }));
    const link = element('a', { href: url, download: 'circuits.csv' });
    link.click();
    URL.revokeObjectURL(url);
  }

  add.addEventListener('change', () => {
    const chosen = devices.find(({ id }) => id === add.value);
    if (chosen !== undefined) take([...rows, rowOf(chosen)]);
  });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    const text = await chosen.text();
    file.value = '';
    const end = () => importing.replaceChildren();
    importing.replaceChildren(
      csvImport({
        text,
        accountId: accountId(),
        before: rows,
        devices,
        onTake(taken, moved) {
          rows = [...taken];
          // A name that has moved twice since the table was shown was confirmed each time.
          const texts = new Set(moved.map(({ text }) => text));
          confirm([...moved, ...moves.open(taken).filter((one) => texts.has(one.text))]);
          end();
        },
        onCancel: end,
      }),
    );
  });
  show();
  return {
    circuits: () => moves.settled(rows),
    showCircuits(stored, before) {
      legFinder.end();
      moves = createPendingMoves(before, stored);
      rows = [...stored];
      importing.replaceChildren();
      show();
    },
    setBefore(before, stored) {
      moves = createPendingMoves(before, stored);
      show();
    },
    showDevices(given, areAll = false) {
      devices = given;
      areAllKnown = areAll;
      show();
    },
  };
}
