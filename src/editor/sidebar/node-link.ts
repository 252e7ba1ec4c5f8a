import { element } from '..';
import { revealableId } from './revealable-id';

/** A node that is there is shown on a click: the list around it listens for `data-reveal`. */
export function nodeLink(id: string, name: string): HTMLElement | string {
  const shown = shownNode(id);
  if (shown === undefined) return name;
  return element('button', { type: 'button', class: 'breakerflow-link', 'data-reveal': shown }, [name]);
}

/** What the editor can reveal for a node of the runtime; undefined where it is gone. */
export const shownNode = (id: string): string | undefined => revealableId(id, (each) => RED.nodes.node(each) !== null);
