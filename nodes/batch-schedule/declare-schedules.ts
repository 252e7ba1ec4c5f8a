import type { Node, NodeAPI } from 'node-red';
import type { Clock } from '../../src/clock';
import type { BatchOperator } from '../../src/control';
import { type Account, stateTroubleLog, userDirOf } from '../../src/runtime';
import { createMadeByNode, scheduleMemory, serviceName, withdrawSchedules } from '../../src/runtime/made';
import { type AppliedSchedules, applySchedules, type Declaration } from './apply-schedules';

interface Declarer {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly clock: Clock;
  readonly accountId: string;
  /** Whether the node's batches go with the node. */
  readonly removeWithNode: boolean;
  /** The account and its operator, or the error that there is none. */
  open(): Promise<{ readonly account: Account; readonly operator: BatchOperator }>;
}

/** Declared schedules of one node. They are taken back when it is deleted. */
export interface Declares {
  apply(wanted: readonly unknown[], guard: Declaration['guard']): Promise<AppliedSchedules>;
  /** The node declares nothing (any more): removes what it declared before. */
  nothing(): void;
  /** Whether a restart would not know which schedules are the node's. */
  isForgetful(): boolean;
  close(): void;
}

export function createDeclares({ RED, node, clock, accountId, removeWithNode, open }: Declarer): Declares {
  const memory = scheduleMemory(userDirOf(RED), stateTroubleLog(RED));
  const made = createMadeByNode({ RED, node, accountId, removeWithNode });

  return {
    async apply(wanted, guard) {
      const { account, operator } = await open();
      const service = serviceName(accountId, account.kind, await account.client());
      const own = { kind: 'schedules', name: service, what: {} } as const;
      await made.idle();
      if (!operator.isDryRun(guard)) {
        // First: what it had at another account must be gone before it could be found here as wanted.
        await withdrawSchedules({ memory, nodeId: node.id, except: service, remove: true });
        await made.keepOnly([own]);
        await made.record([own]);
      }
      return applySchedules({ memory, operator, clock, service, nodeId: node.id, wanted, guard });
    },
    nothing: () => void made.keepOnly([]),
    isForgetful: () => made.isForgetful() || memory.trouble() !== undefined,
    close: made.close,
  };
}
