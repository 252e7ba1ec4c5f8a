import { type Circuit, idKey, type KnownDevice, replaceDevice } from '../../directory';
import { mentions, type ReplacedText, replaceInValue } from './device-texts';
import { protectionOf } from './protection';
import { callsByName } from './uses-device';

/** Why a node is not changed from here, although it names the device. */
export type HandReason =
  | 'code'
  | 'locked'
  | 'otherAccount'
  /** Settings of a flow, of a subflow's instance, of a group, of a config node of others. */
  | 'outside'
  /** The device stands in a longer text. */
  | 'part';

/** What a flow stores of a node, for a person who is told what changes. */
export interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly account?: string;
  /** Nothing of it can be changed from here. */
  readonly fixed?: Exclude<HandReason, 'part'>;
}

interface ChangedNode {
  readonly node: FlowNode;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly fields: readonly { readonly name: string; readonly replaced: readonly ReplacedText[] }[];
}

/** Everything that moves when one device takes the place of another. Nothing is changed yet. */
export interface Replacement {
  /** Absent where the old device has no row: then the directory stays as it is. */
  readonly row?: {
    readonly before: Circuit;
    readonly after: Circuit;
    /** All rows from then on. */
    readonly circuits: readonly Circuit[];
    /** The row of the new device, which had no name, and goes. */
    readonly dropped?: Circuit;
  };
  readonly changed: readonly ChangedNode[];
  /** They call the circuit by its name, and operate the new device without a change. */
  readonly byName: readonly FlowNode[];
  readonly byHand: readonly { readonly node: FlowNode; readonly reason: HandReason }[];
  /** They name the new device already. */
  readonly already: readonly FlowNode[];
  /** What protects the new device from then on, and protected the old one. */
  readonly protectedBy: readonly ('row' | 'list' | 'load')[];
}

export type ReplacementProblem =
  | { readonly problem: 'sameDevice' }
  | { readonly problem: 'hasName'; readonly name: string };

interface Exchange {
  readonly accountId: string;
  readonly circuits: readonly Circuit[];
  /** Of all flows, without the account's own directory. */
  readonly nodes: readonly FlowNode[];
  readonly old: KnownDevice;
  readonly next: KnownDevice;
  /** The types of their loads, as far as they are known. */
  readonly oldLoad?: string | undefined;
  readonly nextLoad?: string | undefined;
}

/** What moves, or why the new device cannot take the place: it is the old one, or a circuit with this name. */
export function planReplacement(exchange: Exchange): Replacement | ReplacementProblem {
  const { circuits, old, next, nodes, accountId } = exchange;
  const done = replaceDevice(circuits, old.id, next);
  const rowOf = ({ id }: KnownDevice) => circuits.find(({ deviceId }) => idKey(deviceId) === idKey(id));
  const [before, taken] = [rowOf(old), rowOf(next)];
  if (idKey(old.id) === idKey(next.id)) return { problem: 'sameDevice' };
  if (taken !== undefined && taken.name !== '') return { problem: 'hasName', name: taken.name };
  const called = { id: old.id, serialNumber: old.serialNumber || before?.serialNumber || '' };
  const byLoad = protectedByLoad(exchange);
  const changed: ChangedNode[] = [];
  const byHand: { node: FlowNode; reason: HandReason }[] = [];
  for (const node of nodes) {
    const found = changeOf(node, called, next);
    if (node.fixed !== undefined || isOfOther(node, accountId)) {
      if (found.isFound) byHand.push({ node, reason: node.fixed ?? 'otherAccount' });
      continue;
    }
    const added = byLoad && node.id === accountId ? withProtected(found, next, node.settings) : found;
    if (added.fields.length > 0) changed.push({ node, settings: added.settings, fields: added.fields });
    if (found.isLeft) byHand.push({ node, reason: 'part' });
  }
  const account = changed.find(({ node }) => node.id === accountId);
  const after = 'circuits' in done ? done.circuits.find(({ deviceId }) => deviceId === next.id) : undefined;
  const lists = account?.fields.some(({ name, replaced }) => name === 'protectedDevices' && replaced.length > 0);
  const isOurs = ({ account: of }: FlowNode) => of === accountId;
  return {
    ...(before === undefined || after === undefined || !('circuits' in done)
      ? {}
      : { row: { before, after, circuits: done.circuits, ...(taken === undefined ? {} : { dropped: taken }) } }),
    changed,
    byName: nodes.filter((node) => isOurs(node) && takesNames(node) && callsByName(node.settings, before?.name ?? '')),
    byHand,
    already: nodes.filter((node) => node.id !== accountId && isMentioned(node, next)),
    protectedBy: [
      ...(after?.critical === true ? (['row'] as const) : []),
      ...(lists === true ? (['list'] as const) : []),
      ...(byLoad ? (['load'] as const) : []),
    ],
  };
}

/** The input of an operation goes to the service as it is. */
const takesNames = ({ type }: FlowNode) => type !== 'cloud-call';

interface FoundChange extends Omit<ChangedNode, 'node'> {
  readonly isFound: boolean;
  readonly isLeft: boolean;
}

function changeOf({ settings }: FlowNode, old: KnownDevice, next: KnownDevice): FoundChange {
  const found = Object.entries(settings)
    .filter(([name]) => !isNoReference.has(name))
    .map(([name, before]) => ({ name, before, ...replaceInValue(before, old, next) }));
  const changed = found.filter(({ replaced }) => replaced.length > 0);
  const isLeft = found.some((one) => one.isLeft);
  return {
    settings: Object.fromEntries(changed.map(({ name, value }) => [name, value])),
    fields: changed.map(({ name, replaced }) => ({ name, replaced })),
    isLeft,
    isFound: isLeft || changed.length > 0,
  };
}

/** What a node is only called or drawn with. */
const isNoReference: ReadonlySet<string> = new Set(['id', 'type', 'z', 'name', 'account']);

/** A load is a setting of a device at the service: a fresh device has none, and would be protected by none. */
function protectedByLoad({ accountId, nodes, oldLoad, nextLoad, next }: Exchange): boolean {
  const { protectsLoad, lists } = protectionOf(nodes.find(({ id }) => id === accountId)?.settings);
  return protectsLoad(oldLoad) && !protectsLoad(nextLoad) && !lists({ id: next.id });
}

function withProtected(found: FoundChange, next: KnownDevice, settings: FlowNode['settings']): FoundChange {
  const listed = found.settings.protectedDevices ?? settings.protectedDevices;
  const { devices, lists } = protectionOf({ protectedDevices: listed });
  if (lists({ id: next.id })) return found;
  return {
    ...found,
    settings: { ...found.settings, protectedDevices: [...devices, next.id] },
    fields: [...found.fields, { name: 'protectedDevices', replaced: [] }],
  };
}

function isOfOther({ account = '' }: FlowNode, accountId: string): boolean {
  return account !== '' && account !== accountId;
}

function isMentioned({ settings }: FlowNode, device: KnownDevice): boolean {
  const contains = mentions(device);
  const holds = (value: unknown): boolean =>
    typeof value === 'string'
      ? contains(value)
      : typeof value === 'object' &&
        value !== null &&
        Object.entries(value).some(([key, part]) => contains(key) || holds(part));
  return Object.entries(settings).some(([name, value]) => !isNoReference.has(name) && holds(value));
}
