import { clearPickers, notify, text } from '../../src/editor';

/** Properties of our nodes that hold what somebody chose at a site. */
const chosen = { devices: () => [], location: () => '', place: () => '' } as const;

/**
 * Empties devices and locations of the nodes of an account that leaves the built-in simulator for a cloud service: a simulator
 * behind that address has devices of the same ids, which nobody has chosen there. Can be undone.
 */
export function emptyDevicesOf(account: EditorNode): void {
  const users = Array.isArray(account.users) ? (account.users as EditorNode[]) : [];
  users.forEach(clearPickers);
  const events = users.flatMap((node) => {
    const changes = Object.fromEntries(
      Object.keys(chosen).flatMap((name) => {
        const value = node[name];
        return (typeof value === 'string' || Array.isArray(value)) && value.length > 0 ? [[name, value]] : [];
      }),
    );
    if (Object.keys(changes).length === 0) return [];
    const event = { t: 'edit', node, changes, changed: node.changed === true };
    for (const name of Object.keys(changes)) node[name] = chosen[name as keyof typeof chosen]();
    Object.assign(node, { changed: true, dirty: true });
    RED.editor.validateNode(node);
    RED.events.emit('nodes:change', node);
    return [event];
  });
  if (events.length === 0) return;
  RED.history.push({ t: 'multi', events, dirty: true });
  RED.nodes.dirty(true);
  RED.view.redraw(true);
  notify(text('example.emptied', { count: events.length }), 'warning');
}
