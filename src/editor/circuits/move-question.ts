import type { Circuit, MovedName } from '../../directory';
import { element } from '..';
import { circuitText } from './circuit-texts';
import { nodesUsing } from './node-uses';

/** The most nodes that a question names. */
const usesMax = 10;

/** One moved name, with the nodes that use it, and the box by which a person says that it is meant. */
export function moveQuestion(
  move: MovedName,
  accountId: string,
): { readonly row: HTMLElement; readonly box: HTMLInputElement } {
  const box = element('input', { type: 'checkbox' });
  const idOf = ({ serialNumber, deviceId }: Circuit) => serialNumber || deviceId;
  const words = circuitText('move', { name: move.text, from: idOf(move.from), to: idOf(move.to) });
  const uses = usesOf(move, accountId);
  const label = element('label', { class: 'breakerflow-move' }, [
    box,
    words,
    element('div', { class: 'breakerflow-move-uses' }, [
      uses.length === 0
        ? circuitText('moveUnused')
        : circuitText('moveUses', { nodes: namesOf(uses.map(({ name, type }) => name || type)) }),
    ]),
  ]);
  return { row: label, box };
}

/** The names of nodes, each once; how many there are besides. */
function namesOf(all: readonly string[]): string {
  const names = [...new Set(all)];
  const left = names.length - usesMax;
  return `${names.slice(0, usesMax).join(', ')}${left > 0 ? ` … (+${left})` : ''}`;
}

/** The nodes that call the device by the moved name, and those of the device that the name leaves. */
function usesOf({ by, text, from }: MovedName, accountId: string) {
  const { deviceId: id, serialNumber } = from;
  return nodesUsing({ id, serialNumber, name: by === 'name' ? text : '', locationIds: [] }, accountId);
}
