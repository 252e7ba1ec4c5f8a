/**
 * The node of the editor that stands for a node of the runtime. Inside a subflow the runtime joins the ids of the instance and of
 * the node in the template by a hyphen, also of nested ones: the innermost that the editor knows by this id is shown.
 */
export function revealableId(id: string, isThere: (id: string) => boolean): string | undefined {
  for (let known = id; ; known = known.slice(0, known.lastIndexOf('-'))) {
    if (isThere(known)) return known;
    if (!known.includes('-')) return undefined;
  }
}
