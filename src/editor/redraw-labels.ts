/** A directory in the editor: its account, and the rows that it has now. */
type Named = readonly [id: string, account: unknown, circuits: unknown];

/**
 * Draws the labels on the canvas anew after a name in a circuit directory has changed: the editor draws a node only when
 * its own settings do.
 */
export function redrawLabelsWhenNamed(): void {
  let drawn: readonly Named[] = [];
  let pending = false;

  function redraw(): void {
    pending = false;
    const now = directories();
    const isSame =
      now.length === drawn.length && now.every((one, at) => one.every((part, i) => part === drawn[at]?.[i]));
    drawn = now;
    if (isSame) return;
    RED.nodes.eachNode((node) => {
      if (typeof node.account === 'string' && Array.isArray(node.devices)) node.dirty = true;
      return true;
    });
    RED.view.redraw(false);
  }

  for (const event of ['nodes:add', 'nodes:change', 'nodes:remove'])
    RED.events.on(event, ({ type }) => {
      if (pending || type !== 'breaker-directory') return;
      pending = true;
      setTimeout(redraw);
    });
}

// Rows are replaced, never changed in place: the list of another state is another list.
function directories(): Named[] {
  const found: Named[] = [];
  RED.nodes.eachConfig(({ id, type, account, circuits }) => {
    if (type === 'breaker-directory') found.push([id, account, circuits]);
    return true;
  });
  return found;
}
