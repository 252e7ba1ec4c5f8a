import { storedSettings } from '..';
import { type PlacedDevice, usesDevice } from './uses-device';

/** A node of the editor that uses a device. */
export interface NodeUse {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

/** The nodes of this account that use the device, by itself or with all at a location. */
export function nodesUsing(device: PlacedDevice, accountId: string): NodeUse[] {
  const uses: NodeUse[] = [];
  RED.nodes.eachNode((node) => {
    if (node.account === accountId && usesDevice(storedSettings(node), device))
      uses.push({ id: node.id, type: node.type, name: node.name ?? '' });
    return true;
  });
  return uses;
}
