import type { Clock } from '../clock';
import type { HeadPassed, Refused, Verifier } from '../sigv4';
import type { BodyFault, BodyIntake, BodyTaker } from './body-reader';
import type { Waiter } from './delivery';
import type { DeliverOnce, Delivery } from './duplicates/deliver-once';
import type { SeesNewer } from './out-of-order';
import type { QueuedPublish } from './queue/queue-writer';
import type { ReceivedPublish } from './received-publish';
import { refuse } from './reject-request';
import { bodyRefusal, type Refusal, refusal, signatureRefusal } from './rejection';
import type { RefusalLog } from './rejection-log';
import { answers, sendAnswer } from './response';
import type { Arrival } from './router';
import type { TokenBucket } from './token-bucket';

/** Puts a publish into a queue once, and tells when it is there. */
export type Enqueue = (publish: QueuedPublish, waiter: Waiter<Delivery>) => void;

/** What the requests of a stream tell, and ask. */
export interface StreamContext {
  readonly clock: Clock;
  readonly deliverOnce: DeliverOnce;
  /** Sends a publish on; throws or fails where it cannot, and the service will try again. */
  readonly deliver: (received: ReceivedPublish, waiter: Waiter<void>) => void;
  /** Takes a publish in place of `deliverOnce` and `deliver`, where it goes into a queue. */
  readonly enqueue?: Enqueue;
  /** The service has validated the stream for a device. */
  readonly onValidated?: () => void;
  readonly refusals: RefusalLog;
  /** A delivery, or the store, failed; the request got 503. */
  readonly onError: (error: unknown) => void;
}

/** What the requests of a stream share. */
export interface StreamParts extends StreamContext {
  readonly verifier: Verifier;
  readonly intake: BodyIntake;
  readonly bucket: TokenBucket | undefined;
  readonly seesNewer: SeesNewer;
  /** Of the keys of its publishes. */
  readonly keyPrefix: string;
}

const RETRY_AFTER_SECONDS = 5;

/** A signed request on its way: what came with a faultless signature is accepted, the rest is refused. */
export abstract class StreamRequest implements BodyTaker {
  private head: HeadPassed | undefined;
  /** Known once the request is authentic. */
  protected accessKeyIdEnd: string | undefined;

  constructor(
    protected readonly parts: StreamParts,
    protected readonly arrival: Arrival,
  ) {}

  protected abstract accept(body: Buffer, bodyHash: string): void;

  begin(): void {
    const head = this.admit();
    if (isPassed(head)) {
      this.head = head;
      this.parts.intake.read(this.arrival, this);
    } else this.refuse(head);
  }

  takeBody(body: Buffer | BodyFault): void {
    // Nobody behind the event of a request hears what is thrown in it.
    try {
      this.authenticate(body);
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error: unknown): void {
    this.parts.onError(error);
    const retry = { ...this.keyEnd(), retryAfterSeconds: RETRY_AFTER_SECONDS };
    this.refuse(refusal('delivery', 'failed', answers.unavailable, retry));
  }

  /** For a refusal. */
  protected keyEnd(): { readonly accessKeyIdEnd?: string } {
    return this.accessKeyIdEnd === undefined ? {} : { accessKeyIdEnd: this.accessKeyIdEnd };
  }

  protected refuse(why: Refusal): void {
    refuse(this.arrival, why, this.parts.refusals);
  }

  /** What can be told before the body is there. */
  private admit(): HeadPassed | Refusal {
    const { verifier, intake, clock } = this.parts;
    const { request, target } = this.arrival;
    const { method = '', rawHeaders } = request;
    const head = verifier.checkHead({ method, target, rawHeaders }, clock.now());
    if (!head.ok && isOfShape(head)) return signatureRefusal(head);
    const announced = intake.announced(request);
    if (announced !== undefined) return bodyRefusal(announced, head.ok ? undefined : head.accessKeyIdEnd);
    return head.ok ? head : signatureRefusal(head);
  }

  private authenticate(body: Buffer | BodyFault): void {
    if (typeof body === 'string') {
      this.refuse(bodyRefusal(body));
      return;
    }
    const verdict = (this.head as HeadPassed).checkBody(body);
    if (verdict.ok) {
      this.accessKeyIdEnd = verdict.accessKeyId.slice(-4);
      this.accept(body, verdict.payloadHash);
    } else this.refuse(signatureRefusal(verdict));
  }
}

/** The service asks whether a stream is there, spec 6.2. */
export class StreamValidation extends StreamRequest {
  protected override accept(): void {
    this.parts.onValidated?.();
    sendAnswer(this.arrival.response, answers.accepted);
  }
}

function isPassed(head: HeadPassed | Refusal): head is HeadPassed {
  return head.ok;
}

/** Whether a head failed before its size counts. */
function isOfShape({ failed }: Refused): boolean {
  return failed === 'target' || failed === 'credentials' || failed === 'headers';
}
