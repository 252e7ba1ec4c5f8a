import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../../client';
import { clockOf } from '..';
import { reachableAccount, serviceOf } from './account-identity';
import { flowsName } from './configured-nodes';
import { idOf, type Made, type MadeKind } from './made-memory';
import { takeBackOf } from './runtime-take-back';

interface Thing {
  readonly kind: MadeKind;
  readonly name: string;
  readonly what: Readonly<Record<string, string>>;
}

/** What one node makes at the service: recorded before it is made, so that it is taken back when the node is deleted. */
export interface MadeByNode {
  /** Stores what is about to be made; to be called again when its id is known. */
  record(things: readonly Thing[]): Promise<void>;
  /** The node itself has deleted it. */
  forget(thing: Pick<Thing, 'kind' | 'name'>): void;
  /** Whatever else the node has made, also at other accounts, is taken back. Resolves after a first try. */
  keepOnly(things: readonly Pick<Thing, 'kind' | 'name'>[]): Promise<void>;
  /** Resolves when nothing of this node is being taken back. */
  idle(): Promise<void>;
  /** Whether a restart would lose the record of what was made. */
  isForgetful(): boolean;
  /** Nothing more is made for this node. */
  close(): void;
}

interface Options {
  readonly RED: NodeAPI;
  readonly node: Node;
  /** The account's config node. */
  readonly accountId: string;
  /** `false`: what it has made stays at the service when it is deleted. */
  readonly removeWithNode: boolean;
}

export function createMadeByNode({ RED, node, accountId, removeWithNode }: Options): MadeByNode {
  const takeBack = takeBackOf(RED);
  const { memory } = takeBack;
  const close = takeBack.open(node.id);
  const id = ({ kind, name }: Pick<Thing, 'kind' | 'name'>) =>
    idOf({ nodeId: node.id, account: accountId, kind, name });

  return {
    async record(things) {
      const reachable = reachableAccount(RED, accountId);
      // Nothing is made that could not be taken back.
      if (reachable === undefined) throw new ClientError('CLOSED', 'the account was closed', {});
      const maker: Omit<Made, keyof Thing> = {
        nodeId: node.id,
        nodeType: node.type,
        nodeName: node.name ?? '',
        account: accountId,
        service: await serviceOf(reachable),
        owner: reachable.owner,
        flows: flowsName(RED),
        madeAt: clockOf(RED).now(),
        ...(removeWithNode ? {} : { stays: true }),
      };
      for (const { kind, name, what } of things) memory.record({ kind, name, what, ...maker });
    },
    forget: (thing) => memory.forget(id(thing)),
    async keepOnly(things) {
      const kept = new Set(things.map(id));
      const unwanted = memory.all().filter(([each, made]) => made.nodeId === node.id && !kept.has(each));
      for (const [, made] of unwanted) memory.record({ ...made, unwanted: true });
      if (unwanted.length > 0) await takeBack.sweep();
    },
    idle: () => takeBack.idle(node.id),
    isForgetful: () => memory.trouble() !== undefined,
    close,
  };
}
