import type { CanonicalTarget } from './canonical-target';
import { sha256HexOfBytes } from './digest';
import { type CredentialScope, formatCredentialScope } from './signing-key';

/** The one algorithm there is here. */
export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** A line for each signed header; `headers` holds canonical values by lower-case name. */
export function canonicalHeaders(headers: ReadonlyMap<string, string>, signedHeaders: readonly string[]): string {
  let lines = '';
  for (const name of signedHeaders) lines += `${name}:${headers.get(name) ?? ''}\n`;
  return lines;
}

/** The parts of a canonical request; `headers` are the lines of {@link canonicalHeaders}, `payloadHash` is hex. */
export interface CanonicalRequestParts {
  readonly method: string;
  readonly target: CanonicalTarget;
  readonly headers: string;
  readonly signedHeaders: readonly string[];
  readonly payloadHash: string;
}

/** The canonical request: one character a byte. */
export function canonicalRequest(parts: CanonicalRequestParts): string {
  const { method, target, headers, signedHeaders, payloadHash } = parts;
  return `${method}\n${target.uri}\n${target.query}\n${headers}\n${signedHeaders.join(';')}\n${payloadHash}`;
}

/** The string to sign; `amzDate` as in X-Amz-Date. */
export function stringToSign(amzDate: string, scope: CredentialScope, canonical: string): string {
  return `${ALGORITHM}\n${amzDate}\n${formatCredentialScope(scope)}\n${sha256HexOfBytes(canonical)}`;
}
