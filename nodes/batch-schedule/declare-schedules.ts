import type { Node, NodeAPI } from 'node-red';
import type { Clock } from '../../src/clock';
import type { BatchOperator } from '../../src/control';
import { type Account, stateTroubleLog, userDirOf } from '../../src/runtime';
import { createMadeByNode, scheduleMemory, serviceName, withdrawSchedules } from '../../src/runtime/made';
import { type AppliedSchedules, applySchedules, type Declaration } from './apply-schedules';

interface DeclarationOptions {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly clock: Clock;
  readonly accountId: string;
  /** Whether the node's batches are deleted with the node. */
  readonly removeWithNode: boolean;
  /** Rejects if there is no account. */
  open(): Promise<{ readonly account: Account; readonly operator: BatchOperator }>;
}

/** The declared schedules of one node. They are withdrawn when it is deleted. */
export interface DeclaredSchedules {
  apply(wanted: readonly unknown[], guard: Declaration['guard']): Promise<AppliedSchedules>;
  /** Removes everything that the node declared before. */
  withdraw(): void;
  /** Whether the record of the node's schedules would be lost at a restart. */
  isForgetful(): boolean;
  close(): void;
}

export function createDeclaredSchedules({
  RED,
  node,
  clock,
  accountId,
  removeWithNode,
  open,
}: DeclarationOptions): DeclaredSchedules {
  const memory = scheduleMemory(userDirOf(RED), stateTroubleLog(RED));
  const made = createMadeByNode({ RED, node, accountId, removeWithNode });

  return {
    async apply(wanted, guard) {
      const { account, operator } = await open();
      const service = serviceName(accountId, account.kind, await account.client());
      const schedules = { kind: 'schedules', name: service, what: {} } as const;
      await made.idle();
      if (!operator.isDryRun(guard)) {
        // First, so that what the node had at another account is not found here as already wanted.
        await withdrawSchedules({ memory, nodeId: node.id, except: service, remove: true });
        await made.keepOnly([schedules]);
        await made.record([schedules]);
      }
      return applySchedules({ memory, operator, clock, service, nodeId: node.id, wanted, guard });
    },
    withdraw: () => void made.keepOnly([]),
    isForgetful: () => made.isForgetful() || memory.trouble() !== undefined,
    close: made.close,
  };
}
