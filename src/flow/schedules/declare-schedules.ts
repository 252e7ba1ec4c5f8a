import type { Node, NodeAPI } from 'node-red';
import type { Clock } from '../../clock';
import { sleep } from '../../clock';
import type { BatchOperator } from '../../control';
import type { Account } from '../accounts/account';
import { type AppliedSchedules, applySchedules, type Declaration } from './apply-schedules';
import { scheduleMemory, serviceName } from './schedule-memory';
import { removeWithdrawn, withdrawSchedules } from './withdraw-schedules';

/** A node's close must end within two seconds. */
const markingMs = 1_500;

interface Declarer {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly clock: Clock;
  /** Whether the node's batches go with the node. */
  readonly removeWithNode: boolean;
  /** The account and its operator, or the error that there is none. */
  open(): Promise<{ readonly account: Account; readonly accountId: string; readonly operator: BatchOperator }>;
}

/** Declared schedules of one node. */
export interface Declares {
  apply(wanted: readonly unknown[], guard: Declaration['guard']): Promise<AppliedSchedules>;
  /** The node declares nothing (any more): removes what it declared before. */
  nothing(): Promise<void>;
  /** The node was deleted, or its tab disabled. */
  removed(): Promise<void>;
}

export function createDeclares({ RED, node, clock, removeWithNode, open }: Declarer): Declares {
  const memory = scheduleMemory(String(RED.settings.userDir ?? '.'));

  async function opened() {
    const { account, accountId, operator } = await open();
    return { operator, service: serviceName(accountId, account.kind, await account.client()) };
  }

  const mark = () => withdrawSchedules({ memory, nodeId: node.id, remove: removeWithNode });

  /** What was marked is removed now, or by whoever works with that service next. */
  async function removeAt(services: readonly string[]): Promise<void> {
    if (services.length === 0 || !removeWithNode) return;
    const { service, operator } = await opened();
    if (!services.includes(service)) return;
    const { notRemoved } = await removeWithdrawn(memory, service, operator);
    for (const { id, why } of notRemoved) RED.log.warn(`batch-schedule: ${id} is not removed yet: ${why}`);
  }

  function isConfigured(): boolean {
    let found = false;
    RED.nodes.eachNode(({ id }) => {
      found ||= id === node.id;
    });
    return found;
  }

  return {
    async apply(wanted, guard) {
      const { service, operator } = await opened();
      await withdrawSchedules({ memory, nodeId: node.id, except: service, remove: true });
      return applySchedules({ memory, operator, clock, service, nodeId: node.id, wanted, guard });
    },
    nothing: async () => removeAt(await mark()),
    async removed() {
      // Its tab was disabled: it is still there.
      if (isConfigured()) return;
      const failed = (error: unknown) =>
        RED.log.warn(`batch-schedule: schedules of ${node.id} are not removed yet: ${String(error)}`);
      const marked = mark();
      // The account is closed at the same time; after the deploy there is one again.
      RED.events.once('flows:started', () => marked.then(removeAt).catch(failed));
      const late = new AbortController();
      await Promise.race([marked.catch(failed), sleep(clock, markingMs, late.signal).catch(() => undefined)]);
      late.abort();
    },
  };
}
