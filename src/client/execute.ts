import type { Clock } from '../clock';
import { backoffMs, retryAfterMs } from './backoff';
import type { ClientError, Fail } from './errors';
import type { Execute, Execution, Result } from './execution';
import type { CallRecord, ErrorCode, ReleaseWhile } from './interface';
import { type Failed, type Outcome, outcomeOf } from './outcome';
import { maskedBody } from './preview';
import { createUrgency } from './priority';
import type { Settled } from './reconcile';
import type { PreparedRequest } from './request';
import type { Leave, RequestScheduler } from './request-scheduler';
import { createRunToken, failedOf } from './run-token';
import type { ServiceClock } from './service-clock';
import type { Tokens } from './tokens';
import type { Exchange, Transport } from './transport';

export interface ExecuteParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly serviceClock: ServiceClock;
  readonly scheduler: RequestScheduler;
  readonly failing: (more?: readonly string[]) => Fail;
  readonly onCall?: (record: CallRecord) => void;
  readonly token: Tokens['get'];
  readonly renew: Tokens['renew'];
}

/** To be sent again; `failed` is the end of it if there is no time for that. */
interface Again {
  readonly afterMs: number;
  readonly failed: Failed;
}

/** What was judged of a command holds for so long. */
const judgedForMs = 1_000;
const inPlace: ReleaseWhile = (wait) => wait;

/** For want of these a command goes on trying for its token, as it would for its connection. */
const passing: ReadonlySet<ErrorCode> = new Set(['NETWORK', 'TIMEOUT', 'BAD_RESPONSE', 'RATE_LIMITED']);

/** Sends a request as often as its row of the retry table allows, and settles what it can. */
export function createExecute(parts: ExecuteParts): Execute {
  return (request, how) => createRun(parts, request, how)();
}

function createRun(parts: ExecuteParts, request: PreparedRequest, how: Execution): () => Promise<Result> {
  const { clock, random, scheduler } = parts;
  const { policy } = request;
  const { lifetime, urgency = createUrgency('read') } = how;
  const token = createRunToken({
    get: parts.token,
    renew: parts.renew,
    lifetime,
    kinds: how.tokenKinds,
    atOnce: urgency.priority === 'open',
  });
  const retries = { unsent: 0, lost: 0, unavailable: 0, throttled: 0 };
  let method = request.method;
  let attempts = 0;
  let otherMethodTried = false;
  /** When an attempt began whose outcome is not known; monotonic. */
  let uncertainSince: number | undefined;
  /** A later attempt was answered with a refusal, which tells more than that the first answer is lost. */
  let refusedLater = false;

  let judgedAtMs = clock.monotonicMs();

  return async () => {
    for (;;) {
      const obstacle = beforeSending();
      if (obstacle !== undefined) throw conclude(obstacle);
      const outcome = await attempt();
      const next = await decide(outcome);
      if ('settledBy' in next) return next;
      const waitMs = Math.max(next.afterMs, how.permit?.resendWaitMs() ?? 0);
      if (lifetime.superseded() === 'newer value' || waitMs >= lifetime.remainingMs()) throw conclude(next.failed);
      if (waitMs > 0) await (how.releaseWhile ?? inPlace)(lifetime.sleep(waitMs));
      const end = lifetime.ended();
      if (end === 'deadline' || lifetime.superseded() === 'newer value') throw conclude(next.failed);
    }
  };

  function beforeSending(): Failed | undefined {
    const end = lifetime.ended();
    if (end === 'closed' || end === 'cancelled') return { code: 'CLOSED', message: 'the call was cancelled' };
    const newer = lifetime.superseded();
    if (newer !== undefined && newer !== 'newer value')
      return { code: newer, message: 'a newer command took its place' };
    if (end !== undefined) return { code: 'TIMEOUT', message: 'the time for it is over' };
    if (how.expiresAtMs !== undefined && clock.monotonicMs() > how.expiresAtMs)
      return { code: 'COMMAND_EXPIRED', message: 'the command is too old to be sent' };
    return undefined;
  }

  async function attempt(): Promise<Outcome> {
    const without = await token.obtain();
    if (without !== undefined)
      return { kind: passing.has(without.code) && how.permit !== undefined ? 'unsent' : 'refused', failed: without };
    let leave: Leave | undefined;
    try {
      leave = await judgedPlace();
      const obstacle = beforeSending();
      if (obstacle !== undefined) return { kind: 'refused', failed: obstacle };
      return await send();
    } catch (error) {
      return { kind: 'refused', failed: failedOf(error) };
    } finally {
      leave?.();
    }
  }

  /** A place to send from, for a command that was judged within the last second. It is judged without a place, as it reads. */
  async function judgedPlace(): Promise<Leave | undefined> {
    for (;;) {
      if (how.recheck !== undefined && clock.monotonicMs() - judgedAtMs > judgedForMs) {
        await how.recheck();
        judgedAtMs = clock.monotonicMs();
      }
      const place = await scheduler.enter(urgency, lifetime);
      if (how.recheck === undefined || clock.monotonicMs() - judgedAtMs <= judgedForMs || place === undefined)
        return place;
      place();
    }
  }

  async function send(): Promise<Outcome> {
    attempts += 1;
    const startedAt = clock.now();
    const startedAtMs = clock.monotonicMs();
    const value = token.value();
    const exchange = await parts.transport(
      {
        method,
        url: request.url,
        ...(value === undefined ? {} : { token: value }),
        ...(request.body === undefined ? {} : { body: request.body }),
      },
      lifetime,
      () => beforeSending() === undefined,
    );
    const arrival = { receivedAt: clock.now(), receivedAtMs: clock.monotonicMs() };
    const sent = exchange.kind === 'answer' || exchange.sent;
    if (exchange.kind === 'answer') parts.serviceClock.observe(exchange.headers.date, arrival.receivedAtMs);
    if (sent) how.permit?.sent(startedAtMs);
    const outcome = outcomeOf(request, exchange, arrival, parts.serviceClock);
    if (!request.effectFree && (outcome.kind === 'lost' || outcome.kind === 'unclear')) uncertainSince ??= startedAtMs;
    record(outcome, startedAt, arrival.receivedAtMs - startedAtMs);
    tellScheduler(outcome, exchange.kind);
    return outcome;
  }

  /** Before the place is given back: the next request must not go out into a wait. */
  function tellScheduler(outcome: Outcome, came: Exchange['kind']): void {
    if (outcome.kind !== 'throttled') {
      if (came === 'answer') scheduler.answered();
    } else if (policy.throttles !== 'device' && outcome.failed.retryAfter !== undefined)
      scheduler.throttled(outcome.failed.retryAfter);
  }

  function record(outcome: Outcome, startedAt: number, durationMs: number): void {
    if (parts.onCall === undefined) return;
    const { statusCode, code } =
      outcome.kind === 'answered' ? { statusCode: outcome.answer.statusCode, code: undefined } : outcome.failed;
    parts.onCall({
      operation: request.operation,
      method,
      path: request.path,
      url: request.url,
      ...maskedBody(request),
      startedAt,
      durationMs,
      attempt: attempts,
      ...(statusCode === undefined ? {} : { statusCode }),
      ...(code === undefined ? {} : { code }),
    });
  }

  async function decide(outcome: Outcome): Promise<Result | Again> {
    if (outcome.kind === 'answered') return { ...outcome.answer, settledBy: 'answer' };
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

  function again(failed: Failed, counter: keyof typeof retries, most: number): Again {
    retries[counter] += 1;
    const retry = retries[counter];
    const afterMs =
      failed.retryAfter === undefined
        ? backoffMs(retry, policy.deadlineMs, random)
        : retryAfterMs(failed.retryAfter, retry);
    if (retry > most || afterMs === undefined) throw conclude(failed);
    return { afterMs, failed };
  }

  async function afterRefusal(failed: Failed): Promise<Result | Again> {
    // Only the service can refuse what it may have executed before; our own obstacles say nothing about that.
    const byService = failed.statusCode !== undefined && failed.code !== 'BAD_RESPONSE';
    if (uncertainSince !== undefined && byService) {
      if (failed.statusCode === policy.doneWhen) return readBack(undefined);
      const settled = await settle();
      if (settled?.happened) return readBack(settled.data);
      // What is gone or ended may be refused just because the first request did its work.
      refusedLater = policy.doneWhen === undefined;
    }
    const unknownMethod = failed.statusCode === 404 || failed.statusCode === 405;
    if (!unknownMethod || request.otherMethod === undefined || otherMethodTried) throw conclude(failed);
    otherMethodTried = true;
    method = request.otherMethod;
    return { afterMs: 0, failed };
  }

  async function afterUnauthorized(failed: Failed): Promise<Again> {
    const without = await token.renew(failed);
    if (without !== undefined) throw conclude(without);
    return { afterMs: 0, failed };
  }

  async function afterLoss(failed: Failed, mayRepeat: boolean): Promise<Result | Again> {
    const { then, retries: most } = policy.afterSending;
    if (then === 'reconcile') {
      const settled = await settle();
      if (settled?.happened) return readBack(settled.data);
      if (settled === undefined) throw conclude(failed);
    }
    if (then === 'report' || !mayRepeat) throw conclude(failed);
    return again(failed, 'lost', most);
  }

  async function settle(): Promise<Settled> {
    const end = lifetime.ended();
    if ((end !== undefined && end !== 'deadline') || lifetime.superseded() !== undefined) return undefined;
    return uncertainSince === undefined ? undefined : how.settle?.(uncertainSince);
  }

  function readBack(data: unknown): Result {
    const arrival = { receivedAt: clock.now(), receivedAtMs: clock.monotonicMs() };
    return { data, statusCode: 200, ...arrival, text: '', settledBy: 'read-back' };
  }

  function conclude(failed: Failed): ClientError {
    const fail = parts.failing(request.secrets);
    const end = lifetime.ended();
    const stopped = end === 'closed' || end === 'cancelled';
    const uncertain = uncertainSince !== undefined && !refusedLater;
    const { code, message, retryable, ...more } = failed;
    const detail = { ...request.detail, method, ...more };
    if (uncertain)
      return fail(
        'UNKNOWN_OUTCOME',
        `${request.operation}: sent, but whether it was executed is not known: ${message}`,
        detail,
      );
    const again = retryable === undefined || stopped ? {} : { retryable };
    return fail(stopped ? 'CLOSED' : code, `${request.operation}: ${message}`, { ...detail, ...again });
  }
}
