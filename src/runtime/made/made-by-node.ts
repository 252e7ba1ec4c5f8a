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

/** The things that one node makes at the service, recorded before they are made, so that deleting the node removes them. */
export interface MadeByNode {
  /** Records things before they are made. Call it again when their ids are known. */
  record(things: readonly Thing[]): Promise<void>;
  /** Removes the entry of a thing that the node itself has deleted. */
  forget(thing: Pick<Thing, 'kind' | 'name'>): void;
  /** Takes back everything else that the node has made, also at other accounts. Resolves after the first attempt. */
  keepOnly(things: readonly Pick<Thing, 'kind' | 'name'>[]): Promise<void>;
  /** Resolves when nothing of this node is being taken back. */
  idle(): Promise<void>;
  /** Whether the entries could not be saved, so that a restart would lose them. */
  isStateUnsaved(): boolean;
  /** Call it when the node makes nothing more. */
  close(): void;
}

interface Options {
  readonly RED: NodeAPI;
  readonly node: Node;
  /** The account's config node. */
  readonly accountId: string;
  /** `false`: the node's things stay at the service when the node is deleted. */
  readonly removeWithNode: boolean;
}

export function createMadeByNode({ RED, node, accountId, removeWithNode }: Options): MadeByNode {
  const takeBack = takeBackOf(RED);
  const { memory } = takeBack;
  const close = takeBack.blockFor(node.id);
  const id = ({ kind, name }: Pick<Thing, 'kind' | 'name'>) =>
    idOf({ nodeId: node.id, account: accountId, kind, name });

  return {
    async record(things) {
      const reachable = reachableAccount(RED, accountId);
      // Without the account, the thing could not be taken back later.
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
      const unwanted = memory.all().filter(([otherId, made]) => made.nodeId === node.id && !kept.has(otherId));
      for (const [, made] of unwanted) memory.record({ ...made, unwanted: true });
      if (unwanted.length > 0) await takeBack.sweep();
    },
    idle: () => takeBack.idle(node.id),
    isStateUnsaved: () => memory.trouble() !== undefined,
    close,
  };
}
