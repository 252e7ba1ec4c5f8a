import type { Clock } from '../clock';
import type { HeadPassed, Refused, Verifier } from '../sigv4';
import type { BodyConsumer, BodyFault, BodyReader } from './body-reader';
import type { Completion } from './delivery';
import type { DeliverOnce, DeliveryResult } from './duplicates/deliver-once';
import type { OutOfOrderCheck } from './out-of-order';
import type { QueuedPublish } from './queue/queue-writer';
import type { ReceivedPublish } from './received-publish';
import { rejectRequest } from './reject-request';
import { bodyRejection, type Rejection, rejection, signatureRejection } from './rejection';
import type { RejectionLog } from './rejection-log';
import { responses, sendResponse } from './response';
import type { IncomingRequest } from './router';
import type { TokenBucket } from './token-bucket';

/** Appends a publish to a queue once, and completes when it is stored there. */
export type Enqueue = (publish: QueuedPublish, completion: Completion<DeliveryResult>) => void;

export interface StreamRequestOptions {
  readonly clock: Clock;
  readonly deliverOnce: DeliverOnce;
  /** Delivers a publish. If it throws or fails, the service retries. */
  readonly deliver: (received: ReceivedPublish, completion: Completion<void>) => void;
  /** Replaces `deliverOnce` and `deliver` for a receiver that writes to a queue. */
  readonly enqueue?: Enqueue;
  /** The service has validated the stream for a device. */
  readonly onValidated?: () => void;
  readonly rejections: RejectionLog;
  /** Delivery or the duplicate store failed; the response was 503. */
  readonly onError: (error: unknown) => void;
}

/** The dependencies of all requests of a stream. */
export interface StreamDependencies extends StreamRequestOptions {
  readonly verifier: Verifier;
  readonly bodyReader: BodyReader;
  readonly bucket: TokenBucket | undefined;
  readonly isOutOfOrder: OutOfOrderCheck;
  /** Prefix of the keys of its publishes. */
  readonly keyPrefix: string;
}

const failureRetrySeconds = 5;

/** A signed request in progress. A class, because one object per request carries its state through all callbacks. */
export abstract class StreamRequest implements BodyConsumer {
  private head: HeadPassed | undefined;
  /** Set once the request is authenticated. */
  protected accessKeyIdEnd: string | undefined;

  constructor(
    protected readonly dependencies: StreamDependencies,
    protected readonly incoming: IncomingRequest,
  ) {}

  protected abstract accept(body: Buffer, bodyHash: string): void;

  begin(): void {
    const head = this.checkHead();
    if (isPassed(head)) {
      this.head = head;
      this.dependencies.bodyReader.read(this.incoming, this);
    } else this.reject(head);
  }

  onBody(body: Buffer | BodyFault): void {
    // An event calls this, so nothing would catch an exception.
    try {
      this.authenticate(body);
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error: unknown): void {
    this.dependencies.onError(error);
    const retry = { ...this.keyEnd(), retryAfterSeconds: failureRetrySeconds };
    this.reject(rejection('delivery', 'failed', responses.unavailable, retry));
  }

  /** The `accessKeyIdEnd` of a rejection, if it is known. */
  protected keyEnd(): { readonly accessKeyIdEnd?: string } {
    return this.accessKeyIdEnd === undefined ? {} : { accessKeyIdEnd: this.accessKeyIdEnd };
  }

  protected reject(rejection: Rejection): void {
    rejectRequest(this.incoming, rejection, this.dependencies.rejections);
  }

  /** Every check that does not need the body. */
  private checkHead(): HeadPassed | Rejection {
    const { verifier, bodyReader, clock } = this.dependencies;
    const { request, target } = this.incoming;
    const { method = '', rawHeaders } = request;
    const head = verifier.checkHead({ method, target, rawHeaders }, clock.now());
    if (!head.ok && comesBeforeSize(head)) return signatureRejection(head);
    const fault = bodyReader.checkHeaders(request);
    if (fault !== undefined) return bodyRejection(fault, head.ok ? undefined : head.accessKeyIdEnd);
    return head.ok ? head : signatureRejection(head);
  }

  private authenticate(body: Buffer | BodyFault): void {
    if (typeof body === 'string') {
      this.reject(bodyRejection(body));
      return;
    }
    const verdict = (this.head as HeadPassed).checkBody(body);
    if (verdict.ok) {
      this.accessKeyIdEnd = verdict.accessKeyId.slice(-4);
      this.accept(body, verdict.payloadHash);
    } else this.reject(signatureRejection(verdict));
  }
}

/** The GET by which the service validates a stream. spec 6.2 */
export class ValidationRequest extends StreamRequest {
  protected override accept(): void {
    this.dependencies.onValidated?.();
    sendResponse(this.incoming.response, responses.accepted);
  }
}

function isPassed(head: HeadPassed | Rejection): head is HeadPassed {
  return head.ok;
}

/** Whether a check failed that precedes `size` in the order of checks. */
function comesBeforeSize({ failed }: Refused): boolean {
  return failed === 'target' || failed === 'credentials' || failed === 'headers';
}
