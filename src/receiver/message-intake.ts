import type { Clock } from '../clock';
import type { Completion } from './delivery';
import { sha256Hex } from './digest';
import type { DeliverOnce, DeliveryResult } from './duplicates/deliver-once';
import { createOutOfOrderCheck } from './out-of-order';
import { isPublishFault, type PublishFault, readPublish } from './publish';
import { keyPrefixOf, publishKey, type ReceivedPublish, receivedPublish } from './received-publish';
import type { Enqueue } from './stream-request';

export interface MessageIntakeOptions {
  readonly clock: Clock;
  /** The scope of the stream target with which it shares duplicates. */
  readonly scope: string;
  readonly deliverOnce: DeliverOnce;
  readonly deliver: (received: ReceivedPublish, completion: Completion<void>) => void;
  /** Replaces `deliverOnce` and `deliver` for a receiver that writes to a queue. */
  readonly enqueue?: Enqueue;
}

/** Receives a publish that did not come by HTTP. Resolves to its result, or to its fault. */
export type MessageIntake = (body: Buffer) => Promise<DeliveryResult | PublishFault>;

const maxDevices = 200_000;

/** Accepts publishes from elsewhere, such as an IoT hub; checks them and drops duplicates as a stream target does. */
export function createMessageIntake(options: MessageIntakeOptions): MessageIntake {
  const { clock, scope, deliverOnce, deliver, enqueue } = options;
  const isOutOfOrder = createOutOfOrderCheck(maxDevices);
  const keyPrefix = keyPrefixOf(scope);
  return async (body) => {
    const read = readPublish(body);
    if (isPublishFault(read)) return read;
    const key = publishKey(keyPrefix, read.publish);
    if (enqueue !== undefined) {
      const queued = { key, bodyHash: sha256Hex(body), body, receivedAtMs: clock.now() };
      return new Promise((done, failed) => enqueue(queued, { done, failed }));
    }
    const deliverPublish = (completion: Completion<void>) =>
      deliver(receivedPublish(key, read, clock.now(), isOutOfOrder), completion);
    return new Promise((done, failed) =>
      deliverOnce.begin(key, sha256Hex(body), { deliver: deliverPublish, done, failed }),
    );
  };
}
