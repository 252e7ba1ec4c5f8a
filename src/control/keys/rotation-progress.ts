import { limits } from '../../catalog';
import { ClientError } from '../../client';
import { defined } from '../../object';
import type { KeyRotation, RotationResult, RotationStep, UdpKey, UdpKeyType } from './request';

/** The steps of a rotation so far. */
export interface RotationProgress {
  key?: UdpKey;
  readonly assigned: string[];
  readonly failed: { deviceId: string; error: ClientError }[];
  notTried: readonly string[];
  replaced: string[];
  readonly deleted: string[];
  readonly kept: { keyId: string; deviceIds: readonly string[]; error?: ClientError }[];
  stoppedAt?: RotationStep & { error: ClientError };
  error?: ClientError;
}

export function newProgress(deviceIds: readonly string[]): RotationProgress {
  return { assigned: [], failed: [], notTried: deviceIds, replaced: [], deleted: [], kept: [] };
}

/** A step with an unknown outcome. Nothing more is sent after it. */
export class UnclearStep extends Error {
  constructor(
    readonly step: RotationStep,
    readonly reason: ClientError,
  ) {
    super(reason.message);
  }
}

/** Settles as `request` does, but throws {@link UnclearStep} if the outcome is unknown. */
export async function runStep<T>(step: RotationStep, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ClientError && error.code === 'UNKNOWN_OUTCOME') throw new UnclearStep(step, error);
    throw error;
  }
}

const failureOf = ({ code, message }: ClientError) => ({ code, message });

/** `exists`: the keys that the service lists now, if they were read. */
export function rotationResult(
  progress: RotationProgress,
  { keyType, priority }: KeyRotation,
  at: number,
  exists?: readonly UdpKey[],
): RotationResult {
  const { key, failed, kept, stoppedAt, error: ended, ...rest } = progress;
  const complete = ended === undefined && failed.length === 0 && kept.every(({ error }) => error === undefined);
  return {
    outcome: stoppedAt === undefined ? (complete ? 'confirmed' : 'incomplete') : 'unknown',
    keyType,
    priority,
    at,
    ...defined({ key }),
    ...rest,
    failed: failed.map(({ deviceId, error }) => ({ deviceId, error: failureOf(error) })),
    kept: kept.map(({ error, ...entry }) => ({
      ...entry,
      ...(error === undefined ? {} : { error: failureOf(error) }),
    })),
    ...(stoppedAt === undefined ? {} : { stoppedAt: { ...stoppedAt, error: failureOf(stoppedAt.error) } }),
    ...(ended === undefined ? {} : { error: failureOf(ended) }),
    ...defined({ exists }),
  };
}

/**
 * The keys that the assigned devices had before and do not have any more. Answers do not always contain them: after a lost
 * answer that was settled by reading they are missing.
 */
export function replacedKeys(
  { assigned, replaced, key }: RotationProgress,
  before: readonly UdpKey[],
  after: readonly UdpKey[],
): string[] {
  const deviceIdsAfter = new Map(after.map(({ id, deviceIds }) => [id, deviceIds]));
  const lostKeys = before.filter(({ id, deviceIds = [] }) => {
    const remaining = deviceIdsAfter.get(id);
    return (
      remaining !== undefined && assigned.some((device) => deviceIds.includes(device) && !remaining.includes(device))
    );
  });
  return [...new Set([...replaced, ...lostKeys.map(({ id }) => id)])].filter((id) => id !== key?.id);
}

/**
 * A lost answer to a create is reconciled by searching for a key of about that time. A key that existed before the request
 * is not the new one.
 */
export function existedBefore({ id }: UdpKey, before: readonly UdpKey[]): boolean {
  return before.some((old) => old.id === id);
}

export function notNewKeyError({ id }: UdpKey): ClientError {
  return new ClientError('UNKNOWN_OUTCOME', `whether a key was made is not known: ${id} was there before`, {
    operation: 'udpKeys.create',
    retryable: false,
  });
}

/** The key to delete at the limit: the key without devices that expires first. */
export function unusedKey(keys: readonly UdpKey[]): UdpKey | undefined {
  const expiryOf = ({ expiresAt }: UdpKey) =>
    expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  return keys.filter(({ deviceIds }) => deviceIds?.length === 0).toSorted((a, b) => expiryOf(a) - expiryOf(b))[0];
}

/** Adds the number of keys to a 400 without details. spec 7.2, 8 */
export function withKeyCount(error: unknown, active: number, keyType: UdpKeyType): unknown {
  if (!(error instanceof ClientError) || error.code !== 'REFUSED') return error;
  const days = limits.udpKeyValidityMs / 86_400_000;
  const why = `there are ${active} active ${keyType} keys, which end ${days} days after they were made; delete one first`;
  return new ClientError('REFUSED', `${error.message} (${why})`, error.cause);
}
