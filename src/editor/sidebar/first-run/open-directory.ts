import { directoryOf } from '../../circuits';

const type = 'breaker-directory';

/** Whether this version of the package has a circuit directory, in which people name circuits. */
export function hasDirectory(): boolean {
  return RED.nodes.getType(type) !== undefined;
}

/** Opens the circuit directory of an account, or a new one. */
export function openDirectory(accountId: string): void {
  RED.editor.editConfig('', type, directoryOf(accountId)?.id ?? '_ADD_');
}
