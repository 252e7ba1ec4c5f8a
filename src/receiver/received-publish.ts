import type { StreamPublish } from '../catalog';
import type { Unread } from '../schema';
import { sha256Hex } from './digest';
import { messageId } from './message-id';
import type { OutOfOrderCheck } from './out-of-order';
import type { ReadPublish } from './publish';

/** An authenticated and complete publish that is not a duplicate. spec 6.2 */
export interface ReceivedPublish {
  /** 16 hex digits, derived from device and transaction. */
  readonly id: string;
  readonly publish: StreamPublish;
  /** What was left out of it because it cannot be read. */
  readonly unread: readonly Unread[];
  /** A publish of this device with a newer `ts` came before. */
  readonly outOfOrder: boolean;
  /** Epoch ms. */
  readonly receivedAtMs: number;
}

/** Prefix of all keys of a scope. The length makes it unambiguous. */
export function keyPrefixOf(scope: string): string {
  return `${scope.length}:${scope}`;
}

/** Identifies a publish, independent of how it was received. */
export function publishKey(keyPrefix: string, { deviceId, transactionId }: StreamPublish): string {
  return sha256Hex(`${keyPrefix}${deviceId.length}:${deviceId}${transactionId}`);
}

export function receivedPublish(
  key: string,
  { publish, unread }: ReadPublish,
  receivedAtMs: number,
  isOutOfOrder: OutOfOrderCheck,
): ReceivedPublish {
  return { id: messageId(key), publish, unread, outOfOrder: isOutOfOrder(publish.deviceId, publish.ts), receivedAtMs };
}
