import { ClientError } from '../../src/client';
import { type Clock, sleep } from '../../src/clock';
import { type BatchBody, type BatchGuard, type BatchOperator, type BatchResult, runsAtOnce } from '../../src/control';
import { invalidInput } from '../../src/runtime';
import {
  adoptPending,
  type Declared,
  knownBatches,
  type Removal,
  removeBatches,
  removeForDeletedNodes,
  type ScheduleMemory,
} from '../../src/runtime/made';
import { fingerprint, type KnownBatch, planSchedules, type SchedulePlan } from '../../src/schedule';
import { type Problem, problem } from '../../src/schema';

/** After a crash, the service may take this long to execute a request that was in flight. */
const settleMs = 5_000;

/** The schedules that a node declares, and what it needs to apply them. */
export interface Declaration {
  readonly memory: ScheduleMemory;
  readonly operator: BatchOperator;
  readonly clock: Clock;
  /** Names the service and the account at it. */
  readonly service: string;
  readonly nodeId: string;
  /** Orders as a dialog or a message gives them. */
  readonly wanted: readonly unknown[];
  readonly guard: BatchGuard;
}

/** What `applySchedules` has done. */
export interface AppliedSchedules extends Removal {
  readonly outcome: 'applied' | 'dry-run';
  readonly created: readonly BatchResult[];
  /** `ours`: the node made it; otherwise it was there already and stays when the node goes. */
  readonly kept: readonly { readonly id: string; readonly ours: boolean }[];
  /** Declared, but in the past. */
  readonly over: SchedulePlan['over'];
}

/**
 * Creates and deletes batches until the service has those that the node declares. Every order is checked before
 * anything changes. An order is saved before it is sent, and searched for at the service before it is sent again:
 * whenever the process dies, applying again neither duplicates nor loses a batch.
 */
export async function applySchedules(declaration: Declaration): Promise<AppliedSchedules> {
  const { memory, operator, clock, service, nodeId, wanted, guard } = declaration;
  const orders = await prepareAll(operator, wanted, guard);
  return memory.with(service, async (declarations, save) => {
    declarations[nodeId] ??= { made: {}, pending: {}, shared: {} };
    const mine = declarations[nodeId];
    delete mine.gone;
    const known = await settlePending(declaration, mine, orders);
    const plan = planSchedules(orders, known, clock.now());
    const { over } = plan;
    const kept = plan.keep.map(({ id, ours }) => ({ id, ours }));
    if (operator.isDryRun(guard)) return { ...(await showPlan(operator, plan, clock.now())), kept, over };
    for (const order of plan.create) await operator.check(order as BatchBody, guard);
    const found = plan.keep.filter(({ ours }) => !ours);
    mine.shared = Object.fromEntries(found.map(({ id, order }) => [id, fingerprint(order)]));
    save();
    const created: BatchResult[] = [];
    for (const order of plan.create) {
      guard.signal?.throwIfAborted();
      created.push(await createRemembered(declaration, mine, order as BatchBody, save));
    }
    const listed = new Set(known.map(({ batch }) => batch.id));
    const newest = new Set(created.map(({ id }) => id));
    const lost = Object.keys(mine.made).filter((id) => !listed.has(id) && !newest.has(id));
    const cancelled = known.filter((one) => one.ours !== undefined && one.cancelled).map(({ batch }) => batch.id);
    for (const id of cancelled) delete mine.made[id];
    const removing = { operator, declarations, signal: guard.signal };
    const removal = await removeBatches(removing, mine, [...plan.remove.map(({ id }) => id), ...lost]);
    await removeForDeletedNodes(removing);
    save();
    return { outcome: 'applied', created, kept, ...removal, over };
  });
}

async function createRemembered(
  { operator, clock }: Declaration,
  mine: Declared,
  order: BatchBody,
  save: () => void,
): Promise<BatchResult> {
  const print = fingerprint(order);
  mine.pending[print] = { at: clock.now(), order };
  save();
  // Without the signal of the node: after an aborted request, it would be unknown whether the batch exists.
  const result = await operator.send(order);
  if (result.id !== undefined) {
    mine.made[result.id] = print;
    delete mine.pending[print];
    save();
  }
  return result;
}

async function prepareAll(
  operator: BatchOperator,
  wanted: readonly unknown[],
  guard: BatchGuard,
): Promise<BatchBody[]> {
  const problems: Problem[] = [];
  const orders: BatchBody[] = [];
  for (const [index, value] of wanted.entries()) {
    const field = (name: string) => [wanted.length === 1 ? '' : `[${index}]`, name].filter(Boolean).join('.');
    try {
      // A single run in the past was valid when it was deployed first: the plan handles it.
      const order = await operator.prepare(value, { ...guard, allowPast: true });
      orders.push(order);
      if (runsAtOnce(order)) problems.push(problem(field('startTime'), 'required', 'is needed to declare a schedule'));
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'INVALID_INPUT') throw error;
      problems.push(...error.cause.validations.map((one) => ({ ...one, field: field(one.field) })));
    }
  }
  if (problems.length > 0) throw invalidInput('the declared schedules are not valid', problems);
  return orders;
}

async function showPlan(operator: BatchOperator, plan: SchedulePlan, at: number) {
  const created = plan.create.map(
    (order): BatchResult => ({
      outcome: 'dry-run',
      at,
      request: operator.preview(order as BatchBody),
    }),
  );
  const removed = await Promise.all(plan.remove.map(({ id }) => operator.cancel(id, { dryRun: true })));
  return { outcome: 'dry-run' as const, created, removed, notRemoved: [] };
}

/** Finds out which of the pending orders the service has executed. Returns the batches at the service. */
async function settlePending(
  { operator, clock, guard }: Declaration,
  mine: Declared,
  orders: readonly BatchBody[],
): Promise<KnownBatch[]> {
  for (;;) {
    const known = await knownBatches(operator, mine, orders, guard.signal);
    adoptPending(mine, known);
    const youngest = Math.max(...Object.values(mine.pending).map(({ at }) => at));
    // `at` is wall-clock time, because it is kept over a restart. A clock that was set back must not prolong the wait.
    const ageMs = Math.max(0, clock.now() - youngest);
    if (ageMs >= settleMs) {
      mine.pending = {};
      return known;
    }
    await sleep(clock, settleMs - ageMs, guard.signal);
    for (const one of Object.values(mine.pending)) if (one.at > clock.now()) one.at = clock.now() - settleMs;
  }
}
