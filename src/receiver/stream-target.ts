import { streamSignature } from '../catalog';
import { type AccessKey, createVerifier, type VerifierOptions } from '../sigv4';
import { type BodyLimits, createBodyIntake } from './body-intake';
import { createSeesNewer } from './newest-seen';
import { keyPrefixOf } from './received-publish';
import { otherMethodRefusal } from './refusal';
import { refuse } from './refuse';
import type { Target } from './router';
import { StreamPush } from './stream-push';
import { type StreamContext, type StreamParts, StreamValidation } from './stream-request';
import { createTokenBucket, type Rate } from './token-bucket';

export interface StreamTargetOptions extends BodyLimits, StreamContext {
  /** Sets apart the targets on one store: what one of them has delivered is new to another. */
  readonly scope: string;
  /** Answers the validation GET. */
  readonly validationPath: string;
  /** Takes the publish POST. */
  readonly publishPath: string;
  /** The active ones, one to four. */
  readonly credentials: readonly AccessKey[];
  /** What Host may say: that of the base URL, and of any proxy that rewrites it. */
  readonly hosts: readonly string[];
  /** The service in the scope; any that ends in `em-agent-stream` where it is not given. */
  readonly service?: string;
  /** How far the date of a signature may be from now; 15 minutes. */
  readonly windowMs?: number;
  /** Authentic publishes a second; no limit where it is not given. */
  readonly rate?: Rate;
}

const MAX_DEVICES = 200_000;

/** The receiving end of a stream. RangeError for credentials, hosts or a rate that it could not work with. */
export function createStreamTarget(options: StreamTargetOptions): Target & { close(): void } {
  const intake = createBodyIntake(options.clock, options);
  const parts: StreamParts = {
    ...options,
    verifier: createVerifier(verifierOptions(options)),
    intake,
    bucket: options.rate === undefined ? undefined : createTokenBucket(options.rate),
    seesNewer: createSeesNewer(MAX_DEVICES),
    keyPrefix: keyPrefixOf(options.scope),
  };
  return {
    routes: [
      {
        method: 'GET',
        path: options.validationPath,
        handle: (arrival) => new StreamValidation(parts, arrival).begin(),
      },
      {
        method: 'POST',
        path: options.publishPath,
        handle: (arrival) => new StreamPush(parts, arrival).begin(),
      },
    ],
    otherMethod: (arrival) => refuse(arrival, otherMethodRefusal(arrival.request.method), options.refusals),
    close: intake.close,
  };
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
