import {
  type Client,
  ClientError,
  type EnteredCommand,
  normalizePosition,
  type QueueEntry,
  type ReleaseWhile,
} from '../../client';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { createInterlocks } from '../interlocks/handle';
import { refusal } from '../interlocks/refusal';
import { isDryRun, type SafetySettings } from '../interlocks/safety';
import type { PendingRecord } from '../record';
import { beginRecord, recordEnd } from '../record/begin-record';
import { memoryContext, type OperatorContext } from '../write/operator-context';
import { signalPart } from '../write/write-request';
import { awaitDeferred } from './deferred-command';
import { createHandleSender, handleInput } from './handle-sender';
import { outcomeOfCommand } from './outcome';
import type { BreakerRequest, BreakerResult } from './request';

/** Seconds below which a running timer is left to end: a late cancel would open the breaker again. */
const timerTooLateS = 2;

/** From this many devices one list is cheaper than single reads: it holds all devices of the account. */
const prefetchThreshold = 100;
/** The deadline of that list: commands age while it is read. */
const prefetchDeadlineMs = 2_000;

type CancelRequest = Omit<BreakerRequest, 'command' | 'secondsUntilReset'>;

/** A command in its device queue. It must run, or it blocks the queue until it expires. */
export interface EnteredBreakerCommand {
  readonly sequence: number;
  run(releaseWhile?: ReleaseWhile): Promise<BreakerResult>;
}

/** Operates breakers within the account's safety settings. */
export interface BreakerOperator {
  /** Reads one list of devices for the interlocks of many breakers; what the list lacks is read one by one. */
  prepare(deviceIds: readonly string[], request: Pick<BreakerRequest, 'dryRun' | 'signal'>): Promise<void>;
  /**
   * Enters a command into its device queue, synchronously: the order of the calls is the order of the commands.
   * Throws what can be refused without a read.
   *
   * @example
   * const entered = deviceIds.map((deviceId) => operator.enter({ ...request, deviceId }));
   * const results = await Promise.all(entered.map((command) => command.run()));
   */
  enter(request: BreakerRequest): EnteredBreakerCommand;
  /** Enters and runs. */
  operate(request: BreakerRequest): Promise<BreakerResult>;
  /** Enters a command that ends a running timer and leaves the breaker open; `unchanged` without a running timer. */
  enterCancelTimer(request: CancelRequest): EnteredBreakerCommand;
  cancelTimer(request: CancelRequest): Promise<BreakerResult>;
  /**
   * Waits for the outcome of a deferred command after its override event: `confirmed`, `superseded` or `unknown`.
   * Takes the very result object of `operate`. Sends no command; rejects when aborted.
   */
  awaitDeferred(deferred: BreakerResult, signal: AbortSignal): Promise<BreakerResult>;
}

export function createBreakerOperator(
  client: Client,
  clock: Clock,
  safety: SafetySettings,
  context: OperatorContext = memoryContext(clock),
): BreakerOperator {
  const interlocks = createInterlocks(client, clock, safety, context);
  const sender = createHandleSender(client, clock);
  /** The command sent last, by device. */
  const lastSent = new Map<string, object>();
  const recordOfResult = new WeakMap<BreakerResult, PendingRecord>();
  const keyOf = (deviceId: string) => deviceId.toLowerCase();

  const sharedFields = (recorded: PendingRecord, { deviceId, command, secondsUntilReset }: BreakerRequest) => ({
    deviceId,
    command,
    sequence: recorded.sequence,
    ...defined({ secondsUntilReset }),
  });

  function begin(request: BreakerRequest): PendingRecord {
    const { deviceId, command, secondsUntilReset, reason } = request;
    return beginRecord(context, request, {
      operation: 'remoteHandle.setPosition',
      deviceId,
      command,
      reason,
      ...defined({ secondsUntilReset }),
    });
  }

  /** Runs `work`, and records its error as the end of the command. */
  function withRefusalRecorded<T>(recorded: PendingRecord, work: () => T): T {
    try {
      return work();
    } catch (error) {
      recorded.end({ error: error instanceof ClientError ? error.code : 'INTERNAL' });
      throw error;
    }
  }

  /** Sends an entered command and determines its outcome. */
  async function send(
    request: BreakerRequest,
    entry: QueueEntry,
    expiresAtMs: number,
    recorded: PendingRecord,
  ): Promise<BreakerResult> {
    const { deviceId, command, signal } = request;
    recorded.sent({ checked: interlocks.checkNames(request), serviceAt: clock.now() + (client.clockSkewMs() ?? 0) });
    lastSent.set(keyOf(deviceId), recorded);
    const recheck = () => interlocks.check(request, expiresAtMs);
    const sent = await sender.send({ ...request, entry, expiresAtMs, recheck });
    entry.leave();
    const found = await outcomeOfCommand(client, clock, request, sent);
    const result: BreakerResult = { ...sharedFields(recorded, request), ...found, at: clock.now() };
    if (result.outcome === 'deferred' || result.outcome === 'unknown') recordOfResult.set(result, recorded);
    if (signal?.aborted) context.onUnheard({ deviceId, what: command, outcome: result.outcome });
    return result;
  }

  function enterQueue(
    { deviceId, signal, reservation }: BreakerRequest,
    kind: EnteredCommand['kind'],
    time: Pick<EnteredCommand, 'expiresAtMs' | 'heldUntilMs'>,
  ): QueueEntry {
    return client.enter({ deviceId, kind, ...time, signal, ...defined({ reservation }) });
  }

  function enter(request: BreakerRequest): EnteredBreakerCommand {
    const { command } = request;
    const input = handleInput(request);
    client.check('remoteHandle.setPosition', input);
    const recorded = begin(request);
    const { sequence } = recorded;
    return withRefusalRecorded(recorded, () => {
      const { expiresAtMs, heldUntilMs } = interlocks.checkIdempotentWrite(request);
      interlocks.checkWithoutReads(request);
      if (isDryRun(request, safety)) {
        const preview = client.preview('remoteHandle.setPosition', input);
        const result = {
          ...sharedFields(recorded, request),
          outcome: 'dry-run',
          at: clock.now(),
          request: preview,
        } as const;
        recorded.end({ outcome: 'dry-run' });
        return {
          sequence,
          async run() {
            const left = await notNeeded(request, recorded);
            if (left === undefined && safety.judgesDryRuns === true) await interlocks.check(request, expiresAtMs);
            return left ?? result;
          },
        };
      }
      const entry = enterQueue(request, command, { expiresAtMs, heldUntilMs });
      return {
        sequence,
        run: (releaseWhile = request.releaseWhile) =>
          recordEnd(
            recorded,
            whenReady(entry, releaseWhile, async () => {
              const released = { ...request, releaseWhile } as BreakerRequest;
              if (request.unlessNeeded !== undefined) {
                const left = await entry.unlessEnded(notNeeded(released, recorded));
                if (left !== undefined) return left;
              }
              await entry.unlessEnded(interlocks.check(released, expiresAtMs));
              return send(released, entry, expiresAtMs, recorded);
            }),
          ),
      };
    });
  }

  /** The result of a command that its requester finds not needed at the last moment. */
  async function notNeeded(request: BreakerRequest, recorded: PendingRecord): Promise<BreakerResult | undefined> {
    const left = await request.unlessNeeded?.(recorded.sequence);
    return left && { ...sharedFields(recorded, request), outcome: 'unchanged', ...left, at: clock.now() };
  }

  async function whenReady<T>(
    entry: QueueEntry,
    releaseWhile: ReleaseWhile | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      const waiting = entry.ready();
      if (waiting !== undefined) await (releaseWhile === undefined ? waiting : releaseWhile(waiting));
      return await work();
    } finally {
      entry.leave();
    }
  }

  function enterCancelTimer(input: CancelRequest): EnteredBreakerCommand {
    const request: BreakerRequest = { ...input, command: 'open', secondsUntilReset: 0 };
    client.check('remoteHandle.setPosition', handleInput(request));
    const recorded = begin(request);
    const { sequence } = recorded;
    return withRefusalRecorded(recorded, () => {
      const { expiresAtMs, heldUntilMs } = interlocks.checkIdempotentWrite(request);
      interlocks.checkWithoutReads(request);
      const entry = enterQueue(request, 'cancel-timer', { expiresAtMs, heldUntilMs });
      return {
        sequence,
        run: (releaseWhile = request.releaseWhile) =>
          recordEnd(
            recorded,
            whenReady(entry, releaseWhile, () =>
              cancel({ ...request, releaseWhile } as BreakerRequest, entry, expiresAtMs, recorded),
            ),
          ),
      };
    });
  }

  async function cancel(
    request: BreakerRequest,
    entry: QueueEntry,
    expiresAtMs: number,
    recorded: PendingRecord,
  ): Promise<BreakerResult> {
    const { deviceId, signal } = request;
    const command = 'cancelTimer';
    const path = { deviceId };
    const readAtMs = clock.monotonicMs();
    const { data } = await entry.unlessEnded(
      client.call('remoteHandle.getSecondsUntilReset', { path }, { priority: 'open', ...signalPart(signal) }),
    );
    const remainingS = data.secondsUntilReset;
    if (remainingS === 0) {
      const { data: read } = await client.call('remoteHandle.getPosition', { path }, signalPart(signal));
      const position = normalizePosition(read.position);
      return { ...sharedFields(recorded, request), command, outcome: 'unchanged', position, at: clock.now() };
    }
    if (remainingS === undefined)
      throw refusal(
        'BLOCKED_BY_INTERLOCK',
        deviceId,
        'has a timer of which the service does not tell how long it runs: cancelling it could open it again',
        { kind: 'timerUnknown' },
      );
    if (remainingS <= timerTooLateS)
      throw refusal(
        'BLOCKED_BY_INTERLOCK',
        deviceId,
        'is about to close by its timer: cancelling now would open it again',
        { kind: 'timerEnds' },
      );
    if (isDryRun(request, safety)) {
      if (safety.judgesDryRuns === true) await interlocks.check(request, expiresAtMs);
      const preview = client.preview('remoteHandle.setPosition', handleInput(request));
      return { ...sharedFields(recorded, request), command, outcome: 'dry-run', at: clock.now(), request: preview };
    }
    const endsAtMs = readAtMs + (remainingS - timerTooLateS) * 1000;
    const untilMs = Math.min(expiresAtMs, endsAtMs);
    await entry.unlessEnded(interlocks.check(request, untilMs));
    const result = await send(request, entry, untilMs, recorded);
    return { ...result, command };
  }

  async function prepare(
    deviceIds: readonly string[],
    request: Pick<BreakerRequest, 'dryRun' | 'signal'>,
  ): Promise<void> {
    const { signal } = request;
    if (isDryRun(request, safety) || deviceIds.length < prefetchThreshold) return;
    try {
      await client.prefetchDevices(deviceIds, { deadlineMs: prefetchDeadlineMs, ...signalPart(signal) });
    } catch (error) {
      if (!(error instanceof ClientError) || signal?.aborted) throw error;
    }
  }

  return {
    prepare,
    enter,
    operate: async (request) => enter(request).run(),
    enterCancelTimer,
    cancelTimer: async (request) => enterCancelTimer(request).run(),
    async awaitDeferred(deferred, signal) {
      const { deviceId } = deferred;
      const command = deferred.command === 'close' ? 'close' : 'open';
      const recorded = recordOfResult.get(deferred);
      const isSuperseded = () => lastSent.get(keyOf(deviceId)) !== recorded;
      const settled = await awaitDeferred(client, clock, { deviceId, command, isSuperseded, signal });
      recorded?.end(settled);
      return { deviceId, command: deferred.command, sequence: deferred.sequence, ...settled, at: clock.now() };
    },
  };
}
