import { signingAlgorithm } from './canonical-request';
import { type CredentialScope, formatCredentialScope } from './signing-key';

/** The content of the Authorization header of a signed request. */
export interface Authorization {
  readonly accessKeyId: string;
  readonly scope: CredentialScope;
  /** Lower case, sorted, each once. */
  readonly signedHeaders: readonly string[];
  /** 64 lower-case hex digits. */
  readonly signature: string;
}

/** All but the signature: the same in all requests of a signer on one day. */
type Credentials = Omit<Authorization, 'signature'>;

const partPattern = '([^\\s,/]{1,128})';
const namesPattern = "([a-z0-9!#$%&'*+.^_`|~;-]+)";
const parametersPattern = new RegExp(
  `^Credential=${[partPattern, partPattern, partPattern, partPattern, partPattern].join('/')}, ?SignedHeaders=${namesPattern}$`,
);
const authScheme = `${signingAlgorithm} `;
const signaturePattern = /^[0-9a-f]{64}$/;
const signatureLength = 64;
const signatureName = /, ?Signature=$/;
const maxCached = 32;
const maxCachedLength = 512;

const cached = new Map<string, Credentials>();

/** Reads an Authorization header, or returns what is wrong with it. */
export function parseAuthorization(value: string): Authorization | 'other-algorithm' | 'malformed' {
  if (!value.startsWith(authScheme)) return 'other-algorithm';
  const start = value.slice(0, -signatureLength);
  const credentials = cached.get(start) ?? readCredentials(start);
  if (credentials === undefined) return 'malformed';
  const signature = signatureOf(value);
  if (signature === undefined) return 'malformed';
  const { accessKeyId, scope, signedHeaders } = credentials;
  return { accessKeyId, scope, signedHeaders, signature };
}

/** The bytes of the signature that follows `start` in a header; undefined if the header has another form. */
export function signatureAfter(start: string, value: string): Buffer | undefined {
  if (value.length !== start.length + signatureLength || !value.startsWith(start)) return undefined;
  const digits = value.slice(-signatureLength);
  const bytes = Buffer.from(digits, 'hex');
  return bytes.length * 2 === signatureLength && digits === digits.toLowerCase() ? bytes : undefined;
}

function signatureOf(value: string): string | undefined {
  const signature = value.slice(-signatureLength);
  return signaturePattern.test(signature) ? signature : undefined;
}

/** Reads a header up to the signature. */
function readCredentials(start: string): Credentials | undefined {
  const end = signatureName.exec(start)?.index;
  const match = end === undefined ? null : parametersPattern.exec(start.slice(authScheme.length, end));
  if (match === null) return undefined;
  const [, accessKeyId = '', date = '', region = '', service = '', terminator = '', names = ''] = match;
  const signedHeaders = names.split(';');
  if (!isStrictlyAscending(signedHeaders)) return undefined;
  const credentials = { accessKeyId, scope: { date, region, service, terminator }, signedHeaders };
  // The sender is not authenticated yet, so the cache is limited in number and in length.
  if (start.length <= maxCachedLength) {
    if (cached.size >= maxCached) cached.clear();
    cached.set(start, credentials);
  }
  return credentials;
}

/** The value of an Authorization header. */
export function formatAuthorization({ accessKeyId, scope, signedHeaders, signature }: Authorization): string {
  return (
    `${signingAlgorithm} Credential=${accessKeyId}/${formatCredentialScope(scope)}, ` +
    `SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`
  );
}

function isStrictlyAscending(names: readonly string[]): boolean {
  let previous = '';
  for (const name of names) {
    if (name <= previous) return false;
    previous = name;
  }
  return true;
}
