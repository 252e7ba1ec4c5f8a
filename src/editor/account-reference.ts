/** Which account a dialog asks: a deployed one by its id, or what stands in the editor and is not deployed yet. */
export type AccountReference =
  | { readonly kind: 'deployed'; readonly id: string }
  | {
      readonly kind: 'draft';
      readonly id: string;
      readonly stored: Readonly<Record<string, unknown>>;
      readonly credentials: Readonly<Record<string, unknown>>;
    };

/** Properties that the editor adds to a node and that are not settings. */
const internal = new Set(['_def', '_', 'users', 'credentials', '_config', 'infoEditor']);

/** The account with this id, as the runtime or as the editor knows it. */
export function deployedOrDraft(id: string): AccountReference | undefined {
  const node = RED.nodes.node(id);
  if (node === null || node === undefined) return undefined;
  return node.changed === true ? draftOf(node) : { kind: 'deployed', id };
}

/** The account as it stands in the editor, deployed or not. */
export function draftOf(node: EditorNode): Extract<AccountReference, { kind: 'draft' }> {
  const stored = Object.fromEntries(
    Object.entries(node).filter(([name, value]) => !internal.has(name) && typeof value !== 'function'),
  );
  return { kind: 'draft', id: node.id, stored, credentials: { ...node.credentials } };
}
