import type { Clock } from '../clock';
import type { Waiter } from './delivery';
import { sha256Hex } from './digest';
import type { DeliverOnce, Delivery } from './duplicates/deliver-once';
import { createSeesNewer } from './out-of-order';
import { isPublishFault, type PublishFault, readPublish } from './publish';
import { keyPrefixOf, publishKey, type ReceivedPublish, receivedPublish } from './received-publish';
import type { Enqueue } from './stream-request';

export interface MessageIntakeOptions {
  readonly clock: Clock;
  /** As of the stream target whose deliveries count as the same. */
  readonly scope: string;
  readonly deliverOnce: DeliverOnce;
  readonly deliver: (received: ReceivedPublish, waiter: Waiter<void>) => void;
  /** Takes a publish in place of both, where it goes into a queue. */
  readonly enqueue?: Enqueue;
}

/** What became of a publish that came by other means than HTTP; a fault where it is none. */
export type MessageIntake = (body: Buffer) => Promise<Delivery | PublishFault>;

const MAX_DEVICES = 200_000;

/** Takes publishes that somebody else has received, such as from an IoT hub: checked and once, as those of a stream. */
export function createMessageIntake(options: MessageIntakeOptions): MessageIntake {
  const { clock, scope, deliverOnce, deliver, enqueue } = options;
  const seesNewer = createSeesNewer(MAX_DEVICES);
  const keyPrefix = keyPrefixOf(scope);
  return async (body) => {
    const publish = readPublish(body);
    if (isPublishFault(publish)) return publish;
    const key = publishKey(keyPrefix, publish);
    if (enqueue !== undefined) {
      const queued = { key, bodyHash: sha256Hex(body), body, receivedAtMs: clock.now() };
      return new Promise((done, failed) => enqueue(queued, { done, failed }));
    }
    const deliverIt = (waiter: Waiter<void>) => deliver(receivedPublish(key, publish, clock.now(), seesNewer), waiter);
    return new Promise((done, failed) => deliverOnce.begin(key, sha256Hex(body), { deliver: deliverIt, done, failed }));
  };
}
