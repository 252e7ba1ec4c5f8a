import type { StreamPublish } from '../catalog';
import type { Order, Waiter } from './delivery';
import type { Delivery } from './duplicates/deliver-once';
import { isPublishFault, readPublish } from './publish';
import { publishKey, receivedPublish } from './received-publish';
import { contentRefusal, refusal } from './rejection';
import { answers, sendAnswer } from './response';
import { StreamRequest } from './stream-request';

/** A publish on its way: delivered once, and answered when that is done. */
export class StreamPush extends StreamRequest implements Order<Delivery> {
  private publish: StreamPublish | undefined;
  private key = '';

  protected override accept(body: Buffer, bodyHash: string): void {
    if (this.isTooMany()) return;
    const { keyPrefix, deliverOnce, enqueue, clock } = this.parts;
    const publish = readPublish(body);
    if (isPublishFault(publish)) {
      this.refuse(contentRefusal(publish, this.accessKeyIdEnd));
      return;
    }
    this.publish = publish;
    this.key = publishKey(keyPrefix, publish);
    if (enqueue === undefined) deliverOnce.begin(this.key, bodyHash, this);
    else enqueue({ key: this.key, bodyHash, body, receivedAtMs: clock.now() }, this);
  }

  deliver(waiter: Waiter<void>): void {
    const { seesNewer, deliver, clock } = this.parts;
    deliver(receivedPublish(this.key, this.publish as StreamPublish, clock.now(), seesNewer), waiter);
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
    const waitMs = bucket?.(clock.monotonicMs()) ?? 0;
    if (waitMs <= 0) return false;
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    this.refuse(refusal('rate', 'exceeded', answers.tooMany, { ...this.keyEnd(), retryAfterSeconds }));
    return true;
  }
}
