import { ClientError } from '../../src/client';
import { type Clock, sleep } from '../../src/clock';
import { type BatchBody, type BatchOperator, type BatchRequest, type BatchResult, runsAtOnce } from '../../src/control';
import { invalidInput } from '../../src/runtime';
import {
  adoptPending,
  type Declared,
  forgetBatch,
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

/** The schedules that a node declares, and what is needed to apply them. */
export interface Declaration {
  readonly memory: ScheduleMemory;
  readonly operator: BatchOperator;
  readonly clock: Clock;
  /** The name of the service and of the account at it. */
  readonly service: string;
  readonly nodeId: string;
  /** Unchecked batch bodies, from the dialog or from a message. */
  readonly wanted: readonly unknown[];
  readonly request: BatchRequest;
}

/** The result of `applySchedules`. */
export interface AppliedSchedules extends Removal {
  readonly outcome: 'applied' | 'dry-run';
  readonly created: readonly BatchResult[];
  /** `ours`: the node created it. Any other existed before and is not removed with the node. */
  readonly kept: readonly { readonly id: string; readonly ours: boolean }[];
  /** Declared schedules whose time has passed. */
  readonly over: SchedulePlan['over'];
}

/**
 * Creates and deletes batches until the service has those that the node declares. Every batch body is checked
 * before anything changes. It is saved before it is sent, and searched for at the service before it is sent again, so
 * that applying again after a crash neither duplicates nor loses a batch.
 */
export async function applySchedules(declaration: Declaration): Promise<AppliedSchedules> {
  const { memory, operator, clock, service, nodeId, wanted, request } = declaration;
  const orders = await prepareAll(operator, wanted, request);
  return memory.with(service, async (declarations, save) => {
    const mine = declarations[nodeId] ?? { made: {}, pending: {}, shared: {} };
    if (!operator.isDryRun(request)) {
      declarations[nodeId] = mine;
      delete mine.gone;
    }
    const known = await settlePending(declaration, mine, orders);
    const plan = planSchedules(orders, known, clock.now());
    const { over } = plan;
    const kept = plan.keep.map(({ id, ours }) => ({ id, ours }));
    if (operator.isDryRun(request)) {
      for (const order of plan.create) await operator.checkDryRun(order as BatchBody, request);
      return { ...(await previewPlan(operator, plan, clock.now())), kept, over };
    }
    for (const order of plan.create) await operator.check(order as BatchBody, request);
    const foundAtService = plan.keep.filter(({ ours }) => !ours);
    mine.shared = Object.fromEntries(foundAtService.map(({ id, order }) => [id, fingerprint(order)]));
    save();
    const created: BatchResult[] = [];
    for (const order of plan.create) {
      request.signal?.throwIfAborted();
      created.push(await createAndRemember(declaration, mine, order as BatchBody, save));
    }
    const listed = new Set(known.map(({ batch }) => batch.id));
    const createdIds = new Set(created.map(({ id }) => id));
    const lost = Object.keys(mine.made).filter((id) => !listed.has(id) && !createdIds.has(id));
    const cancelledIds = known
      .filter(({ ours, cancelled }) => ours !== undefined && cancelled)
      .map(({ batch }) => batch.id);
    for (const id of cancelledIds) forgetBatch(mine, id);
    const removing = { operator, declarations, signal: request.signal };
    const removal = await removeBatches(removing, mine, [...plan.remove.map(({ id }) => id), ...lost]);
    await removeForDeletedNodes(removing);
    save();
    return { outcome: 'applied', created, kept, ...removal, over };
  });
}

async function createAndRemember(
  { operator, clock }: Declaration,
  mine: Declared,
  order: BatchBody,
  save: () => void,
): Promise<BatchResult> {
  const print = fingerprint(order);
  mine.pending[print] = { at: clock.now(), order };
  save();
  // The node's signal is not passed on: after an aborted request it would be unknown whether the batch exists.
  const result = await operator.send(order);
  if (result.id !== undefined) {
    mine.made[result.id] = print;
    if (result.organization !== undefined) mine.madeBy = { ...mine.madeBy, [result.id]: result.organization };
    delete mine.pending[print];
    save();
  }
  return result;
}

async function prepareAll(
  operator: BatchOperator,
  wanted: readonly unknown[],
  request: BatchRequest,
): Promise<BatchBody[]> {
  const problems: Problem[] = [];
  const orders: BatchBody[] = [];
  for (const [index, value] of wanted.entries()) {
    const fieldPath = (name: string) => [wanted.length === 1 ? '' : `[${index}]`, name].filter(Boolean).join('.');
    try {
      // The time of a single run may have passed since the deploy; the plan handles that.
      const order = await operator.prepare(value, { ...request, allowPast: true });
      orders.push(order);
      if (runsAtOnce(order))
        problems.push(problem(fieldPath('startTime'), 'required', 'is needed to declare a schedule'));
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'INVALID_INPUT') throw error;
      problems.push(...error.cause.validations.map((found) => ({ ...found, field: fieldPath(found.field) })));
    }
  }
  if (problems.length > 0) throw invalidInput('the declared schedules are not valid', problems);
  return orders;
}

async function previewPlan(operator: BatchOperator, plan: SchedulePlan, nowMs: number) {
  const created = plan.create.map(
    (order): BatchResult => ({
      outcome: 'dry-run',
      at: nowMs,
      request: operator.preview(order as BatchBody),
    }),
  );
  const removed = await Promise.all(plan.remove.map(({ id }) => operator.cancel(id, { dryRun: true })));
  return { outcome: 'dry-run' as const, created, removed, notRemoved: [] };
}

/** Determines which pending batch bodies the service has executed, and returns the batches at the service. */
async function settlePending(
  { operator, clock, request }: Declaration,
  mine: Declared,
  orders: readonly BatchBody[],
): Promise<KnownBatch[]> {
  for (;;) {
    const known = await knownBatches(operator, mine, orders, request.signal);
    adoptPending(mine, known);
    const youngest = Math.max(...Object.values(mine.pending).map(({ at }) => at));
    // `at` is wall-clock time, because it is stored. A clock that was set back must not prolong the wait.
    const ageMs = Math.max(0, clock.now() - youngest);
    if (ageMs >= settleMs) {
      mine.pending = {};
      return known;
    }
    await sleep(clock, settleMs - ageMs, request.signal);
    for (const sent of Object.values(mine.pending)) if (sent.at > clock.now()) sent.at = clock.now() - settleMs;
  }
}
