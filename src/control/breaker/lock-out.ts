import { ClientError, type ReleaseWhile } from '../../client';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { refusalReason, withReason } from '../../refusal';
import type { OperatorContext } from '../write/operator-context';
import type { Asker } from '../write/write-request';
import type { BreakerOperator } from './breaker';
import type { BreakerRequest, BreakerResult } from './request';

/** A lock-out of one circuit, or its end. */
export interface LockOutRequest {
  readonly deviceId: string;
  /** The person who locks or unlocks. */
  readonly by: string;
  readonly asker?: Asker;
}

export type LockRequest = Omit<BreakerRequest, 'command' | 'secondsUntilReset'> & LockOutRequest;

/** `saved`: it survives a restart. */
export interface LockResult extends BreakerResult {
  readonly locked: { readonly by: string; readonly at: number; readonly saved: boolean };
}

export interface UnlockResult {
  readonly deviceId: string;
  readonly command: 'unlock';
  readonly outcome: 'confirmed';
  readonly saved: boolean;
  /** Epoch ms. */
  readonly at: number;
}

export interface LockOutDependencies {
  readonly context: OperatorContext;
  readonly operator: BreakerOperator;
  readonly clock: Clock;
}

/**
 * Locks first, so that no close can come in between, and then enters an open: a lock alone would suggest that a live
 * circuit is safe. The lock stays when the open is refused or fails, and the error says so.
 */
export function enterLock(
  { context, operator, clock }: LockOutDependencies,
  { by, ...request }: LockRequest,
): { run(releaseWhile?: ReleaseWhile): Promise<LockResult> } {
  const { deviceId } = request;
  const at = clock.now();
  const saved = context.locks.lock({ service: context.service, deviceId }, by, at) === 'saved';
  recordLockOut(context, { ...request, by }, `locked by ${by}`);
  const entered = stillLocked(by, () => operator.enter({ ...request, command: 'open' }));
  return {
    async run(releaseWhile) {
      try {
        return { ...(await entered.run(releaseWhile)), locked: { by, at, saved } };
      } catch (error) {
        throw lockedButNotOpened(by, error);
      }
    },
  };
}

/** Ends a lock-out; closes nothing, and sends nothing. */
export function unlock(
  { context, clock }: Pick<LockOutDependencies, 'context' | 'clock'>,
  request: LockOutRequest,
): UnlockResult {
  const { deviceId, by } = request;
  const saved = context.locks.unlock({ service: context.service, deviceId }) === 'saved';
  recordLockOut(context, request, `unlocked by ${by}`);
  return { deviceId, command: 'unlock', outcome: 'confirmed', saved, at: clock.now() };
}

function stillLocked<T>(by: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw lockedButNotOpened(by, error);
  }
}

function lockedButNotOpened(by: string, error: unknown): unknown {
  if (!(error instanceof ClientError)) return error;
  const message = `${error.message} (it is locked by ${by}, but was not opened)`;
  return withReason(new ClientError(error.code, message, error.cause), refusalReason(error));
}

/** Records who locked or unlocked a circuit, as commands are recorded. */
function recordLockOut(
  { service, record }: OperatorContext,
  { deviceId, asker = {} }: LockOutRequest,
  change: string,
): void {
  const { node: nodeName, ...askedBy } = asker;
  record
    .begin({ service, deviceId, operation: 'lock-out', change, askedBy: { ...askedBy, ...defined({ nodeName }) } })
    .end({ outcome: 'confirmed' });
}
