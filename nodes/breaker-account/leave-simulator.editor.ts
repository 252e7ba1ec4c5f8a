import {
  askAccount,
  changeNodes,
  clearPickers,
  deployedOrDraft,
  fields,
  notify,
  storedSettings,
  text,
} from '../../src/editor';

/** Properties of our nodes that hold what somebody chose at a site. */
const chosen = { devices: () => [], location: () => '', place: () => '' } as const;

/**
 * Called while an account still is of a built-in simulator, and is about to become one of a cloud service: a simulator behind that
 * address has devices of the same ids, which nobody has chosen there. Devices and locations of its nodes are emptied; ids that
 * stand elsewhere, such as in a function, become references, with which nothing can be sent. Can be undone.
 */
export function leaveSimulator(account: EditorNode): void {
  const ids = idsOf(account);
  const users = Array.isArray(account.users) ? (account.users as EditorNode[]) : [];
  users.forEach(clearPickers);
  const emptied = users.flatMap((node) => {
    const settings = Object.fromEntries(
      Object.entries(chosen).flatMap(([name, empty]) => {
        const value = node[name];
        return (typeof value === 'string' || Array.isArray(value)) && value.length > 0 ? [[name, empty()]] : [];
      }),
    );
    return Object.keys(settings).length === 0 ? [] : [{ node, settings }];
  });
  changeNodes(emptied);
  if (emptied.length > 0) notify(text('example.emptied', { count: emptied.length }), 'warning');
  void ids.then((known) => unbind(users, known));
}

async function idsOf(account: EditorNode): Promise<Readonly<Record<string, string>>> {
  try {
    const reference = deployedOrDraft(account.id);
    return reference === undefined ? {} : (await askAccount(reference, 'references', {})).ids;
  } catch (error) {
    notify(text('example.kept', { reason: error instanceof Error ? error.message : String(error) }), 'error');
    return {};
  }
}

/** All nodes beside those of the account: what they send goes to its nodes. */
function unbind(users: readonly EditorNode[], ids: Readonly<Record<string, string>>): void {
  const tabs = new Set(users.flatMap(({ z }) => (typeof z === 'string' ? [z] : [])));
  const beside: EditorNode[] = users.filter(({ z }) => typeof z !== 'string');
  RED.nodes.eachNode((node) => {
    if (typeof node.z === 'string' && tabs.has(node.z)) beside.push(node);
    return true;
  });
  const changes = beside.flatMap((node) => {
    const settings = fields.unboundProperties(storedSettings(node), ids);
    return Object.keys(settings).length === 0 ? [] : [{ node, settings }];
  });
  changeNodes(changes);
  if (changes.length > 0) notify(text('example.unbound', { count: changes.length }), 'warning');
}
