import { type Circuit, circuitProblems, circuitsToCsv, idKey } from '../../directory';
import { addStyleSheet, element } from '..';
import { circuitRow, deviceText, type TableDevice } from './circuit-row';
import { circuitText, problemText } from './circuit-texts';
import { button, csvImport, moveQuestion } from './csv-import';
import { createPendingMoves } from './pending-moves';

interface TableOptions {
  readonly host: HTMLElement;
  readonly circuits: readonly Circuit[];
  readonly onChange?: () => void;
}

/** The table of a circuit directory. */
export interface CircuitTable {
  /** The rows to be stored: names that have moved without a person's word keep their devices. */
  circuits(): Circuit[];
  /** The devices of the account, when they are known. */
  showDevices(devices: readonly TableDevice[]): void;
}

const columns = ['space', 'name', 'deviceId', 'leg', 'ratedA', 'critical', 'feedsIn', 'room'] as const;

const css = `
.breakerflow-circuits { overflow-x: auto; }
.breakerflow-circuits table { border-collapse: collapse; }
.breakerflow-circuits th, .breakerflow-circuits td { padding: 1px 4px 1px 0; text-align: left; font-weight: normal; vertical-align: top; }
.breakerflow-circuits input[type=text], .breakerflow-circuits select { width: 100%; margin: 0; min-width: 60px; }
.breakerflow-circuits td[data-field=name] { min-width: 150px; }
.breakerflow-circuits td[data-field=deviceId] { min-width: 130px; max-width: 200px; }
.breakerflow-circuits td[data-field=space] input { width: 60px; }
.breakerflow-circuits td[data-field=ratedA] input { width: 70px; margin: 0; }
.breakerflow-circuits td[data-field=room] input { width: 100px; }
.breakerflow-circuits .breakerflow-error { padding: 0 0 2px; font-size: 0.9em; max-width: 200px; }
.form-row .breakerflow-rows label.breakerflow-move, label.breakerflow-move { display: block; width: auto; margin: 2px 0; }
.breakerflow-rows input[type=file][hidden], .breakerflow-rows [hidden] { display: none; }
label.breakerflow-move input { width: auto; margin: 0 6px 2px 0; }
.breakerflow-import { margin: 6px 0; padding: 6px 10px; border: 1px solid var(--red-ui-form-input-border-color, #ccc); border-radius: 4px; }
`;

export function createCircuitTable({ host, circuits: before, onChange = () => {} }: TableOptions): CircuitTable {
  addStyleSheet(css);
  let rows = [...before];
  let devices: readonly TableDevice[] = [];
  const moves = createPendingMoves(before);
  const body = element('tbody');
  const table = element('div', { class: 'breakerflow-circuits' }, [
    element('table', {}, [
      element('thead', {}, [
        element('tr', {}, [
          ...columns.map((column) => element('th', { scope: 'col' }, [circuitText(`column.${column}`)])),
          element('th', { scope: 'col' }),
        ]),
      ]),
      body,
    ]),
  ]);
  const notes = element('div', { role: 'status' });
  const importing = element('div');
  const file = element('input', { type: 'file', accept: '.csv,text/csv', hidden: true });
  const add = element('select', { 'aria-label': circuitText('table.add') });
  const addAll = button(circuitText('table.addAll'), () => take([...rows, ...unlisted().map(rowOf)]));
  host.replaceChildren(
    table,
    notes,
    element('div', { class: 'breakerflow-buttons' }, [
      add,
      addAll,
      button(circuitText('csv.import'), () => file.click()),
      button(circuitText('csv.export'), save),
      file,
    ]),
    importing,
  );

  const rowOf = ({ id, serialNumber = '' }: TableDevice): Circuit => ({ deviceId: id, serialNumber, name: '' });
  function unlisted(): TableDevice[] {
    const listed = new Set(rows.map(({ deviceId }) => idKey(deviceId)));
    return devices.filter(({ id }) => !listed.has(idKey(id)));
  }

  function take(next: readonly Circuit[]): void {
    rows = [...next];
    show();
    onChange();
  }

  function show(): void {
    const problems = circuitProblems(rows, devices);
    const free = unlisted();
    const known = new Map(devices.map((device) => [idKey(device.id), device]));
    body.replaceChildren(
      ...rows.map((circuit, index) => {
        const { deviceId: id, serialNumber } = circuit;
        return circuitRow({
          circuit,
          number: index + 1,
          devices: [known.get(idKey(id)) ?? { id, serialNumber }, ...free].map((device) =>
            idKey(device.id) === idKey(id) ? { ...device, id } : device,
          ),
          problemsOf: (field) =>
            problems
              .filter(
                (found) => found.row === index && (found.field === field || (found.field === '' && field === 'name')),
              )
              .map(({ rule, params }) => problemText(`problem.${rule}`, params)),
          onChange: (changed) => take(rows.map((row, other) => (other === index ? changed : row))),
          onRemove: () => take(rows.filter((_, other) => other !== index)),
        });
      }),
    );
    const questions = moves.open(rows).map((move) => {
      const { row, box } = moveQuestion(move);
      box.addEventListener('change', () => {
        moves.confirm(move);
        show();
        onChange();
      });
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
        before: rows,
        devices,
        onTake(circuits, moved) {
          // A name that has moved twice since the dialog opened was confirmed each time.
          take(circuits);
          for (const move of [
            ...moved,
            ...moves.open(circuits).filter((one) => moved.some(({ text }) => text === one.text)),
          ])
            moves.confirm(move);
          show();
          end();
        },
        onCancel: end,
      }),
    );
  });
  show();
  return {
    circuits: () => moves.settled(rows),
    showDevices(given) {
      devices = given;
      show();
    },
  };
}
