import type { BatchLocation, BatchPreview, BatchQuestion } from '../../admin-api';
import { type Client, ClientError } from '../../client';
import type { Clock } from '../../clock';
import {
  type Batch,
  type BatchBody,
  type BatchOperator,
  batchWarnings,
  createBatchOperator,
  findSunPlace,
} from '../../control';
import { defined } from '../../object';
import { isBatchOf, planSchedules } from '../../schedule';
import { problem } from '../../schema';
import type { Account } from '..';
import { knownBatches, type ScheduleMemory, serviceName } from '../made';

/** How old an answer of the service may be in a dialog. */
const maxAgeMs = 15_000;

/** Reads a question that came as JSON. */
export function readQuestion(given: unknown): BatchQuestion {
  const { nodeId, order, picked, maxDevices, declares } = (given ?? {}) as Partial<
    Record<keyof BatchQuestion, unknown>
  >;
  return {
    nodeId: String(nodeId ?? ''),
    order,
    picked: picked === true,
    ...(typeof maxDevices === 'number' ? { maxDevices } : {}),
    declares: declares === true,
  };
}

/** Compares an order with the batches at the service, without changing anything there. */
export async function readBatches(
  account: Account,
  clock: Clock,
  memory: ScheduleMemory,
  accountId: string,
  question: BatchQuestion,
): Promise<BatchPreview> {
  const { nodeId, declares, picked, maxDevices } = question;
  const client = await account.client();
  const operator = createBatchOperator(client, clock, account.safety, account.context);
  const ceiling = { picked, allowPast: declares, ...defined({ maxDevices }) };
  const prepared = await prepare(operator, question.order, ceiling);
  const { locationId } = (question.order ?? {}) as BatchBody;
  const location = await locationOf(client, locationId);
  const order = 'order' in prepared ? prepared.order : undefined;
  const deviceIds = await devicesOf(client, order);
  const service = serviceName(accountId, account.kind, client);
  return memory.with(service, async (declarations) => {
    const mine = declarations[nodeId];
    const known = await knownBatches(operator, mine, order === undefined ? [] : [order]);
    const sharing = known.filter(
      ({ batch, ours, cancelled }) =>
        cancelled !== true &&
        ours === undefined &&
        !(order !== undefined && isBatchOf(order, batch)) &&
        batch.deviceIds?.some((id) => deviceIds.includes(id)),
    );
    const plan = declares && order !== undefined ? planSchedules([order], known, clock.now()) : undefined;
    return {
      problems: 'problems' in prepared ? prepared.problems : [],
      warnings: order === undefined ? [] : batchWarnings(order),
      deviceIds,
      ...defined({ location }),
      others: await notCancelled(
        operator,
        client,
        sharing.map(({ batch }) => batch as Batch),
      ),
      ...(plan === undefined
        ? {}
        : {
            plan: {
              create: plan.create.length,
              keep: plan.keep.length,
              remove: plan.remove.length,
              over: plan.over.length,
            },
          }),
    };
  });
}

async function prepare(operator: BatchOperator, order: unknown, ceiling: Parameters<BatchOperator['prepare']>[1]) {
  try {
    return { order: await operator.prepare(order, ceiling) };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const { validations } = error.cause;
    return { problems: validations.length > 0 ? validations : [problem('', error.code, error.message)] };
  }
}

async function locationOf(client: Client, locationId: string | undefined): Promise<BatchLocation | undefined> {
  if (locationId === undefined) return undefined;
  try {
    const place = await findSunPlace(client, locationId, { maxAgeMs });
    if (place === undefined) return undefined;
    const { id: _, ...location } = place;
    return location;
  } catch (error) {
    // What is wrong with the location is among the problems of the order.
    if (error instanceof ClientError && ['NOT_FOUND', 'INVALID_INPUT', 'INVALID_ID'].includes(error.code))
      return undefined;
    throw error;
  }
}

async function devicesOf(client: Client, order: BatchBody | undefined): Promise<string[]> {
  if (order?.deviceIds !== undefined) return [...order.deviceIds];
  if (order?.locationId === undefined) return [];
  const filter = { ancestorLocationId: order.locationId };
  const data = await client.list('devices.list', { filter }, { maxAgeMs });
  return data.map(({ id }) => id);
}

async function notCancelled(operator: BatchOperator, client: Client, batches: readonly Batch[]) {
  const live = await Promise.all(
    batches.map(async (batch) => {
      if (await operator.isCancelled(batch.id)) return [];
      const location = batch.sunSchedule === undefined ? undefined : await locationOf(client, batch.locationId);
      return [{ batch, ...defined({ location }) }];
    }),
  );
  return live.flat();
}
