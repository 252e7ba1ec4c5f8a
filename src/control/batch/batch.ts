import type { AnswerOf, InputOf } from '../../catalog';
import {
  type CallOptions,
  type Client,
  ClientError,
  type OrganizationName,
  type RequestPreview,
  type Reservation,
} from '../../client';
import { type Clock, sleep } from '../../clock';
import { defined } from '../../object';
import { createDeviceInterlocks } from '../interlocks/device';
import { createInterlocks } from '../interlocks/handle';
import { createProtection } from '../interlocks/protection';
import { isDryRun, type SafetySettings } from '../interlocks/safety';
import { beginRecord, recordEnd, type WriteDescription } from '../record/begin-record';
import { memoryContext, type OperatorContext } from '../write/operator-context';
import { sendingOf, signalPart, type WriteRequest } from '../write/write-request';
import { type BatchBody, callOf, handleCommandOf, parseBatchBody, runsAtOnce } from './batch-body';
import { checkEach, sunPlaceOfBatch, withDeviceIds } from './devices';
import { enterDevices } from './entry';
import { type BatchProgress, type BatchStatuses, isCancelled, progressOf } from './progress';

/** The interval of status reads while a batch is awaited. */
const pollMs = 2_000;

/** A request to create a batch, with the values that its checks need. */
export interface BatchRequest extends WriteRequest {
  /** For a batch that closes breakers at once: they may have been opened by hand or by a trip. */
  readonly confirmed: boolean;
  readonly confirmClose: boolean;
  /** Devices were picked one by one, so there is no ceiling on their number. */
  readonly picked: boolean;
  /** Replaces the account's ceiling. */
  readonly maxDevices?: number;
  /** Accepts times that have passed: the caller handles them. */
  readonly allowPast?: boolean;
  /** Gets the devices of a location that are left out because the service does not say what they are. */
  readonly onUnknownType?: (deviceIds: readonly string[]) => void;
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
  /** Which organization made it, where the account has several. */
  readonly organization?: OrganizationName;
  /** Dry run only: what would have been sent. */
  readonly request?: RequestPreview;
}

export interface CancelResult {
  readonly id: string;
  readonly outcome: 'accepted' | 'dry-run';
  readonly at: number;
  readonly request?: RequestPreview;
}

/** Creates, reads and cancels batch commands within the account's safety settings. spec 4.4 */
export interface BatchOperator {
  /** Returns the batch body as it would be sent, with its devices and its sun. Throws one error with every problem. */
  prepare(
    value: unknown,
    request: Pick<BatchRequest, 'picked' | 'maxDevices' | 'allowPast' | 'onUnknownType' | 'signal'>,
  ): Promise<BatchBody>;
  /** Throws if an interlock refuses the prepared batch. */
  check(order: BatchBody, request: BatchRequest): Promise<void>;
  /** Throws if a dry run of the prepared batch is refused; in a trial that is wherever the batch would be. */
  checkDryRun(order: BatchBody, request: BatchRequest): Promise<void>;
  /** Sends a prepared and checked batch. `unknown`: the answer was lost and no read shows the batch. */
  send(order: BatchBody, options?: Pick<CallOptions, 'expiresAtMs' | 'signal'>): Promise<BatchResult>;
  /** Prepares, checks and sends. */
  create(value: unknown, request: BatchRequest): Promise<BatchResult>;
  preview(order: BatchBody): RequestPreview;
  isDryRun(request: Pick<BatchRequest, 'dryRun'>): boolean;
  list(filter: InputOf<'batchCommands.list'>['filter'], signal?: AbortSignal): Promise<Batch[]>;
  get(id: string, signal?: AbortSignal): Promise<Batch>;
  statuses(id: string, signal?: AbortSignal): Promise<BatchStatuses>;
  isCancelled(id: string, signal?: AbortSignal): Promise<boolean>;
  /** `organization`: the one that made it; where the account does not have it any more, nothing is sent. */
  cancel(
    id: string,
    options: { dryRun: boolean; signal?: AbortSignal; deadlineMs?: number; organization?: OrganizationName },
  ): Promise<CancelResult>;
  /** Reads the statuses until every device is done. Throws `TIMEOUT` if that takes longer than `withinMs`. */
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

  async function prepare(value: unknown, request: Parameters<BatchOperator['prepare']>[1]): Promise<BatchBody> {
    const read = parseBatchBody(value, request.allowPast === true ? undefined : clock.now());
    if ('problems' in read)
      throw new ClientError('INVALID_INPUT', 'the batch is not valid', {
        operation: read.operation,
        validations: read.problems,
        retryable: false,
      });
    const { maxDevices = safety.maxDevices, picked, signal, onUnknownType } = request;
    const sunPlace = await sunPlaceOfBatch(client, read.order, signal);
    // The sun of a place above must not bring along the devices there.
    const isElsewhere = sunPlace !== undefined && sunPlace !== read.order.locationId;
    const namesEach = isElsewhere || !protection.isEmpty();
    const rules = { maxDevices, picked, namesEach, signal, onUnknownType };
    const order = await withDeviceIds(client, read.order, rules);
    return isElsewhere ? { ...order, locationId: sunPlace } : order;
  }

  async function check(order: BatchBody, request: BatchRequest): Promise<void> {
    const expiresAtMs = checkAge(order, request);
    const command = handleCommandOf(order);
    const { signal, confirmed } = request;
    // For a later run this cannot be checked now: somebody may open the breaker until then.
    const confirmClose = request.confirmClose && runsAtOnce(order);
    if (command === undefined)
      await checkEach(order, (deviceId) => checkSettable({ ...request, deviceId }, callOf(order).id), signal);
    else
      await checkEach(
        order,
        (deviceId) => {
          const handleRequest = { deviceId, command, confirmed, confirmClose, ...signalPart(signal) };
          interlocks.checkWithoutReads(handleRequest);
          return interlocks.check(handleRequest, expiresAtMs);
        },
        signal,
      );
  }

  async function checkDryRun(order: BatchBody, request: BatchRequest): Promise<void> {
    if (safety.judgesDryRuns === true) await check(order, request);
    checkAge(order, request);
    const { confirmed, confirmClose } = request;
    const command = handleCommandOf(order) ?? 'open';
    await checkEach(order, (deviceId) => interlocks.checkWithoutReads({ deviceId, command, confirmed, confirmClose }));
  }

  function checkAge(order: BatchBody, request: BatchRequest): number {
    return interlocks.checkAge({ ...request, deviceId: order.locationId ?? order.deviceIds?.[0] ?? 'batch' });
  }

  async function send(order: BatchBody, options: CallOptions = {}): Promise<BatchResult> {
    const call = callOf(order);
    try {
      const { data, settledBy, organization } =
        call.id === 'batchCommands.create'
          ? await client.call(call.id, call.input, options)
          : await client.call(call.id, call.input, options);
      const outcome = settledBy === 'answer' ? 'accepted' : 'confirmed';
      return { outcome, at: clock.now(), id: data.id, batch: data, ...defined({ organization }) };
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'UNKNOWN_OUTCOME') throw error;
      return { outcome: 'unknown', at: clock.now() };
    }
  }

  async function createPrepared(
    order: BatchBody,
    request: BatchRequest & { readonly reservation: Reservation },
    recordSent: () => void,
  ): Promise<BatchResult> {
    const command = handleCommandOf(order);
    if (isDryRun(request, safety)) {
      await checkDryRun(order, request);
      return { outcome: 'dry-run', at: clock.now(), request: preview(order) };
    }
    const sending = sendingOf(request, safety.commandExpiryMs);
    if (command === undefined || !runsAtOnce(order)) {
      request.reservation.release();
      await check(order, request);
      recordSent();
      return send(order, sending);
    }
    // A batch that operates breakers at once keeps the order and the pace of each breaker, as a single command does.
    const entries = enterDevices(client, order, { ...sending, reservation: request.reservation, kind: command });
    try {
      await entries.ready();
      await entries.unlessEnded(check(order, request));
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
    checkDryRun,
    send,
    preview,
    statuses,
    isDryRun: (request) => isDryRun(request, safety),
    async create(value, request) {
      const reservation = request.reservation ?? client.queue.reserve();
      try {
        const order = await prepare(value, request);
        const recorded = beginRecord(context, request, describeWrite(order));
        const result = await recordEnd(
          recorded,
          createPrepared(order, { ...request, reservation }, () => recorded.sent()),
        );
        return { ...result, sequence: recorded.sequence };
      } finally {
        reservation.release();
      }
    },
    list: async (filter, signal) =>
      await client.list('batchCommands.list', filter === undefined ? {} : { filter }, signalPart(signal)),
    get: async (id, signal) => (await client.call('batchCommands.get', { path: { id } }, signalPart(signal))).data,
    isCancelled: async (id, signal) => isCancelled(await statuses(id, signal)),
    async cancel(id, { dryRun, signal, deadlineMs, organization }) {
      const input = { path: { id } };
      const request = client.preview('batchCommands.cancel', input);
      if (isDryRun({ dryRun }, safety)) return { id, outcome: 'dry-run', at: clock.now(), request };
      const options = { ...signalPart(signal), ...defined({ deadlineMs, organization }) };
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
