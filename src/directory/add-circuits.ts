import type { Circuit } from './circuit';
import { idKey, nameKey } from './name-key';

/**
 * The rows of a directory with those of devices that it does not know yet. What is known stays as it is; a name that is taken is
 * left out of a row that is added.
 */
export function addCircuits(known: readonly Circuit[], more: readonly Circuit[]): Circuit[] {
  const ids = new Set(known.map(({ deviceId }) => idKey(deviceId)));
  const names = new Set(known.map(({ name }) => nameKey(name)));
  const added = more
    .filter(({ deviceId }) => !ids.has(idKey(deviceId)))
    .map((circuit) => (names.has(nameKey(circuit.name)) ? { ...circuit, name: '' } : circuit));
  return [...known, ...added];
}
