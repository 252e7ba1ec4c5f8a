import { addCircuits, type Circuit } from '../../directory';
import { changeNodes } from '..';
import { circuitsOf, directoryOf } from './account-directory';

/**
 * Whether an imported directory becomes that of the account, which takes names from one only. Otherwise it is gone: its rows are
 * in the directory that the account has. `circuits`: undefined where they are of another site.
 */
export function isDirectoryKept(
  imported: EditorNode,
  accountId: string,
  circuits: readonly Circuit[] | undefined,
): boolean {
  const known = directoryOf(accountId);
  if (known === undefined && circuits !== undefined) return true;
  forgetNode(imported);
  const before = circuitsOf(accountId);
  const rows = addCircuits(before, circuits ?? []);
  if (known !== undefined && rows.length > before.length) changeNodes([{ node: known, settings: { circuits: rows } }]);
  return false;
}

/** Removes a node that undo would otherwise look for. */
function forgetNode({ id }: EditorNode): void {
  for (const { nodes } of RED.history.list()) {
    const index = nodes?.indexOf(id) ?? -1;
    if (index >= 0) nodes?.splice(index, 1);
  }
  RED.nodes.remove(id);
}
