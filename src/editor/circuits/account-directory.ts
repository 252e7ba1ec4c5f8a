const type = 'breaker-directory';

/** The circuit directory of an account as it stands in the editor, deployed or not. */
export function directoryOf(accountId: string): EditorNode | undefined {
  let found: EditorNode | undefined;
  RED.nodes.eachConfig((node) => {
    if (found === undefined && node.type === type && node.account === accountId) found = node;
    return true;
  });
  return found;
}
