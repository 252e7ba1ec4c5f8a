import { deviceName, type SiteDevice } from '../../admin-api';
import { notify } from '..';
import { sidebarText } from './sidebar-text';

interface Position {
  readonly x: number;
  readonly y: number;
}

/** How far a new node is moved if another node is at its position. */
const stepAside = 60;

/**
 * Adds the node that operates the device, configured, to the flow that is open: in its middle, or where it was dropped.
 */
export function addNode(device: SiteDevice, accountId: string, at?: Position): void {
  const type = device.hardwareType === 'ev-emcb' ? 'evse-config' : 'breaker-control';
  const definition = RED.nodes.getType(type);
  if (definition?.defaults === undefined || RED.workspaces.active() === 0 || RED.workspaces.isLocked()) {
    notify(sidebarText('tree.noFlow'), 'warning');
    return;
  }
  const settings = Object.fromEntries(
    Object.entries(definition.defaults).map(([name, { value }]) => [name, structuredClone(value)]),
  );
  const node = {
    ...settings,
    id: RED.nodes.id(),
    type,
    z: RED.workspaces.active(),
    ...snapped(at ?? freeMiddle()),
    wires: [[]],
    account: accountId,
    devices: [device.id],
    name: deviceName(device),
  };
  // An import is taken for a stored flow: what a new node begins with is not set by it.
  definition.onadd?.call(node as unknown as EditorNode);
  RED.view.importNodes([node], { touchImport: true, generateIds: true, notify: false });
  // Only an import that still hangs on the mouse would say so by itself.
  RED.nodes.dirty(true);
}

/** The position in the flow at a point of the page; undefined outside the canvas. */
export function placeUnder(clientX: number, clientY: number): Position | undefined {
  const chart = document.getElementById('red-ui-workspace-chart');
  if (chart === null || document.elementFromPoint(clientX, clientY)?.closest('#red-ui-workspace-chart') == null)
    return undefined;
  const { left, top } = chart.getBoundingClientRect();
  const scale = RED.view.scale();
  return { x: (clientX - left + chart.scrollLeft) / scale, y: (clientY - top + chart.scrollTop) / scale };
}

function freeMiddle(): Position {
  const chart = document.getElementById('red-ui-workspace-chart');
  const scale = RED.view.scale();
  const { scrollLeft = 0, scrollTop = 0, clientWidth = 0, clientHeight = 0 } = chart ?? {};
  const x = (scrollLeft + clientWidth / 2) / scale;
  let y = (scrollTop + clientHeight / 2) / scale;
  const taken: Position[] = [];
  RED.nodes.eachNode((node) => {
    if (node.z === RED.workspaces.active()) taken.push({ x: Number(node.x), y: Number(node.y) });
    return true;
  });
  while (taken.some((other) => Math.abs(other.x - x) < stepAside && Math.abs(other.y - y) < stepAside / 2))
    y += stepAside;
  return { x, y };
}

function snapped({ x, y }: Position): Position {
  const grid = RED.view.gridSize();
  return { x: Math.max(grid, Math.round(x / grid) * grid), y: Math.max(grid, Math.round(y / grid) * grid) };
}
