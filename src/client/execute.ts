import { triesOtherToken } from '../catalog';
import type { Clock } from '../clock';
import { defined } from '../object';
import { withReason } from '../refusal';
import { backoffMs, retryAfterMs } from './backoff';
import type { ClientError, Fail } from './errors';
import type { Exchange, SendOnce } from './exchange';
import type { Execute, Execution, Result } from './execution';
import type { CallRecord, ErrorCode, ReleaseWhile } from './interface';
import { type AttemptOutcome, type Failed, outcomeOf } from './outcome';
import { maskedBody } from './preview';
import { createUrgency } from './priority';
import type { Reconciled } from './reconcile';
import type { PreparedRequest } from './request';
import type { ReleaseSlot, RequestScheduler } from './request-scheduler';
import { createRunToken, failedOf } from './run-token';
import type { ServiceClock } from './service-clock';
import type { Tokens } from './tokens';

export interface ExecuteDependencies {
  readonly sendOnce: SendOnce;
  readonly clock: Clock;
  readonly random: () => number;
  readonly serviceClock: ServiceClock;
  readonly scheduler: RequestScheduler;
  readonly createFail: (more?: readonly string[]) => Fail;
  readonly onCall?: (record: CallRecord) => void;
  readonly token: Tokens['get'];
  readonly renew: Tokens['renew'];
}

/** Sent again after `afterMs`; ends with `failed` if the deadline is earlier. */
interface Again {
  readonly afterMs: number;
  readonly failed: Failed;
}

type CarriedOut = Extract<AttemptOutcome, { kind: 'carried-out' }>;

/** How long a check of a command stays valid. */
const checkValidMs = 1_000;
const withoutRelease: ReleaseWhile = (wait) => wait;

/** A command that gets no token because of one of these errors is retried, as it is without a connection. */
const temporaryCodes: ReadonlySet<ErrorCode> = new Set(['NETWORK', 'TIMEOUT', 'BAD_RESPONSE', 'RATE_LIMITED']);

/** Sends a request as often as its row of the retry table allows, and reads back what a lost answer leaves unknown. */
export function createExecute(dependencies: ExecuteDependencies): Execute {
  return (request, execution) => createRun(dependencies, request, execution)();
}

function createRun(
  dependencies: ExecuteDependencies,
  request: PreparedRequest,
  execution: Execution,
): () => Promise<Result> {
  const { clock, random, scheduler } = dependencies;
  const { policy } = request;
  const { lifetime, urgency = createUrgency('read') } = execution;
  const token = createRunToken({
    get: dependencies.token,
    renew: dependencies.renew,
    lifetime,
    kinds: execution.tokenKinds,
    ...defined({ holderOf: execution.holderOf }),
    atOnce: urgency.priority === 'open',
  });
  const retries = { unsent: 0, lost: 0, unavailable: 0, throttled: 0 };
  let method = request.method;
  let attempts = 0;
  let otherMethodTried = false;
  /** When an attempt began whose outcome is not known; monotonic. */
  let uncertainSince: number | undefined;
  let sentAtMs = 0;
  /** The service refused a later attempt: that refusal is reported, and not that the first answer was lost. */
  let refusedLater = false;

  let checkedAtMs = clock.monotonicMs();

  return async () => {
    for (;;) {
      const obstacle = beforeSending();
      if (obstacle !== undefined) throw conclude(obstacle);
      const outcome = await attempt();
      const next = await decide(outcome);
      if ('settledBy' in next) return next;
      const waitMs = Math.max(next.afterMs, execution.permit?.resendWaitMs() ?? 0);
      if (lifetime.superseded() === 'newer value' || waitMs >= lifetime.remainingMs()) throw conclude(next.failed);
      if (waitMs > 0) await (execution.releaseWhile ?? withoutRelease)(lifetime.sleep(waitMs));
      const end = lifetime.ended();
      if (end === 'deadline' || lifetime.superseded() === 'newer value') throw conclude(next.failed);
    }
  };

  function beforeSending(): Failed | undefined {
    const end = lifetime.ended();
    if (end === 'closed' || end === 'cancelled') return { code: 'CLOSED', message: 'the call was cancelled' };
    const newer = lifetime.superseded();
    if (newer !== undefined && newer !== 'newer value')
      return {
        code: newer,
        message: 'a newer command took its place',
        reason: { kind: newer === 'BLOCKED_BY_INTERLOCK' ? 'openFollows' : 'newerCommand' },
      };
    if (end !== undefined) return { code: 'TIMEOUT', message: 'the time for it is over' };
    if (execution.expiresAtMs !== undefined && clock.monotonicMs() > execution.expiresAtMs)
      return { code: 'COMMAND_EXPIRED', message: 'the command is too old to be sent', reason: { kind: 'tooOld' } };
    return undefined;
  }

  async function attempt(): Promise<AttemptOutcome> {
    const tokenFailure = await token.obtain();
    if (tokenFailure !== undefined)
      return {
        kind: temporaryCodes.has(tokenFailure.code) && execution.permit !== undefined ? 'unsent' : 'refused',
        failed: tokenFailure,
      };
    let release: ReleaseSlot | undefined;
    try {
      release = await acquireCheckedSlot();
      const obstacle = beforeSending();
      if (obstacle !== undefined) return { kind: 'refused', failed: obstacle };
      return await send();
    } catch (error) {
      return { kind: 'refused', failed: failedOf(error) };
    } finally {
      release?.();
    }
  }

  /**
   * Acquires a slot for a command that was checked within the last second; the check itself holds no slot, because it
   * reads.
   */
  async function acquireCheckedSlot(): Promise<ReleaseSlot | undefined> {
    for (;;) {
      if (execution.recheck !== undefined && clock.monotonicMs() - checkedAtMs > checkValidMs) {
        await execution.recheck();
        checkedAtMs = clock.monotonicMs();
      }
      const releaseSlot = await scheduler.acquire(urgency, lifetime);
      if (
        execution.recheck === undefined ||
        clock.monotonicMs() - checkedAtMs <= checkValidMs ||
        releaseSlot === undefined
      )
        return releaseSlot;
      releaseSlot();
    }
  }

  async function send(): Promise<AttemptOutcome> {
    attempts += 1;
    const startedAt = clock.now();
    const startedAtMs = clock.monotonicMs();
    const value = token.value();
    const exchange = await dependencies.sendOnce(
      {
        method,
        url: request.url,
        ...defined({ token: value, body: request.body }),
      },
      lifetime,
      () => beforeSending() === undefined,
    );
    const received = { receivedAt: clock.now(), receivedAtMs: clock.monotonicMs() };
    const sent = exchange.kind === 'answer' || exchange.sent;
    if (exchange.kind === 'answer') {
      dependencies.serviceClock.observe(exchange.headers.date, received.receivedAtMs);
      execution.onAnswer?.({ url: request.url, statusCode: exchange.statusCode, text: exchange.text });
    }
    sentAtMs = startedAtMs;
    if (sent) execution.permit?.sent(startedAtMs);
    const outcome = outcomeOf(request, exchange, received, dependencies.serviceClock);
    if (!request.effectFree && (outcome.kind === 'lost' || outcome.kind === 'unclear')) uncertainSince ??= startedAtMs;
    record(outcome, startedAt, received.receivedAtMs - startedAtMs);
    notifyScheduler(outcome, exchange.kind);
    return outcome;
  }

  /** Called before the slot is released: the next request must not be sent while the service asks to wait. */
  function notifyScheduler(outcome: AttemptOutcome, exchangeKind: Exchange['kind']): void {
    if (outcome.kind !== 'throttled') {
      if (exchangeKind === 'answer') scheduler.answered();
    } else if (policy.throttles !== 'device' && outcome.failed.retryAfter !== undefined)
      scheduler.throttled(outcome.failed.retryAfter);
  }

  function record(outcome: AttemptOutcome, startedAt: number, durationMs: number): void {
    if (dependencies.onCall === undefined) return;
    const { statusCode, code } =
      'answer' in outcome ? { statusCode: outcome.answer.statusCode, code: undefined } : outcome.failed;
    dependencies.onCall({
      operation: request.operation,
      method,
      path: request.path,
      url: request.url,
      ...maskedBody(request),
      startedAt,
      durationMs,
      attempt: attempts,
      ...defined({ statusCode, code }),
    });
  }

  async function decide(outcome: AttemptOutcome): Promise<Result | Again> {
    if (outcome.kind === 'answered') return { ...outcome.answer, settledBy: 'answer' };
    if (outcome.kind === 'carried-out') return afterCarriedOut(outcome);
    const { failed } = outcome;
    switch (outcome.kind) {
      case 'refused':
        return afterRefusal(failed);
      case 'unauthorized':
        return afterUnauthorized(failed);
      case 'throttled':
        return again(failed, 'throttled', policy.tooManyRequests ? Number.POSITIVE_INFINITY : 0);
      case 'unavailable':
        return again(failed, 'unavailable', policy.unavailable);
      case 'unsent':
        return again(failed, 'unsent', policy.beforeSending);
      case 'lost':
        return afterLoss(failed, true);
      case 'unclear':
        return afterLoss(failed, false);
    }
  }

  async function afterCarriedOut({ answer, failed }: CarriedOut): Promise<Result> {
    const record = await execution.readRecord?.(answer.data, sentAtMs);
    if (record !== undefined) return { ...answer, data: record, settledBy: 'read-back' };
    if (answer.data !== undefined) return { ...answer, settledBy: 'answer' };
    // A change needs no record; what was made is of no use without its id or its secret.
    if (request.method !== 'POST') return { ...answer, data: {}, settledBy: 'answer' };
    throw dependencies.createFail(request.secrets)(
      'UNKNOWN_OUTCOME',
      `${request.operation}: carried out, but what was made is not known: ${failed.message}`,
      { ...request.detail, method, statusCode: answer.statusCode },
    );
  }

  function again(failed: Failed, counter: keyof typeof retries, maxRetries: number): Again {
    retries[counter] += 1;
    const retry = retries[counter];
    const afterMs =
      failed.retryAfter === undefined
        ? backoffMs(retry, policy.deadlineMs, random)
        : retryAfterMs(failed.retryAfter, retry);
    if (retry > maxRetries || afterMs === undefined) throw conclude(failed);
    return { afterMs, failed };
  }

  async function afterRefusal(failed: Failed): Promise<Result | Again> {
    // Only the service can refuse what it may have executed before; our own obstacles say nothing about that.
    const byService = failed.statusCode !== undefined && failed.code !== 'BAD_RESPONSE';
    if (uncertainSince !== undefined && byService) {
      if (failed.statusCode === policy.doneWhen) return readBack(undefined);
      const reconciled = await reconcile();
      if (reconciled?.happened) return readBack(reconciled.data);
      // What is gone or ended may be refused just because the first request did its work.
      refusedLater = policy.doneWhen === undefined;
    }
    if (failed.statusCode === 403 && triesOtherToken(request.row) && uncertainSince === undefined && token.takeOther())
      return { afterMs: 0, failed };
    const unknownMethod = failed.statusCode === 404 || failed.statusCode === 405;
    if (!unknownMethod || request.otherMethod === undefined || otherMethodTried) throw conclude(failed);
    otherMethodTried = true;
    method = request.otherMethod;
    return { afterMs: 0, failed };
  }

  async function afterUnauthorized(failed: Failed): Promise<Again> {
    const tokenFailure = await token.renew(failed);
    if (tokenFailure !== undefined) throw conclude(tokenFailure);
    return { afterMs: 0, failed };
  }

  async function afterLoss(failed: Failed, mayRepeat: boolean): Promise<Result | Again> {
    const { then, retries: maxRetries } = policy.afterSending;
    if (then === 'reconcile') {
      const reconciled = await reconcile();
      if (reconciled?.happened) return readBack(reconciled.data);
      if (reconciled === undefined) throw conclude(failed);
    }
    if (then === 'report' || !mayRepeat) throw conclude(failed);
    return again(failed, 'lost', maxRetries);
  }

  async function reconcile(): Promise<Reconciled> {
    const end = lifetime.ended();
    if ((end !== undefined && end !== 'deadline') || lifetime.superseded() !== undefined) return undefined;
    return uncertainSince === undefined ? undefined : execution.reconcile?.(uncertainSince);
  }

  function readBack(data: unknown): Result {
    const received = { receivedAt: clock.now(), receivedAtMs: clock.monotonicMs() };
    return { data, statusCode: 200, ...received, text: '', settledBy: 'read-back' };
  }

  function conclude(failed: Failed): ClientError {
    const fail = dependencies.createFail(request.secrets);
    const end = lifetime.ended();
    const stopped = end === 'closed' || end === 'cancelled';
    const uncertain = uncertainSince !== undefined && !refusedLater;
    const { code, message, retryable, reason, ...more } = failed;
    const detail = { ...request.detail, method, ...more };
    if (uncertain)
      return fail(
        'UNKNOWN_OUTCOME',
        `${request.operation}: sent, but whether it was executed is not known: ${message}`,
        detail,
      );
    const again = retryable === undefined || stopped ? {} : { retryable };
    const error = fail(stopped ? 'CLOSED' : code, `${request.operation}: ${message}`, { ...detail, ...again });
    return stopped ? error : withReason(error, reason);
  }
}
