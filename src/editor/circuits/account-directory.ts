import type { Circuit } from '../../directory';
import { addConfigNode, changeNodes } from '..';

const type = 'breaker-directory';

/** The circuit directory of an account as it stands in the editor, deployed or not. */
export function directoryOf(accountId: string): EditorNode | undefined {
  let found: EditorNode | undefined;
  RED.nodes.eachConfig((node) => {
    if (found === undefined && isDirectory(node, accountId)) found = node;
    return true;
  });
  return found;
}

/** The rows of an account's directory as they stand in the editor. */
export function circuitsOf(accountId: string): Circuit[] {
  return rowsOf(directoryOf(accountId));
}

/** The rows by which the flows name circuits until the next deploy. */
export function deployedCircuits(accountId: string): Circuit[] {
  return rowsOf(RED.nodes.originalFlow().find((node) => isDirectory(node, accountId)));
}

/** Stores the rows of an account as one change that undo takes back. Without a directory, bare devices make none. */
export function storeCircuits(accountId: string, circuits: readonly Circuit[]): void {
  const node = directoryOf(accountId);
  if (node !== undefined) changeNodes([{ node, settings: { circuits } }]);
  else if (circuits.some(isMoreThanDevice)) addConfigNode(type, { account: accountId, circuits });
}

function isMoreThanDevice({ deviceId: _, serialNumber: __, ...more }: Circuit): boolean {
  return Object.values(more).some((value) => value !== '');
}

function isDirectory(node: Readonly<Record<string, unknown>>, accountId: string): boolean {
  return node.type === type && node.account === accountId;
}

/** Rows of an imported flow may lack anything. */
function rowsOf(node: Readonly<Record<string, unknown>> | undefined): Circuit[] {
  if (!Array.isArray(node?.circuits)) return [];
  return node.circuits
    .filter((row) => typeof row?.deviceId === 'string')
    .map((row) => ({ ...row, serialNumber: String(row.serialNumber ?? ''), name: String(row.name ?? '') }));
}
