import { formatAmzDate, scopeDate } from './amz-date';
import { formatAuthorization } from './authorization';
import { canonicalHeaders, canonicalRequest, stringToSign } from './canonical-request';
import { canonicalQueryString, canonicalUri, splitTarget } from './canonical-target';
import { hmacHex, sha256Hex } from './digest';
import { readHeaderFields } from './header-fields';
import { createSigningKeys, scopeTerminator } from './signing-key';

/** A request to sign. `target` and header values as they are sent, one character per byte. */
export interface SigningRequest {
  readonly method: string;
  /** Origin form: `/path?query`. */
  readonly target: string;
  /** All of these get signed; headers that a proxy may change are for the caller to add afterwards. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Used where `headers` have no Host. */
  readonly host?: string;
  /** A string is sent as UTF-8; undefined is an empty body. */
  readonly body?: Buffer | string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly service: string;
  readonly date: Date;
}

/** A signature with the results that led to it. */
export interface SignedRequest {
  /** What to add to the request: Host where it was absent, X-Amz-Date, Authorization. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly canonicalRequest: string;
  readonly stringToSign: string;
  readonly signature: string;
}

/** A sender signs all requests with a few keys. */
const signingKeys = createSigningKeys(16);

/** Signs `request` in its headers. TypeError where a host is missing or a given header is one that signing adds. */
export function signRequest(request: SigningRequest): SignedRequest {
  const amzDate = formatAmzDate(request.date);
  const added: [string, string][] = [['X-Amz-Date', amzDate]];
  const given = readHeaderFields(request.headers.flat()).values;
  if (given.has('authorization') || given.has('x-amz-date')) throw new TypeError('the request is already signed');
  if (!given.has('host')) {
    if (request.host === undefined) throw new TypeError('a host is needed to sign a request');
    added.unshift(['Host', request.host]);
  }

  const { values } = readHeaderFields([...request.headers.flat(), ...added.flat()]);
  const signedHeaders = [...values.keys()].sort();
  const { path, query } = splitTarget(request.target);
  const canonical = canonicalRequest({
    method: request.method,
    target: { uri: canonicalUri(path), query: canonicalQueryString(query) },
    headers: canonicalHeaders(values, signedHeaders),
    signedHeaders,
    payloadHash: sha256Hex(request.body ?? ''),
  });

  const { region, service, accessKeyId } = request;
  const scope = { date: scopeDate(amzDate), region, service, terminator: scopeTerminator };
  const toSign = stringToSign(amzDate, scope, canonical);
  // A key id may get another secret, so the secret is part of the name of the cached key.
  const { secretAccessKey } = request;
  const signature = hmacHex(signingKeys(`${accessKeyId}\n${secretAccessKey}`, secretAccessKey, scope), toSign);
  added.push(['Authorization', formatAuthorization({ accessKeyId, scope, signedHeaders, signature })]);
  return { headers: added, canonicalRequest: canonical, stringToSign: toSign, signature };
}
