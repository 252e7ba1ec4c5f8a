import { element } from '..';

/** A node that is there is shown on a click: the list around it listens for `data-reveal`. */
export function nodeLink(id: string, name: string): HTMLElement | string {
  if (RED.nodes.node(id) === null) return name;
  return element('button', { type: 'button', class: 'breakerflow-link', 'data-reveal': id }, [name]);
}
