import { type Authorization, parseAuthorization } from './authorization';
import { canonicalHeaders } from './canonical-request';
import { queryParameters, splitTarget } from './canonical-target';
import { isSecurityHeader, readHeaderFields } from './header-fields';
import { type Refused, refused } from './verdict';

/** A request as it arrived, before its body: what Node's `IncomingMessage` calls method, url and rawHeaders. */
export interface ArrivedHead {
  readonly method: string;
  /** The request target byte by byte. */
  readonly target: string;
  readonly rawHeaders: readonly string[];
}

/** A head that has the shape of a signed request; nothing in it is authenticated yet. */
export interface ReadHead {
  readonly ok: true;
  readonly method: string;
  readonly target: string;
  /** Canonical values by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly authorization: Authorization;
  /** The lines of the signed headers in the canonical request. */
  readonly signedLines: string;
  readonly amzDate: string;
  readonly host: string;
}

const PAYLOAD_HASH = /^[0-9a-f]{64}$/;
const BEYOND_BYTES = /[\u0100-\uffff]/;

/** Reads a head and makes the checks `target`, `credentials` and `headers`. */
export function readHead({ method, target, rawHeaders }: ArrivedHead): ReadHead | Refused {
  if (!target.startsWith('/') || BEYOND_BYTES.test(target)) return refused('target', 'not-origin-form');
  if (isPresigned(target)) return refused('target', 'presigned');

  const { values: headers, repeated } = readHeaderFields(rawHeaders);
  const credentials = headers.get('authorization');
  if (credentials === undefined) return refused('credentials', 'missing');
  if (repeated.includes('authorization')) return refused('credentials', 'repeated', { header: 'authorization' });
  const authorization = parseAuthorization(credentials);
  if (typeof authorization === 'string') return refused('credentials', authorization);

  const { accessKeyId, signedHeaders } = authorization;
  const refuse = (reason: 'missing' | 'repeated' | 'unsigned' | 'unsigned-payload', header: string) =>
    refused('headers', reason, { header }, accessKeyId);

  const twice = repeated.find(isSecurityHeader);
  if (twice !== undefined) return refuse('repeated', twice);
  const host = headers.get('host');
  if (host === undefined) return refuse('missing', 'host');
  const amzDate = headers.get('x-amz-date');
  if (amzDate === undefined) return refuse('missing', 'x-amz-date');
  for (const name of signedHeaders) if (!headers.has(name)) return refuse('missing', name);
  if (!signedHeaders.includes('host')) return refuse('unsigned', 'host');
  for (const name of headers.keys()) {
    if (name.startsWith('x-amz-') && !signedHeaders.includes(name)) return refuse('unsigned', name);
  }
  const payloadHash = headers.get('x-amz-content-sha256');
  if (payloadHash !== undefined && !PAYLOAD_HASH.test(payloadHash)) {
    return refuse('unsigned-payload', 'x-amz-content-sha256');
  }
  const signedLines = canonicalHeaders(headers, signedHeaders);
  if (BEYOND_BYTES.test(signedLines)) return refused('headers', 'malformed', {}, accessKeyId);
  const head: ReadHead = { ok: true, method, target, headers, authorization, signedLines, amzDate, host };
  return (announcesBody(headers) ? checkContentTypeSigned(head) : undefined) ?? head;
}

/** A body needs a signed Content-Type: what a body means is part of what was signed. */
export function checkContentTypeSigned({ headers, authorization }: ReadHead): Refused | undefined {
  const { accessKeyId, signedHeaders } = authorization;
  if (signedHeaders.includes('content-type')) return undefined;
  const reason = headers.has('content-type') ? 'unsigned' : 'missing';
  return refused('headers', reason, { header: 'content-type' }, accessKeyId);
}

function announcesBody(headers: ReadonlyMap<string, string>): boolean {
  return (headers.get('content-length') ?? '0') !== '0' || headers.has('transfer-encoding');
}

function isPresigned(target: string): boolean {
  return (
    target.includes('?') &&
    queryParameters(splitTarget(target).query).some(([name]) => name.toLowerCase().startsWith('x-amz-'))
  );
}
