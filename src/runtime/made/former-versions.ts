import type { ConfiguredNodes } from './configured-nodes';
import { idOf, type Made, type MadeMemory } from './made-memory';
import type { ReceiverMemory } from './receivers/receiver-memory';
import type { ScheduleMemory } from './schedules/schedule-memory';

interface Memories {
  readonly schedules: ScheduleMemory;
  readonly receivers: ReceiverMemory;
}

/**
 * Takes over what version 0.1.0 stored about nodes that are disabled or deleted. Running nodes record themselves what
 * they have made. The schedules of a deleted node were left at the service if its account was deleted, too.
 */
export function adoptFormer(
  memory: MadeMemory,
  { schedules, receivers }: Memories,
  nodes: ConfiguredNodes,
  flows: string,
  now: number,
): void {
  const known = new Set(memory.all().map(([id]) => id));
  function adopt(
    made: Pick<Made, 'kind' | 'name' | 'nodeId' | 'account' | 'service' | 'what'>,
    isMarked: boolean,
  ): void {
    if (known.has(idOf(made))) return;
    const isThere = nodes.has(made.nodeId);
    const node = isThere ? nodes.get(made.nodeId) : undefined;
    // Inside a subflow.
    if (node === undefined && isThere) return;
    const nodeName = typeof node?.name === 'string' ? node.name : '';
    // Whether it was to stay after the node was deleted is not known.
    const undecided = node === undefined && !isMarked;
    const stays = node?.removeWithNode === false;
    memory.record({
      nodeType: node?.type ?? '',
      nodeName,
      owner: '',
      flows,
      madeAt: now,
      ...made,
      ...(undecided ? { undecided } : {}),
      ...(stays ? { stays } : {}),
    });
  }
  for (const { service: name, nodeId, gone } of schedules.nodes()) {
    const [account = '', service = ''] = name.split(' ');
    adopt({ kind: 'schedules', name, nodeId, account, service, what: {} }, gone);
  }
  for (const [nodeId, { account, streamId }] of receivers.streams())
    adopt({ kind: 'stream', name: 'stream', nodeId, account, service: '', what: { id: streamId } }, false);
}
