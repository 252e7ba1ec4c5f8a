import { type Authorization, parseAuthorization, signatureAfter } from './authorization';
import { type CanonicalStartParts, canonicalHeaders, canonicalStart, stringToSignStart } from './canonical-request';
import { canonicalTargets, queryParameters, splitTarget } from './canonical-target';
import { digestFor } from './digest';
import { isSecurityHeader, readHeaderFields } from './header-fields';
import { type Refused, refused } from './verdict';

/** A request as it arrived, before its body: what Node's `IncomingMessage` calls method, url and rawHeaders. */
export interface ArrivedHead {
  readonly method: string;
  /** The request target byte by byte. */
  readonly target: string;
  readonly rawHeaders: readonly string[];
}

/** The head of a request that has the form of a signed one, without its signature; nothing in it is authenticated. */
export interface SignedHead {
  readonly method: string;
  readonly target: string;
  /** Canonical values by lower-case name; Authorization and Content-Length may be those of an earlier head. */
  readonly headers: ReadonlyMap<string, string>;
  readonly authorization: Omit<Authorization, 'signature'>;
  /** The canonical requests that a correct signer may have signed, up to the hash of the payload. */
  readonly canonicalStarts: readonly CanonicalStart[];
  /** The string to sign, up to the hash of the canonical request. */
  readonly toSignStart: string;
  readonly amzDate: string;
  readonly host: string;
}

/** The start of a canonical request, and the function for the digest of it with the hex hash that follows. */
export interface CanonicalStart {
  readonly text: string;
  readonly digest: (canonical: string) => string;
}

export interface ReadHead {
  readonly ok: true;
  /** The same object for heads that differ only in signature and length. */
  readonly head: SignedHead;
  readonly signature: Buffer;
}

const payloadHashPattern = /^[0-9a-f]{64}$/;
const beyondBytes = /[\u0100-\uffff]/;

/** Reads a head and does the checks `target`, `credentials` and `headers`. */
export function readHead(arrived: ArrivedHead): ReadHead | Refused {
  const known = readLikeLast(arrived);
  if (known !== undefined) return known;
  const read = readFully(arrived);
  if (read.ok) storeAsLast(read, arrived.rawHeaders);
  return read;
}

interface LastHead {
  readonly head: SignedHead;
  readonly rawHeaders: readonly string[];
  readonly authorizationAt: number;
  /** The Authorization header up to its signature. */
  readonly authorizationStart: string;
  /** -1 where none was sent. */
  readonly lengthAt: number;
}

// Within a second the heads of one signer differ only in signature and length: the checks of one hold for the next.
let last: LastHead | undefined;

function readLikeLast({ method, target, rawHeaders }: ArrivedHead): ReadHead | undefined {
  if (last === undefined || rawHeaders.length !== last.rawHeaders.length) return undefined;
  const { head, authorizationAt, authorizationStart, lengthAt } = last;
  if (method !== head.method || target !== head.target) return undefined;
  for (let at = 0; at < rawHeaders.length; at++)
    if (rawHeaders[at] !== last.rawHeaders[at] && at !== authorizationAt && at !== lengthAt) return undefined;
  const signature = signatureAfter(authorizationStart, rawHeaders[authorizationAt] as string);
  return signature === undefined ? undefined : { ok: true, head, signature };
}

function storeAsLast({ head, signature }: ReadHead, rawHeaders: readonly string[]): void {
  const { signedHeaders } = head.authorization;
  // The headers that may differ must not be signed, and must not decide whether Content-Type has to be.
  if (!signedHeaders.includes('content-type')) return;
  if (signedHeaders.includes('authorization') || signedHeaders.includes('content-length')) return;
  const authorizationAt = valueIndexOf('authorization', rawHeaders);
  const authorization = rawHeaders[authorizationAt] as string;
  const digits = signature.toString('hex');
  if (!authorization.endsWith(digits)) return;
  const authorizationStart = authorization.slice(0, -digits.length);
  const lengthAt = valueIndexOf('content-length', rawHeaders);
  last = { head, rawHeaders, authorizationAt, authorizationStart, lengthAt };
}

/** The index of the value of a header, or -1. */
function valueIndexOf(name: string, rawHeaders: readonly string[]): number {
  const at = rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? -1 : at + 1;
}

function readFully({ method, target, rawHeaders }: ArrivedHead): ReadHead | Refused {
  if (!target.startsWith('/') || beyondBytes.test(target)) return refused('target', 'not-origin-form');
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

  const repeatedHeader = repeated.find(isSecurityHeader);
  if (repeatedHeader !== undefined) return refuse('repeated', repeatedHeader);
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
  if (payloadHash !== undefined && !payloadHashPattern.test(payloadHash)) {
    return refuse('unsigned-payload', 'x-amz-content-sha256');
  }
  const lines = canonicalHeaders(headers, signedHeaders);
  if (beyondBytes.test(lines)) return refused('headers', 'malformed', {}, accessKeyId);
  const canonicalStarts = canonicalStartsOf({ method, target, signedHeaders, headers: lines });
  const toSignStart = stringToSignStart(amzDate, authorization.scope);
  const head = { method, target, headers, authorization, canonicalStarts, toSignStart, amzDate, host };
  const unsigned = announcesBody(headers) ? checkContentTypeSigned(head) : undefined;
  return unsigned ?? { ok: true, head, signature: Buffer.from(authorization.signature, 'hex') };
}

/** The starts of the canonical requests that a correct signer of a head may have signed. */
export function canonicalStartsOf(
  head: Omit<CanonicalStartParts, 'target'> & { readonly target: string },
): CanonicalStart[] {
  return canonicalTargets(head.target).map((target) => {
    const text = canonicalStart({ ...head, target });
    return { text, digest: digestFor(text) };
  });
}

/** A body needs a signed Content-Type: what a body means is part of what was signed. */
export function checkContentTypeSigned({ headers, authorization }: SignedHead): Refused | undefined {
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
