import type { Node, NodeAPI } from 'node-red';
import type { Clock } from '../../src/clock';
import type { BatchOperator } from '../../src/control';
import { type Account, stateTroubleLog, userDirOf } from '../../src/runtime';
import { createMadeByNode, endDeclarations, scheduleMemory, serviceName } from '../../src/runtime/made';
import { type AppliedSchedules, applySchedules, type Declaration } from './apply-schedules';

interface DeclarationOptions {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly clock: Clock;
  readonly accountId: string;
  /** Whether the node's batches are deleted with the node. */
  readonly removeWithNode: boolean;
  /** Rejects if there is no account. */
  accountAndOperator(): Promise<{ readonly account: Account; readonly operator: BatchOperator }>;
}

/** The declared schedules of one node. They are removed from the service when the node is deleted. */
export interface DeclaredSchedules {
  apply(wanted: readonly unknown[], request: Declaration['request']): Promise<AppliedSchedules>;
  /** Removes everything that the node declared before. */
  removeAll(): void;
  /** Whether the stored list of the node's schedules could not be saved, so that a restart would lose it. */
  isStateUnsaved(): boolean;
  close(): void;
}

export function createDeclaredSchedules({
  RED,
  node,
  clock,
  accountId,
  removeWithNode,
  accountAndOperator,
}: DeclarationOptions): DeclaredSchedules {
  const memory = scheduleMemory(userDirOf(RED), stateTroubleLog(RED));
  const made = createMadeByNode({ RED, node, accountId, removeWithNode });

  return {
    async apply(wanted, request) {
      const { account, operator } = await accountAndOperator();
      const service = serviceName(accountId, account.kind, await account.client());
      const schedules = { kind: 'schedules', name: service, what: {} } as const;
      await made.idle();
      if (!operator.isDryRun(request)) {
        // First, so that schedules of the node at its former account are not mistaken for wanted ones.
        await endDeclarations({ memory, nodeId: node.id, except: service, remove: true });
        await made.keepOnly([schedules]);
        await made.record([schedules]);
      }
      return applySchedules({ memory, operator, clock, service, nodeId: node.id, wanted, request });
    },
    removeAll: () => void made.keepOnly([]),
    isStateUnsaved: () => made.isStateUnsaved() || memory.trouble() !== undefined,
    close: made.close,
  };
}
