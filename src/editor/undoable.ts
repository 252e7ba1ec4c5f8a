/** New settings of one node. */
export interface NodeChange {
  readonly node: EditorNode;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What changes of these nodes; those of which nothing does are left out. */
export function nodeChanges(
  nodes: readonly EditorNode[],
  settingsOf: (node: EditorNode) => NodeChange['settings'],
): NodeChange[] {
  return nodes
    .map((node) => ({ node, settings: settingsOf(node) }))
    .filter(({ settings }) => Object.keys(settings).length > 0);
}

/** Adds a config node with its defaults, as its dialog does: undo removes it, Deploy stores it. */
export function addConfigNode(type: string, given: Readonly<Record<string, unknown>> = {}): EditorNode | undefined {
  const definition = RED.nodes.getType(type);
  if (definition?.defaults === undefined) return undefined;
  const settings = Object.fromEntries(
    Object.entries(definition.defaults).map(([name, { value }]) => [name, structuredClone(value)]),
  );
  const node: EditorNode = {
    ...settings,
    ...given,
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
  return node;
}

/** Changes settings of nodes as their dialogs do: one undo takes all of it back. */
export function changeNodes(changes: readonly NodeChange[]): void {
  if (changes.length === 0) return;
  const dirty = RED.nodes.dirty();
  const events = changes.map(({ node, settings }) => ({
    t: 'edit' as const,
    node,
    changes: Object.fromEntries(Object.keys(settings).map((name) => [name, structuredClone(node[name])])),
    changed: node.changed === true,
    dirty,
  }));
  for (const { node, settings } of changes) {
    const refers = Object.keys(settings).some((name) => node._def.defaults?.[name]?.type !== undefined);
    if (refers) RED.nodes.updateConfigNodeUsers(node, { action: 'remove' });
    Object.assign(node, settings);
    if (refers) RED.nodes.updateConfigNodeUsers(node, { action: 'add' });
    node.changed = true;
    node.dirty = true;
    RED.editor.validateNode(node);
  }
  const [only] = events;
  RED.history.push(events.length === 1 && only !== undefined ? only : { t: 'multi', events, dirty });
  for (const { node } of changes) RED.events.emit('nodes:change', node);
  RED.nodes.dirty(true);
  RED.view.redraw(true);
}
