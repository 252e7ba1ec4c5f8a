import { addConfigNode, changeNodes } from '../..';

const type = 'breaker-account';

/** The accounts of the workspace, deployed or not. */
export function accountsNow(): EditorNode[] {
  const found: EditorNode[] = [];
  RED.nodes.eachConfig((node) => {
    if (node.type === type) found.push(node);
    return true;
  });
  return found;
}

/** Adds an account with its defaults: the built-in simulator. */
export function addSimulatorAccount(): void {
  addConfigNode(type);
}

/** Changes settings of an account as its dialog does. */
export function changeAccount(id: string, settings: Readonly<Record<string, unknown>>): void {
  const node = RED.nodes.node(id);
  if (node !== null && node !== undefined) changeNodes([{ node, settings }]);
}
