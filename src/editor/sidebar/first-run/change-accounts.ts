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

/** Adds an account with its defaults, the built-in simulator, as its dialog does: undo removes it, Deploy stores it. */
export function addSimulatorAccount(): void {
  const definition = RED.nodes.getType(type);
  if (definition?.defaults === undefined) return;
  const settings = Object.fromEntries(
    Object.entries(definition.defaults).map(([name, { value }]) => [name, structuredClone(value)]),
  );
  const node: EditorNode = {
    ...settings,
    id: RED.nodes.id(),
    type,
    _def: definition,
    _: definition._,
    label: definition.label,
    users: [],
    changed: true,
  };
  definition.onadd?.call(node);
  RED.editor.validateNode(node);
  RED.history.push({ t: 'add', nodes: [node.id], dirty: RED.nodes.dirty() });
  RED.nodes.add(node);
  RED.nodes.dirty(true);
  RED.view.redraw(true);
}

/** Changes settings of an account as its dialog does. */
export function changeAccount(id: string, settings: Readonly<Record<string, unknown>>): void {
  const node = RED.nodes.node(id);
  if (node === null || node === undefined) return;
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, structuredClone(node[name])]));
  const event = { t: 'edit', node, changes: before, changed: node.changed === true, dirty: RED.nodes.dirty() } as const;
  Object.assign(node, settings);
  node.changed = true;
  RED.editor.validateNode(node);
  RED.history.push(event);
  RED.events.emit('nodes:change', node);
  RED.nodes.dirty(true);
  RED.view.redraw(true);
}
