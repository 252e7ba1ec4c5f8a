import { type BatchOrder, type ListedBatch, runsOnce } from './batch';
import { fingerprint, isBatchOf, isSamePrint } from './fingerprint';

/** A batch at the service, with what the planner knows of it. */
export interface KnownBatch {
  batch: ListedBatch;
  /** It was cancelled on all of its devices: it is listed, but does nothing any more. */
  cancelled?: boolean | undefined;
  /** Made by this planner: the {@link fingerprint} of its order, which the service may list in another form. */
  ours?: string | undefined;
}

/** What to do so that the service does what is wanted. */
export interface SchedulePlan {
  create: BatchOrder[];
  keep: { order: BatchOrder; id: string; ours: boolean }[];
  /** Made by this planner, and not wanted any more. Batches of others are never removed. */
  remove: ListedBatch[];
  /** Wanted and absent, but its time has passed: the service would run it at once. */
  over: BatchOrder[];
}

/**
 * Compares the wanted orders with the existing batches. An order is fulfilled by a batch with the same
 * command, schedule and devices that is not cancelled, whoever made it, so planning again after any part of a plan was
 * executed never makes a duplicate.
 */
export function planSchedules(
  wanted: readonly BatchOrder[],
  existing: readonly KnownBatch[],
  nowMs: number,
): SchedulePlan {
  const plan: SchedulePlan = { create: [], keep: [], remove: [], over: [] };
  const orders = new Map(wanted.map((order) => [fingerprint(order), order]));
  const live = existing.filter(({ cancelled }) => cancelled !== true);
  const kept = new Set<KnownBatch>();
  for (const [print, order] of orders) {
    const fitting = live.filter(
      (known) => !kept.has(known) && (isSamePrint(known.ours, print) || isBatchOf(order, known.batch)),
    );
    const [best] = fitting.sort((a, b) => rank(a, print) - rank(b, print) || createdAt(a) - createdAt(b));
    if (best !== undefined) {
      kept.add(best);
      plan.keep.push({ order, id: best.batch.id, ours: best.ours !== undefined });
    } else if (isOver(order, nowMs)) plan.over.push(order);
    else plan.create.push(order);
  }
  plan.remove = live.filter((known) => known.ours !== undefined && !kept.has(known)).map(({ batch }) => batch);
  return plan;
}

function rank({ ours }: KnownBatch, print: string): number {
  if (isSamePrint(ours, print)) return 0;
  return ours === undefined ? 2 : 1;
}

function createdAt({ batch }: KnownBatch): number {
  return batch.createdAt === undefined ? 0 : Date.parse(batch.createdAt);
}

function isOver(order: BatchOrder, nowMs: number): boolean {
  const { startTime, endTime } = order.sunSchedule ?? order;
  const last = runsOnce(order) ? startTime : endTime;
  return last !== undefined && Date.parse(last) <= nowMs;
}
