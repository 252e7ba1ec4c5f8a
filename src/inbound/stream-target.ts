import { type StreamPublish, streamSignature } from '../catalog';
import type { Clock } from '../clock';
import { type Credential, createVerifier, type HeadPassed, type Refused, type VerifierOptions } from '../sigv4';
import { answers, sendAnswer } from './answer';
import { type BodyFault, type BodyLimits, createBodyIntake } from './body-intake';
import { sha256Hex } from './digest';
import type { DeliverOnce } from './duplicates/deliver-once';
import { messageId } from './message-id';
import { createSeesNewer } from './newest-seen';
import { isPublishFault, readPublish } from './publish';
import { bodyRefusal, contentRefusal, otherMethodRefusal, type Refusal, refusal, signatureRefusal } from './refusal';
import type { RefusalLog } from './refusal-log';
import { refuse } from './refuse';
import type { Arrival, Target } from './router';
import { createTokenBucket, type Rate } from './token-bucket';
import type { Waiter } from './waiter';

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

export interface StreamTargetOptions extends BodyLimits {
  readonly clock: Clock;
  /** Sets apart the targets on one store: what one of them has delivered is new to another. */
  readonly scope: string;
  /** Answers the validation GET. */
  readonly validationPath: string;
  /** Takes the publish POST. */
  readonly publishPath: string;
  /** The active ones, one to four. */
  readonly credentials: readonly Credential[];
  /** What Host may say: that of the base URL, and of any proxy that rewrites it. */
  readonly hosts: readonly string[];
  /** The service in the scope; any that ends in `em-agent-stream` where it is not given. */
  readonly service?: string;
  /** How far the date of a signature may be from now; 15 minutes. */
  readonly windowMs?: number;
  /** Authentic publishes a second; no limit where it is not given. */
  readonly rate?: Rate;
  readonly deliverOnce: DeliverOnce;
  /** Sends a publish on; throws or fails where it cannot, and the service will try again. */
  readonly deliver: (received: ReceivedPublish, waiter: Waiter<void>) => void;
  /** The service has validated the stream for a device. */
  readonly onValidated?: () => void;
  readonly refusals: RefusalLog;
  /** A delivery, or the store, failed; the request got 503. */
  readonly onError: (error: unknown) => void;
}

interface Authentic {
  readonly ok: true;
  readonly body: Buffer;
  readonly bodyHash: string;
  readonly accessKeyIdEnd: string;
}

const MAX_DEVICES = 200_000;
const RETRY_AFTER_SECONDS = 5;

/** The receiving end of a stream. RangeError for credentials, hosts or a rate that it could not work with. */
export function createStreamTarget(options: StreamTargetOptions): Target & { close(): void } {
  const { clock, deliver, deliverOnce } = options;
  const verifier = createVerifier(verifierOptions(options));
  const intake = createBodyIntake(clock, options);
  const bucket = options.rate === undefined ? undefined : createTokenBucket(options.rate);
  const seesNewer = createSeesNewer(MAX_DEVICES);
  const keyPrefix = `${options.scope.length}:${options.scope}`;

  const refuseArrival = (arrival: Arrival, why: Refusal) => refuse(arrival, why, options.refusals);

  /** What can be told before the body is there. */
  function admit({ request, target }: Arrival): HeadPassed | Refusal {
    const { method = '', rawHeaders } = request;
    const head = verifier.checkHead({ method, target, rawHeaders }, clock.now());
    if (!head.ok && isOfShape(head)) return signatureRefusal(head);
    const announced = intake.announced(request);
    if (announced !== undefined) return bodyRefusal(announced, head.ok ? undefined : head.accessKeyIdEnd);
    return head.ok ? head : signatureRefusal(head);
  }

  function authenticate(head: HeadPassed, body: Buffer | BodyFault): Authentic | Refusal {
    if (typeof body === 'string') return bodyRefusal(body);
    const verdict = head.checkBody(body);
    if (!verdict.ok) return signatureRefusal(verdict);
    return { ok: true, body, bodyHash: verdict.payloadHash, accessKeyIdEnd: verdict.accessKeyId.slice(-4) };
  }

  function limitRate({ accessKeyIdEnd }: Authentic): Refusal | undefined {
    const waitMs = bucket?.(clock.now()) ?? 0;
    if (waitMs <= 0) return undefined;
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    return refusal('rate', 'exceeded', answers.tooMany, { accessKeyIdEnd, retryAfterSeconds });
  }

  /** Hands over what came with a faultless signature; refuses the rest. */
  function authenticated(arrival: Arrival, next: (authentic: Authentic) => void): void {
    const head = admit(arrival);
    if (!isPassed(head)) {
      refuseArrival(arrival, head);
      return;
    }
    intake.read(arrival.request, (body) => {
      // Nobody behind the event of a request hears what is thrown in it.
      try {
        const authentic = authenticate(head, body);
        if (authentic.ok) next(authentic);
        else refuseArrival(arrival, authentic);
      } catch (error) {
        failed(arrival, error);
      }
    });
  }

  function failed(arrival: Arrival, error: unknown, accessKeyIdEnd?: string): void {
    options.onError(error);
    const key = accessKeyIdEnd === undefined ? {} : { accessKeyIdEnd };
    const retry = { ...key, retryAfterSeconds: RETRY_AFTER_SECONDS };
    refuseArrival(arrival, refusal('delivery', 'failed', answers.unavailable, retry));
  }

  function take(arrival: Arrival, authentic: Authentic): void {
    const { body, bodyHash, accessKeyIdEnd } = authentic;
    const tooMany = limitRate(authentic);
    if (tooMany !== undefined) {
      refuseArrival(arrival, tooMany);
      return;
    }
    const publish = readPublish(body);
    if (isPublishFault(publish)) {
      refuseArrival(arrival, contentRefusal(publish, accessKeyIdEnd));
      return;
    }
    const { deviceId, transactionId, ts } = publish;
    const key = sha256Hex(`${keyPrefix}${deviceId.length}:${deviceId}${transactionId}`);
    const deliverIt = (waiter: Waiter<void>) => {
      const outOfOrder = seesNewer(deviceId, ts);
      deliver({ id: messageId(key), publish, outOfOrder, receivedAtMs: clock.now() }, waiter);
    };
    deliverOnce.begin(key, bodyHash, deliverIt, {
      done(delivery) {
        if (delivery !== 'reused') sendAnswer(arrival.response, answers.accepted);
        else {
          const more = { detail: { transactionId }, accessKeyIdEnd };
          refuseArrival(arrival, refusal('duplicate', 'reused', answers.reused, more));
        }
      },
      failed: (error) => failed(arrival, error, accessKeyIdEnd),
    });
  }

  return {
    routes: [
      {
        method: 'GET',
        path: options.validationPath,
        handle: (arrival) =>
          authenticated(arrival, () => {
            options.onValidated?.();
            sendAnswer(arrival.response, answers.accepted);
          }),
      },
      {
        method: 'POST',
        path: options.publishPath,
        handle: (arrival) => authenticated(arrival, (authentic) => take(arrival, authentic)),
      },
    ],
    otherMethod: (arrival) => refuseArrival(arrival, otherMethodRefusal(arrival.request.method)),
    close: intake.close,
  };
}

function isPassed(head: HeadPassed | Refusal): head is HeadPassed {
  return head.ok;
}

/** Whether a head failed before its size counts. */
function isOfShape({ failed }: Refused): boolean {
  return failed === 'target' || failed === 'credentials' || failed === 'headers';
}

function verifierOptions({ credentials, hosts, service, windowMs }: StreamTargetOptions): VerifierOptions {
  const { region, serviceSuffix, contentType } = streamSignature;
  return {
    credentials,
    hosts,
    region,
    contentType,
    service: service === undefined ? { endsWith: serviceSuffix } : { is: service },
    ...(windowMs === undefined ? {} : { windowMs }),
  };
}
