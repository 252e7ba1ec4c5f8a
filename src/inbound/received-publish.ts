import type { StreamPublish } from '../catalog';
import { sha256Hex } from './digest';
import { messageId } from './message-id';
import type { SeesNewer } from './out-of-order';

/** A publish that is authentic, complete and new. spec 6.2 */
export interface ReceivedPublish {
  /** 16 hex digits, the same ones for the same publish of a device. */
  readonly id: string;
  readonly publish: StreamPublish;
  /** A newer one of this device was seen before. */
  readonly outOfOrder: boolean;
  /** Epoch ms. */
  readonly receivedAtMs: number;
}

/** What the keys of a scope begin with. */
export function keyPrefixOf(scope: string): string {
  return `${scope.length}:${scope}`;
}

/** The key under which a publish counts as the same, by whatever means it comes. */
export function publishKey(keyPrefix: string, { deviceId, transactionId }: StreamPublish): string {
  return sha256Hex(`${keyPrefix}${deviceId.length}:${deviceId}${transactionId}`);
}

/** A publish that is delivered now. */
export function receivedPublish(
  key: string,
  publish: StreamPublish,
  receivedAtMs: number,
  seesNewer: SeesNewer,
): ReceivedPublish {
  return { id: messageId(key), publish, outOfOrder: seesNewer(publish.deviceId, publish.ts), receivedAtMs };
}
