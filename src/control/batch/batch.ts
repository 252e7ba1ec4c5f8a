import type { AnswerOf, InputOf } from '../../catalog';
import { type CallOptions, type Client, ClientError, type RequestPreview, type Reservation } from '../../client';
import { type Clock, sleep } from '../../clock';
import { defined } from '../../object';
import { createDeviceInterlocks } from '../interlocks/device';
import { createInterlocks } from '../interlocks/handle';
import { createProtection } from '../interlocks/protection';
import { isDryRun, type SafetySettings } from '../interlocks/safety';
import { beginRecord, recordEnd, type WriteDescription } from '../record/recorded';
import { memoryContext, type OperatorContext } from '../write/operator-context';
import { sendingOf, signalPart, type WriteRequest } from '../write/write-request';
import { checkEach, checkSunLocation, withDeviceIds } from './devices';
import { enterDevices } from './entry';
import { type BatchBody, callOf, handleCommandOf, readOrder, runsAtOnce } from './order';
import { type BatchProgress, type BatchStatuses, isCancelled, progressOf } from './progress';

/** The interval of status reads while a batch is awaited. */
const pollMs = 2_000;

/** A request for a batch, with what its checks need. */
export interface BatchGuard extends WriteRequest {
  /** For a batch that closes breakers at once: they may have been opened by hand or by a trip. */
  readonly confirmed: boolean;
  readonly confirmClose: boolean;
  /** Devices were picked one by one, so there is no ceiling on their number. */
  readonly picked: boolean;
  /** Replaces the account's ceiling. */
  readonly maxDevices?: number;
  /** Accepts times that have passed: the caller handles them. */
  readonly allowPast?: boolean;
}

export type Batch = AnswerOf<'batchCommands.get'>;

/** `accepted`: the service has it. `confirmed`: found by a read after a lost answer. `unknown`: not found. */
export interface BatchResult {
  readonly outcome: 'accepted' | 'confirmed' | 'unknown' | 'dry-run';
  readonly at: number;
  /** Increases with every requested write; absent for a batch that a schedule declares. */
  readonly sequence?: number;
  readonly id?: string;
  readonly batch?: Batch;
  /** Dry run only: what would have been sent. */
  readonly request?: RequestPreview;
}

export interface CancelResult {
  readonly id: string;
  readonly outcome: 'accepted' | 'dry-run';
  readonly at: number;
  readonly request?: RequestPreview;
}

/** Makes, reads and cancels batch commands within the account's safety settings. spec 4.4 */
export interface BatchOperator {
  /** The batch body as it would be sent, with its devices; throws one error with every problem. */
  prepare(
    value: unknown,
    guard: Pick<BatchGuard, 'picked' | 'maxDevices' | 'allowPast' | 'signal'>,
  ): Promise<BatchBody>;
  /** Throws where an interlock forbids the batch. Takes a prepared body. */
  check(order: BatchBody, guard: BatchGuard): Promise<void>;
  /** Sends a prepared and checked order; `unknown` when its answer was lost and no read shows the batch. */
  send(order: BatchBody, options?: Pick<CallOptions, 'expiresAtMs' | 'signal'>): Promise<BatchResult>;
  /** Prepares, checks and sends. */
  create(value: unknown, guard: BatchGuard): Promise<BatchResult>;
  preview(order: BatchBody): RequestPreview;
  isDryRun(guard: Pick<BatchGuard, 'dryRun'>): boolean;
  list(filter: InputOf<'batchCommands.list'>['filter'], signal?: AbortSignal): Promise<Batch[]>;
  get(id: string, signal?: AbortSignal): Promise<Batch>;
  statuses(id: string, signal?: AbortSignal): Promise<BatchStatuses>;
  isCancelled(id: string, signal?: AbortSignal): Promise<boolean>;
  cancel(id: string, options: { dryRun: boolean; signal?: AbortSignal; deadlineMs?: number }): Promise<CancelResult>;
  /** Reads the statuses until no device has anything left to do; ends with `TIMEOUT` when that takes too long. */
  waitForCompletion(
    id: string,
    options: { withinMs: number; onProgress: (progress: BatchProgress) => void; signal?: AbortSignal },
  ): Promise<BatchProgress & { readonly devices: BatchStatuses }>;
}

export function createBatchOperator(
  client: Client,
  clock: Clock,
  safety: SafetySettings,
  context: OperatorContext = memoryContext(clock),
): BatchOperator {
  const interlocks = createInterlocks(client, clock, safety, context);
  const { checkSettable } = createDeviceInterlocks(client, clock, safety);
  const protection = createProtection(safety);

  async function prepare(value: unknown, guard: Parameters<BatchOperator['prepare']>[1]): Promise<BatchBody> {
    const read = readOrder(value, guard.allowPast === true ? undefined : clock.now());
    if ('problems' in read)
      throw new ClientError('INVALID_INPUT', 'the batch is not valid', {
        operation: read.operation,
        validations: read.problems,
        retryable: false,
      });
    const { maxDevices = safety.maxDevices, picked, signal } = guard;
    return withDeviceIds(client, read.order, { maxDevices, picked, checksSettings: !protection.isEmpty(), signal });
  }

  async function check(order: BatchBody, guard: BatchGuard): Promise<void> {
    const expiresAtMs = checkAge(order, guard);
    const command = handleCommandOf(order);
    const { signal, confirmed } = guard;
    // A later run closes a breaker that somebody may have opened meanwhile, which cannot be checked now.
    const confirmClose = guard.confirmClose && runsAtOnce(order);
    if (command === undefined)
      await checkEach(order, (deviceId) => checkSettable({ ...guard, deviceId }, callOf(order).id), signal);
    else
      await checkEach(
        order,
        (deviceId) => {
          const request = { deviceId, command, confirmed, confirmClose, ...signalPart(signal) };
          interlocks.checkWithoutReads(request);
          return interlocks.check(request, expiresAtMs);
        },
        signal,
      );
    await checkSunLocation(client, order, signal);
  }

  function checkAge(order: BatchBody, guard: BatchGuard): number {
    return interlocks.checkAge({ ...guard, deviceId: order.locationId ?? order.deviceIds?.[0] ?? 'batch' });
  }

  async function send(order: BatchBody, options: CallOptions = {}): Promise<BatchResult> {
    const call = callOf(order);
    try {
      const { data, settledBy } =
        call.id === 'batchCommands.create'
          ? await client.call(call.id, call.input, options)
          : await client.call(call.id, call.input, options);
      const outcome = settledBy === 'answer' ? 'accepted' : 'confirmed';
      return { outcome, at: clock.now(), id: data.id, batch: data };
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'UNKNOWN_OUTCOME') throw error;
      return { outcome: 'unknown', at: clock.now() };
    }
  }

  async function createPrepared(
    order: BatchBody,
    guard: BatchGuard & { readonly reservation: Reservation },
    recordSent: () => void,
  ): Promise<BatchResult> {
    const command = handleCommandOf(order);
    if (isDryRun(guard, safety)) {
      checkAge(order, guard);
      const { confirmed, confirmClose } = guard;
      await checkEach(order, (deviceId) =>
        interlocks.checkWithoutReads({ deviceId, command: command ?? 'open', confirmed, confirmClose }),
      );
      return { outcome: 'dry-run', at: clock.now(), request: preview(order) };
    }
    const sending = sendingOf(guard, safety.commandExpiryMs);
    if (command === undefined || !runsAtOnce(order)) {
      guard.reservation.release();
      await check(order, guard);
      recordSent();
      return send(order, sending);
    }
    // A batch that operates breakers at once obeys order and pace of each breaker, as a single command does.
    const entries = enterDevices(client, order, { ...sending, reservation: guard.reservation, kind: command });
    try {
      await entries.ready();
      await entries.unlessEnded(check(order, guard));
      entries.begin(clock.monotonicMs());
      recordSent();
      return await send(order, sending);
    } finally {
      entries.leave();
    }
  }

  function preview(order: BatchBody): RequestPreview {
    const call = callOf(order);
    return call.id === 'batchCommands.create'
      ? client.preview(call.id, call.input)
      : client.preview(call.id, call.input);
  }

  async function statuses(id: string, signal?: AbortSignal): Promise<BatchStatuses> {
    return (await client.call('batchCommands.devices', { path: { id } }, signalPart(signal))).data;
  }

  return {
    prepare,
    check,
    send,
    preview,
    statuses,
    isDryRun: (guard) => isDryRun(guard, safety),
    async create(value, guard) {
      const reservation = guard.reservation ?? client.queue.reserve();
      try {
        const order = await prepare(value, guard);
        const recorded = beginRecord(context, guard, describeWrite(order));
        const result = await recordEnd(
          recorded,
          createPrepared(order, { ...guard, reservation }, () => recorded.sent()),
        );
        return { ...result, sequence: recorded.sequence };
      } finally {
        reservation.release();
      }
    },
    list: async (filter, signal) =>
      (await client.call('batchCommands.list', filter === undefined ? {} : { filter }, signalPart(signal))).data,
    get: async (id, signal) => (await client.call('batchCommands.get', { path: { id } }, signalPart(signal))).data,
    isCancelled: async (id, signal) => isCancelled(await statuses(id, signal)),
    async cancel(id, { dryRun, signal, deadlineMs }) {
      const input = { path: { id } };
      const request = client.preview('batchCommands.cancel', input);
      if (isDryRun({ dryRun }, safety)) return { id, outcome: 'dry-run', at: clock.now(), request };
      const options = { ...signalPart(signal), ...defined({ deadlineMs }) };
      await client.call('batchCommands.cancel', input, options);
      return { id, outcome: 'accepted', at: clock.now() };
    },
    async waitForCompletion(id, { withinMs, onProgress, signal }) {
      const endMs = clock.monotonicMs() + withinMs;
      for (;;) {
        const devices = await statuses(id, signal);
        const progress = progressOf(devices);
        onProgress(progress);
        if (progress.done) return { ...progress, devices };
        const leftMs = endMs - clock.monotonicMs();
        if (leftMs <= 0)
          throw new ClientError(
            'TIMEOUT',
            `${progress.total - progress.succeeded - progress.failed} devices of ${id} are not done`,
            {
              operation: 'batchCommands.devices',
              validations: [],
              retryable: true,
            },
          );
        await sleep(clock, Math.min(pollMs, leftMs), signal);
      }
    },
  };
}

function describeWrite(order: BatchBody): WriteDescription {
  const { deviceIds } = order;
  const command = handleCommandOf(order);
  const { reason } = order.body as { readonly reason?: unknown };
  return {
    operation: callOf(order).id,
    change: runsAtOnce(order) ? `${order.path} now` : `${order.path} by a schedule`,
    ...defined({ deviceIds }),
    // A later run is not a command yet: the service executes it then.
    ...(command === undefined || !runsAtOnce(order) ? {} : { command }),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}
