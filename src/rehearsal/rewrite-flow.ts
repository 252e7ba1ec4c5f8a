import { defaultSite } from '../fields';
import { coreKind, pureModules } from './node-kinds';

/** A node as a flow file holds it. */
export interface StoredNode {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly z?: string;
  readonly [field: string]: unknown;
}

/** The type that takes the place of a node that may not run. */
export const standInType = 'breakerflow-stand-in';

/** Why a node does not run itself. */
export type StandInReason = 'outside' | 'otherFamily' | 'modules';

export interface StandIn {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly reason: StandInReason;
  /** It would begin messages by itself: silent here but for what the scenario emits. */
  readonly isSource: boolean;
  /** It passes its input on, as if what it does outside had worked. */
  readonly passesOn: boolean;
}

/** An account of the flow, and the site that its nodes get. */
export interface RehearsedAccount {
  readonly id: string;
  readonly name: string;
  readonly site: string;
  /** The account itself is one of a simulator of this seed; undefined for one of the service. */
  readonly seed: number | undefined;
  /** It could not have switched anything: it is rehearsed as if it were armed. */
  readonly wasUnarmed: boolean;
}

export interface RewrittenFlow {
  readonly nodes: readonly StoredNode[];
  readonly standIns: readonly StandIn[];
  readonly accounts: readonly RehearsedAccount[];
}

/**
 * The flow as a rehearsal runs it: the same ids, names and wires; our nodes and those of the core that touch nothing outside run,
 * all others are stand-ins. Accounts get a simulated site and lose what is of the service; endpoints get ports without TLS, and keep
 * what they have seen in memory. Credentials are no part of a flow file, and none is added.
 */
export function rewriteFlow(flow: readonly StoredNode[], ownTypes: ReadonlySet<string>): RewrittenFlow {
  const standIns: StandIn[] = [];
  const accounts = rehearsedAccounts(flow);
  const ports = portsOf(flow);
  const nodes = flow.flatMap((node): StoredNode[] => {
    if (node.type === 'breaker-account') return [rewrittenAccount(node, accountOf(node).site)];
    if (node.type === 'breaker-endpoint') return [rewrittenEndpoint(node, ports)];
    if (node.type === 'stream-receiver' || node.type === 'webhook-in')
      return [rewrittenReceiver(node, accounts[0]?.id)];
    if (ownTypes.has(node.type) || node.type.startsWith('subflow:')) return [node];
    const standIn = standInOf(node);
    if (standIn === undefined) return coreKind(node.type) === 'config' ? [] : [withTimeout(node)];
    // A node of settings stands on no tab and has no wires: nothing can reach it.
    if (!Array.isArray(node.wires)) return [];
    standIns.push(standIn);
    return [rewrittenStandIn(node, standIn)];
  });
  return { nodes, standIns, accounts };
}

function standInOf(node: StoredNode): StandIn | undefined {
  const kind = coreKind(node.type);
  const named = { id: node.id, type: node.type, name: typeof node.name === 'string' ? node.name : '' };
  if (kind === undefined) return { ...named, reason: 'otherFamily', isSource: !hasInputs(node), passesOn: false };
  if (kind === 'runs')
    return node.type === 'function' && hasImpureModules(node)
      ? { ...named, reason: 'modules', isSource: false, passesOn: false }
      : undefined;
  if (kind === 'config') return undefined;
  return { ...named, reason: 'outside', isSource: kind === 'source', passesOn: kind === 'answers' };
}

/** Of real time, s: a function that goes on without end is told by its name. */
const functionTimeout = 5;

function withTimeout(node: StoredNode): StoredNode {
  if (node.type !== 'function') return node;
  const own = Number(node.timeout);
  return { ...node, timeout: own > 0 ? Math.min(own, functionTimeout) : functionTimeout };
}

/** A stored node does not say whether it has inputs; where nothing leads to it, it begins messages by itself. */
function hasInputs(node: StoredNode): boolean {
  return node.inputs !== 0;
}

function hasImpureModules({ libs }: StoredNode): boolean {
  return Array.isArray(libs) && libs.some((lib) => !pureModules.has(String((lib as { module?: unknown })?.module)));
}

/** What says where a node stands: Node-RED takes one without a place for a node of settings. */
const placing = ['z', 'g', 'd', 'x', 'y'] as const;

function rewrittenStandIn(node: StoredNode, standIn: StandIn): StoredNode {
  const { id, name, wires } = node;
  return {
    ...{ id, type: standInType, name: name ?? '', wires },
    ...Object.fromEntries(placing.flatMap((field) => (node[field] === undefined ? [] : [[field, node[field]]]))),
    ...{ standsFor: node.type, passesOn: standIn.passesOn },
  };
}

/** The accounts of a flow. */
export function rehearsedAccounts(flow: readonly StoredNode[]): RehearsedAccount[] {
  return flow.filter(({ type }) => type === 'breaker-account').map(accountOf);
}

function accountOf(node: StoredNode): RehearsedAccount {
  const isSimulator = node.mode !== 'service';
  const name = typeof node.name === 'string' ? node.name : '';
  return {
    id: node.id,
    name,
    site: isSimulator ? siteOf(node) : `rehearsal ${node.id}`,
    seed: isSimulator ? Number(node.seed ?? 1) : undefined,
    wasUnarmed: !isSimulator && node.armed !== true,
  };
}

const siteOf = ({ site }: StoredNode) => (typeof site === 'string' && site.trim() !== '' ? site : defaultSite);

/** Fields of the service that must not reach the rehearsal: addresses and certificates are of no use there. */
const serviceFields = ['baseUrl', 'apiKeyHeader', 'replaced', 'ca', 'organizations'];

function rewrittenAccount(node: StoredNode, site: string): StoredNode {
  const kept = Object.fromEntries(
    Object.entries(node).filter(([field]) => !serviceFields.includes(field) && field !== 'credentials'),
  );
  return { ...kept, id: node.id, type: node.type, mode: 'simulator', site, speed: 1, keepState: false, armed: true };
}

/**
 * A receiver for which somebody else has registered gets nothing at a new site, and the credentials by which it would know a push are
 * not here: it registers itself, with what it makes up.
 */
function rewrittenReceiver(node: StoredNode, accountId: string | undefined): StoredNode {
  if (node.register !== false || accountId === undefined) return node;
  const account = typeof node.account === 'string' && node.account !== '' ? node.account : accountId;
  return { ...node, register: true, account };
}

function portsOf(flow: readonly StoredNode[]): () => number {
  const taken = new Set(flow.map(({ port }) => Number(port)));
  let next = 20_000;
  return () => {
    do next += 1;
    while (taken.has(next));
    return next;
  };
}

function rewrittenEndpoint(node: StoredNode, freePort: () => number): StoredNode {
  const { tls: _tls, credentials: _credentials, ...kept } = node;
  return {
    ...kept,
    id: node.id,
    type: node.type,
    host: '127.0.0.1',
    duplicates: 'memory',
    ...(node.mount === 'shared' ? { mount: 'port', port: freePort() } : {}),
  };
}
