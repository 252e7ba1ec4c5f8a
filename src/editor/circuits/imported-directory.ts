import { addCircuits, type Circuit } from '../../directory';
import { changeNodes } from '..';
import { circuitsOf, directoryOf } from './account-directory';

/**
 * Leads an imported directory into that of the account, which takes names from one only, and removes it; false: the account has none,
 * and the imported one becomes its own. `circuits`: undefined where they are of another site.
 */
export function mergeImportedDirectory(
  imported: EditorNode,
  accountId: string,
  circuits: readonly Circuit[] | undefined,
): boolean {
  const known = directoryOf(accountId);
  if (known === undefined && circuits !== undefined) return false;
  forgetNode(imported);
  const before = circuitsOf(accountId);
  const after = addCircuits(before, circuits ?? []);
  if (known !== undefined && JSON.stringify(after) !== JSON.stringify(before))
    changeNodes([{ node: known, settings: { circuits: after } }]);
  return true;
}

/** Removes a node that undo would otherwise look for. */
function forgetNode({ id }: EditorNode): void {
  for (const { nodes } of RED.history.list()) {
    const index = nodes?.indexOf(id) ?? -1;
    if (index >= 0) nodes?.splice(index, 1);
  }
  RED.nodes.remove(id);
}
