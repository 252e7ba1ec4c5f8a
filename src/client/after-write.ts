import { type AnswerOf, type InputOf, triesOtherToken } from '../catalog';
import type { Execute, Execution } from './execution';
import type { CallOptions } from './interface';
import type { Lifetime, Lifetimes } from './lifetime';
import { isReconciled, type ReconcileContext, type Reconciled, reconcile } from './reconcile';
import { readBackRecord } from './record-read';
import { type PreparedRequest, prepareRequest } from './request';
import type { ServiceClock } from './service-clock';
import type { ParsedSettings } from './settings';
import type { TokenKindsOf } from './token-kinds';

export interface AfterWriteDependencies {
  readonly account: ParsedSettings;
  readonly lifetimes: Lifetimes;
  readonly serviceClock: ServiceClock;
  readonly execute: Execute;
  readonly tokenKindsOf: TokenKindsOf;
}

type Read = ReconcileContext<never>['read'];

/** Reading back goes on a little after the deadline, so that a command that was sent late can still be settled. */
const readBackGraceMs = 4_000;
/**
 * How far the service's `createdAt` may lie before our sending: it counts whole seconds, and so does the `Date` from
 * which its clock is learned.
 */
const serviceClockToleranceMs = 2_000;

/** What is read after a write whose answer is lost, or does not show the record. */
export function createAfterWrite({ account, lifetimes, serviceClock, execute, tokenKindsOf }: AfterWriteDependencies) {
  async function reading<T>(
    { signal }: CallOptions,
    execution: Execution,
    task: (lifetime: Lifetime, read: Read) => Promise<T>,
  ): Promise<T> {
    const { tokenKinds } = execution;
    const deadlineMs = Math.max(execution.lifetime.remainingMs(), readBackGraceMs);
    const lifetime = lifetimes.begin({ deadlineMs, signal });
    try {
      return await task(lifetime, async (id, input) => {
        const prepared = prepareRequest(account, id, input);
        const { data } = await execute(prepared, {
          ...execution,
          lifetime,
          tokenKinds: tokenKindsOf(prepared, triesOtherToken(prepared.row) ? undefined : tokenKinds[0]),
        });
        return data as AnswerOf<typeof id>;
      });
    } finally {
      lifetime.dispose();
    }
  }

  /** The ways to find out what a request did, for its execution. */
  return function afterWrite(
    request: PreparedRequest,
    options: CallOptions,
    execution: Execution,
  ): Pick<Execution, 'reconcile' | 'readRecord'> {
    const { operation, input } = request;
    const { releaseWhile = (wait) => wait } = execution;
    const settle = isReconciled(operation)
      ? (sentAt: number): Promise<Reconciled> =>
          reading(options, execution, (lifetime, read) =>
            reconcile(operation, {
              input: input as InputOf<typeof operation>,
              sentAt: serviceClock.at(sentAt) - serviceClockToleranceMs,
              sleep: (ms) => releaseWhile(lifetime.sleep(ms)),
              read,
            }),
          )
      : undefined;
    return {
      ...(settle === undefined ? {} : { reconcile: settle }),
      readRecord: (answered, sentAt) =>
        reading(options, execution, (lifetime, read) =>
          readBackRecord(request, answered, {
            read,
            ...(settle === undefined ? {} : { reconcile: () => settle(sentAt) }),
            sleep: (ms) => releaseWhile(lifetime.sleep(ms)),
          }),
        ),
    };
  };
}
