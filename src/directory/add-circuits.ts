import { type Circuit, circuitFields } from './circuit';
import { idKey, nameKey } from './name-key';

/**
 * The rows of a directory, completed by what other rows know of the same devices, and with those of devices that it does not have.
 * What is there stays as it is, and no name is taken from the device that has it.
 */
export function addCircuits(known: readonly Circuit[], more: readonly Circuit[]): Circuit[] {
  const names = new Set(known.map(({ name }) => nameKey(name)));
  const offered = new Map(
    more.map((circuit) => [
      idKey(circuit.deviceId),
      names.has(nameKey(circuit.name)) ? { ...circuit, name: '' } : circuit,
    ]),
  );
  const completed = known.map((circuit) => {
    const other = offered.get(idKey(circuit.deviceId));
    offered.delete(idKey(circuit.deviceId));
    return other === undefined ? circuit : completedBy(circuit, other);
  });
  return [...completed, ...offered.values()];
}

function completedBy(circuit: Circuit, other: Circuit): Circuit {
  const missing = circuitFields.filter((field) => (circuit[field] ?? '') === '' && (other[field] ?? '') !== '');
  return { ...circuit, ...Object.fromEntries(missing.map((field) => [field, other[field]])) };
}
