/**
 * Makes the children of `host` equal to `next` and changes only what differs, so that focus and selection stay where nothing
 * has changed. Listeners belong to `host`: those of `next` may be lost.
 */
export function patchChildren(host: Element, next: readonly Node[]): void {
  const before = [...host.childNodes];
  for (const [index, node] of next.entries()) {
    const old = before[index];
    if (old === undefined) host.append(node);
    else patchNode(old, node);
  }
  for (const old of before.slice(next.length)) old.remove();
}

function patchNode(old: ChildNode, next: Node): void {
  if (old.isEqualNode(next)) return;
  if (!(old instanceof Element && next instanceof Element && old.tagName === next.tagName)) {
    old.replaceWith(next);
    return;
  }
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...next.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  patchChildren(old, [...next.childNodes]);
}
