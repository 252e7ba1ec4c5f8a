import type { AnswerOf } from '../../catalog';
import type { ErrorCode, RequestPreview } from '../../client';

/** A key with its secret value. spec 2.9 */
export type UdpKey = AnswerOf<'udpKeys.get'>;
export type UdpKeyType = 'unicast' | 'broadcast';
export type UdpKeyPriority = 'primary' | 'secondary';

export interface KeyResult {
  readonly outcome: 'confirmed' | 'unknown' | 'dry-run';
  readonly at: number;
  readonly key?: UdpKey;
  /** After a lost answer: the keys that are new since the request; one of them may be ours. */
  readonly appeared?: readonly UdpKey[];
  /** Dry run only: what would have been sent, in order. */
  readonly requests?: readonly RequestPreview[];
}

export interface KeyAssignment {
  readonly deviceId: string;
  readonly outcome: 'confirmed' | 'unknown' | 'dry-run';
  readonly keyId: string;
  readonly priority: UdpKeyPriority;
  /** The previous key of this priority; absent when there was none, or when the answer was lost. */
  readonly rotatedKeyId?: string;
  readonly at: number;
  readonly requests?: readonly RequestPreview[];
}

/** A new key that replaces the current key of devices. */
export interface KeyRotation {
  readonly deviceIds: readonly string[];
  readonly keyType: UdpKeyType;
  readonly priority: UdpKeyPriority;
  /** Deletes the replaced keys that no device uses any more. */
  readonly deleteOld: boolean;
  /** At the limit of keys, deletes the key without devices that expires first. */
  readonly makeRoom: boolean;
  /** Called for each step that the service has answered. */
  readonly onStep?: (step: RotationStep) => void;
}

export interface RotationStep {
  readonly step: 'makeRoom' | 'create' | 'assign' | 'delete';
  readonly keyId?: string;
  readonly deviceId?: string;
}

interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * `confirmed`: every device has the new key. `incomplete`: some devices have it, or an old key could not be deleted; every
 * outcome is known. `unknown`: the rotation stopped at a step with an unknown outcome. `dry-run`: nothing was sent.
 */
export interface RotationResult {
  readonly outcome: 'confirmed' | 'incomplete' | 'unknown' | 'dry-run';
  readonly keyType: UdpKeyType;
  readonly priority: UdpKeyPriority;
  readonly at: number;
  /** The new key. */
  readonly key?: UdpKey;
  /** Devices that have the new key. */
  readonly assigned: readonly string[];
  /** Devices that still have their old key, with the error. */
  readonly failed: readonly { readonly deviceId: string; readonly error: Failure }[];
  /** Devices for which the rotation stopped before the assignment was tried. */
  readonly notTried: readonly string[];
  /** Keys that the devices no longer use. */
  readonly replaced: readonly string[];
  readonly deleted: readonly string[];
  /** Replaced keys that still exist: with the devices that use them, or the error of the deletion. */
  readonly kept: readonly { readonly keyId: string; readonly deviceIds: readonly string[]; readonly error?: Failure }[];
  /** The step with an unknown outcome. */
  readonly stoppedAt?: RotationStep & { readonly error: Failure };
  /** The error that stopped the rotation, although every outcome is known. */
  readonly error?: Failure;
  /** After a stop: the keys of this type that the service lists; absent if the service does not answer. */
  readonly exists?: readonly UdpKey[];
  readonly requests?: readonly RequestPreview[];
}
