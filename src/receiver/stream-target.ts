import { streamSignature } from '../catalog';
import { defined } from '../object';
import { type AccessKey, createVerifier, type VerifierOptions } from '../sigv4';
import { type BodyLimits, createBodyReader } from './body-reader';
import { createOutOfOrderCheck } from './out-of-order';
import { PublishRequest } from './publish-request';
import { keyPrefixOf } from './received-publish';
import { rejectRequest } from './reject-request';
import { otherMethodRejection } from './rejection';
import type { Target } from './router';
import { type StreamDependencies, type StreamRequestOptions, ValidationRequest } from './stream-request';
import { createTokenBucket, type Rate } from './token-bucket';

export interface StreamTargetOptions extends BodyLimits, StreamRequestOptions {
  /** Separates the targets that share a store: each has its own duplicates. */
  readonly scope: string;
  /** Path of the validation GET. */
  readonly validationPath: string;
  /** Path of the publish POST. */
  readonly publishPath: string;
  /** The active credentials, 1 to 4. */
  readonly credentials: readonly AccessKey[];
  /** Accepted values of Host: that of the base URL, and that of each proxy that rewrites it. */
  readonly hosts: readonly string[];
  /** The service in the credential scope; by default any that ends in `em-agent-stream`. */
  readonly service?: string;
  /** Largest difference between the date of a signature and now; 15 minutes. */
  readonly windowMs?: number;
  /** Limit of authenticated publishes; none by default. */
  readonly rate?: Rate;
}

const maxDevices = 200_000;

/** Receives a stream. RangeError for invalid credentials, hosts or rate. */
export function createStreamTarget(options: StreamTargetOptions): Target & { close(): void } {
  const bodyReader = createBodyReader(options.clock, options);
  const dependencies: StreamDependencies = {
    ...options,
    verifier: createVerifier(verifierOptions(options)),
    bodyReader,
    bucket: options.rate === undefined ? undefined : createTokenBucket(options.rate),
    isOutOfOrder: createOutOfOrderCheck(maxDevices),
    keyPrefix: keyPrefixOf(options.scope),
  };
  return {
    routes: [
      {
        method: 'GET',
        path: options.validationPath,
        handle: (incoming) => new ValidationRequest(dependencies, incoming).begin(),
      },
      {
        method: 'POST',
        path: options.publishPath,
        handle: (incoming) => new PublishRequest(dependencies, incoming).begin(),
      },
    ],
    otherMethod: (incoming) =>
      rejectRequest(incoming, otherMethodRejection(incoming.request.method), options.rejections),
    close: bodyReader.close,
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
    ...defined({ windowMs }),
  };
}
