import {
  changeNodes,
  clearPickers,
  emptiedSettings,
  nodeChanges,
  nodesBeside,
  notify,
  simulatedIds,
  text,
  unboundNodes,
} from '../../src/editor';

/**
 * Called while an account still is of a built-in simulator, and is about to become one of a cloud service: a simulator behind that
 * address has devices of the same ids, which nobody has chosen there. Devices and locations of its nodes are emptied; ids that
 * stand elsewhere, such as in a function, become references, with which nothing can be sent. Can be undone.
 */
export function leaveSimulator(account: EditorNode): void {
  const ids = simulatedIds(account.id, 'example.kept');
  const users = Array.isArray(account.users) ? (account.users as EditorNode[]) : [];
  users.forEach(clearPickers);
  const emptied = nodeChanges(users, emptiedSettings);
  changeNodes(emptied);
  if (emptied.length > 0) notify(text('example.emptied', { count: emptied.length }), 'warning');
  void ids.then((known) => {
    const unbound = unboundNodes(nodesBeside(users), known);
    changeNodes(unbound);
    if (unbound.length > 0) notify(text('example.unbound', { count: unbound.length }), 'warning');
  });
}
