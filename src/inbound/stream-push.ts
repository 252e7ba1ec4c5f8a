import type { StreamPublish } from '../catalog';
import { answers, sendAnswer } from './answer';
import { sha256Hex } from './digest';
import type { Delivery } from './duplicates/deliver-once';
import { messageId } from './message-id';
import { isPublishFault, readPublish } from './publish';
import { contentRefusal, refusal } from './refusal';
import { StreamRequest } from './stream-request';
import type { Order, Waiter } from './waiter';

/** A publish on its way: delivered once, and answered when that is done. */
export class StreamPush extends StreamRequest implements Order<Delivery> {
  private publish: StreamPublish | undefined;
  private key = '';

  protected override accept(body: Buffer, bodyHash: string): void {
    if (this.isTooMany()) return;
    const { keyPrefix, deliverOnce } = this.parts;
    const publish = readPublish(body);
    if (isPublishFault(publish)) {
      this.refuse(contentRefusal(publish, this.accessKeyIdEnd));
      return;
    }
    const { deviceId, transactionId } = publish;
    this.publish = publish;
    this.key = sha256Hex(`${keyPrefix}${deviceId.length}:${deviceId}${transactionId}`);
    deliverOnce.begin(this.key, bodyHash, this);
  }

  deliver(waiter: Waiter<void>): void {
    const { seesNewer, deliver, clock } = this.parts;
    const publish = this.publish as StreamPublish;
    const outOfOrder = seesNewer(publish.deviceId, publish.ts);
    deliver({ id: messageId(this.key), publish, outOfOrder, receivedAtMs: clock.now() }, waiter);
  }

  done(delivery: Delivery): void {
    if (delivery !== 'reused') {
      sendAnswer(this.arrival.response, answers.accepted);
      return;
    }
    const { transactionId } = this.publish as StreamPublish;
    this.refuse(refusal('duplicate', 'reused', answers.reused, { detail: { transactionId }, ...this.keyEnd() }));
  }

  private isTooMany(): boolean {
    const { bucket, clock } = this.parts;
    const waitMs = bucket?.(clock.now()) ?? 0;
    if (waitMs <= 0) return false;
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    this.refuse(refusal('rate', 'exceeded', answers.tooMany, { ...this.keyEnd(), retryAfterSeconds }));
    return true;
  }
}
