import { deviceName } from '../../../admin-api';
import { element, notify } from '../..';
import { sidebarText } from '../sidebar-text';
import { type FlowNode, operatingFlow, readingFlow } from './flow-nodes';
import { buttons, paragraph, pushButton } from './parts';
import { type DescribedDevice, withDevices } from './site-devices';
import { type AccountStep, isSimulator } from './step';

const firstPx = { x: 140, y: 80 };
const gapPx = 80;

const parts = {
  newId: () => RED.nodes.id(),
  defaultsOf: (type: string) =>
    Object.fromEntries(
      Object.entries(RED.nodes.getType(type)?.defaults ?? {}).map(([name, { value }]) => [
        name,
        structuredClone(value),
      ]),
    ),
};

/** Step 5: a small flow on the canvas, ready to deploy. On a cloud account it only reads. */
export const flowStep: AccountStep = (account) => [
  paragraph('firstRun.flow.intro'),
  withDevices(account.id, (all) => {
    const devices = all.filter(({ device }) => device.hardwareType !== 'ev-emcb');
    const choose = element(
      'select',
      { 'aria-label': sidebarText('firstRun.flow.device') },
      devices.map(({ device, description }) => element('option', { value: device.id }, [description])),
    );
    const done = element('div', { role: 'status' });
    const chosen = () => devices.find(({ device }) => device.id === choose.value);
    const add = (make: (target: Parameters<typeof readingFlow>[0]) => FlowNode[]) => () => {
      if (addFlow(account.id, chosen(), make)) done.replaceChildren(paragraph('firstRun.flow.added'));
    };
    const read = pushButton(
      'firstRun.flow.read',
      add((target) => readingFlow(target, parts, sidebarText('firstRun.flow.readName'))),
      { primary: true },
    );
    const operate = pushButton(
      'firstRun.flow.operate',
      add((target) => operatingFlow(target, parts, { open: commandName('open'), close: commandName('close') })),
    );
    return [choose, buttons(read, ...(isSimulator(account) ? [operate] : [])), done];
  }),
];

function commandName(command: 'open' | 'close'): string {
  return sidebarText(command === 'open' ? 'firstRun.flow.openName' : 'firstRun.flow.closeName');
}

/** Adds nodes below those of the flow that is shown; false where it cannot be changed. */
function addFlow(
  accountId: string,
  chosen: DescribedDevice | undefined,
  make: (target: Parameters<typeof readingFlow>[0]) => FlowNode[],
): boolean {
  const flow = RED.workspaces.active();
  if (chosen === undefined || flow === 0 || RED.workspaces.isLocked()) {
    notify(sidebarText('tree.noFlow'), 'warning');
    return false;
  }
  const nodes = make({
    accountId,
    deviceId: chosen.device.id,
    deviceName: deviceName(chosen.device),
    flow,
    x: firstPx.x,
    y: freeY(flow),
  });
  RED.view.importNodes(nodes, { touchImport: true, generateIds: false, notify: false });
  // Only an import that still hangs on the mouse would say so by itself.
  RED.nodes.dirty(true);
  const [first] = nodes;
  if (first !== undefined) RED.view.reveal(first.id);
  return true;
}

function freeY(flow: string): number {
  let y = firstPx.y;
  RED.nodes.eachNode((node) => {
    if (node.z === flow) y = Math.max(y, Number(node.y) + gapPx);
    return true;
  });
  const grid = RED.view.gridSize();
  return Math.ceil(y / grid) * grid;
}
