import type { ConfiguredNodes } from './configured-nodes';
import { idOf, type Made, type MadeMemory } from './made-memory';
import type { ReceiverMemory } from './receivers/receiver-memory';
import type { ScheduleMemory } from './schedules/schedule-memory';

interface Memories {
  readonly schedules: ScheduleMemory;
  readonly receivers: ReceiverMemory;
}

/**
 * Adopts the things that version 0.1.0 stored for disabled and deleted nodes. Running nodes record their own things. The
 * schedules of a deleted node stayed at the service if its account was deleted, too.
 */
export function adoptFormer(
  memory: MadeMemory,
  { schedules, receivers }: Memories,
  nodes: ConfiguredNodes,
  flows: string,
  nowMs: number,
): void {
  const known = new Set(memory.all().map(([id]) => id));
  function adopt(
    made: Pick<Made, 'kind' | 'name' | 'nodeId' | 'account' | 'service' | 'what'>,
    isMarked: boolean,
  ): void {
    if (known.has(idOf(made))) return;
    const isConfigured = nodes.has(made.nodeId);
    const node = isConfigured ? nodes.get(made.nodeId) : undefined;
    // The node is inside a subflow.
    if (node === undefined && isConfigured) return;
    const nodeName = typeof node?.name === 'string' ? node.name : '';
    // The version did not store whether the thing stays after its node is deleted.
    const undecided = node === undefined && !isMarked;
    const stays = node?.removeWithNode === false;
    memory.record({
      nodeType: node?.type ?? '',
      nodeName,
      owner: '',
      flows,
      madeAt: nowMs,
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
