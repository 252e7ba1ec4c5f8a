const type = 'breaker-directory';

/** Whether this version of the package has a circuit directory, in which people name circuits. */
export function hasDirectory(): boolean {
  return RED.nodes.getType(type) !== undefined;
}

/** Opens the circuit directory of an account, or a new one. */
export function openDirectory(accountId: string): void {
  const found: string[] = [];
  RED.nodes.eachConfig((node) => {
    if (node.type === type && node.account === accountId) found.push(node.id);
    return true;
  });
  RED.editor.editConfig('', type, found[0] ?? '_ADD_');
}
