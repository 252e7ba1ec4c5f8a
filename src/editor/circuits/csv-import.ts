import { type Circuit, type CsvProblem, circuitDifferences, circuitsFromCsv, type MovedName } from '../../directory';
import { element, smallButton } from '..';
import { circuitText, problemText } from './circuit-texts';
import { moveQuestion } from './move-question';
import type { TableDevice } from './table-device';

interface ImportOptions {
  readonly text: string;
  readonly accountId: string;
  readonly before: readonly Circuit[];
  readonly devices: readonly TableDevice[];
  readonly onTake: (circuits: readonly Circuit[], moved: readonly MovedName[]) => void;
  readonly onCancel: () => void;
}

/** What taking a CSV file would change; nothing is taken before each moved name is confirmed by itself. */
export function csvImport({ text, accountId, before, devices, onTake, onCancel }: ImportOptions): HTMLElement {
  const read = circuitsFromCsv(text, devices);
  const cancel = smallButton(circuitText('csv.cancel'), onCancel);
  if ('problems' in read)
    return element('div', { class: 'breakerflow-import', role: 'alert' }, [
      element('div', { class: 'breakerflow-title' }, [circuitText('csv.refused')]),
      ...read.problems
        .slice(0, 20)
        .map((problem) => element('div', { class: 'breakerflow-error' }, [lineText(problem)])),
      element('div', { class: 'breakerflow-buttons' }, [cancel]),
    ]);
  const { circuits } = read;
  const { added, removed, changed, moved } = circuitDifferences(before, circuits);
  const boxes = moved.map((move) => moveQuestion(move, accountId));
  const take = smallButton(circuitText('csv.take'), () => onTake(circuits, moved));
  const update = () => {
    take.disabled = boxes.some(({ box }) => !box.checked);
  };
  for (const { box } of boxes) box.addEventListener('change', update);
  update();
  const nameOf = ({ name, serialNumber, deviceId }: Circuit) => name || serialNumber || deviceId;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? []
      : [
          element('div', { class: 'breakerflow-title' }, [title]),
          element(
            'ul',
            {},
            lines.map((line) => element('li', {}, [line])),
          ),
        ];
  return element('div', { class: 'breakerflow-import', role: 'status' }, [
    ...(added.length + removed.length + changed.length + moved.length === 0
      ? [element('div', { class: 'breakerflow-note' }, [circuitText('csv.same')])]
      : []),
    ...(boxes.length === 0 ? [] : [element('div', { class: 'breakerflow-title' }, [circuitText('csv.moved')])]),
    ...boxes.map(({ row }) => row),
    ...list(circuitText('csv.added', { count: added.length }), added.map(nameOf)),
    ...list(circuitText('csv.removed', { count: removed.length }), removed.map(nameOf)),
    ...list(
      circuitText('csv.changed', { count: changed.length }),
      changed.map(
        ({ before: was, after, fields }) =>
          `${nameOf(was)}: ${fields
            .map((field) => `${circuitText(`column.${field}`)} ${was[field] ?? ''} → ${after[field] ?? ''}`)
            .join(', ')}`,
      ),
    ),
    element('div', { class: 'breakerflow-buttons' }, [take, cancel]),
  ]);
}

function lineText({ line, column, rule, params }: CsvProblem): string {
  return circuitText('csv.line', { line, column, problem: problemText(`problem.${rule}`, params) });
}
