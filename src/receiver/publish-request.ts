import type { Completion, Delivery } from './delivery';
import type { DeliveryResult } from './duplicates/deliver-once';
import { isPublishFault, type ReadPublish, readPublish } from './publish';
import { publishKey, receivedPublish } from './received-publish';
import { bodyRejection, contentRejection, rejection } from './rejection';
import { responses, sendResponse } from './response';
import { StreamRequest } from './stream-request';

/** The POST of a publish: delivers it once, then responds. spec 6.2 */
export class PublishRequest extends StreamRequest implements Delivery<DeliveryResult> {
  private read: ReadPublish | undefined;
  private key = '';

  protected override accept(sent: Buffer, bodyHash: string): void {
    if (this.isRateLimited()) return;
    const { keyPrefix, deliverOnce, enqueue, clock, bodyReader } = this.dependencies;
    // The signature is that of the bytes as they were sent.
    const body = bodyReader.unpack(this.incoming.request, sent);
    if (typeof body === 'string') {
      this.reject(bodyRejection(body, this.accessKeyIdEnd));
      return;
    }
    const read = readPublish(body);
    if (isPublishFault(read)) {
      this.reject(contentRejection(read, this.accessKeyIdEnd));
      return;
    }
    this.read = read;
    this.key = publishKey(keyPrefix, read.publish);
    if (enqueue === undefined) deliverOnce.begin(this.key, bodyHash, this);
    else enqueue({ key: this.key, bodyHash, body, receivedAtMs: clock.now() }, this);
  }

  deliver(completion: Completion<void>): void {
    const { isOutOfOrder, deliver, clock } = this.dependencies;
    deliver(receivedPublish(this.key, this.read as ReadPublish, clock.now(), isOutOfOrder), completion);
  }

  done(result: DeliveryResult): void {
    if (result !== 'reused') {
      sendResponse(this.incoming.response, responses.accepted);
      return;
    }
    const { transactionId } = (this.read as ReadPublish).publish;
    this.reject(rejection('duplicate', 'reused', responses.reused, { detail: { transactionId }, ...this.keyEnd() }));
  }

  private isRateLimited(): boolean {
    const { bucket, clock } = this.dependencies;
    const waitMs = bucket?.(clock.monotonicMs()) ?? 0;
    if (waitMs <= 0) return false;
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    this.reject(rejection('rate', 'exceeded', responses.tooMany, { ...this.keyEnd(), retryAfterSeconds }));
    return true;
  }
}
