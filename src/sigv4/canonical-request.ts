import type { CanonicalTarget } from './canonical-target';
import { sha256HexOfBytes } from './digest';
import { type CredentialScope, formatCredentialScope } from './signing-key';

/** The only supported algorithm. */
export const signingAlgorithm = 'AWS4-HMAC-SHA256';

/** A line for each signed header; `headers` holds canonical values by lower-case name. */
export function canonicalHeaders(headers: ReadonlyMap<string, string>, signedHeaders: readonly string[]): string {
  let lines = '';
  for (const name of signedHeaders) lines += `${name}:${headers.get(name) ?? ''}\n`;
  return lines;
}

/** The parts of a canonical request before its payload; `headers` are the lines of {@link canonicalHeaders}. */
export interface CanonicalStartParts {
  readonly method: string;
  readonly target: CanonicalTarget;
  readonly headers: string;
  readonly signedHeaders: readonly string[];
}

/** The parts of a canonical request; `payloadHash` is hex. */
export interface CanonicalRequestParts extends CanonicalStartParts {
  readonly payloadHash: string;
}

/** The canonical request: one character per byte. */
export function canonicalRequest(parts: CanonicalRequestParts): string {
  return canonicalStart(parts) + parts.payloadHash;
}

/** The canonical request up to the hash of its payload. */
export function canonicalStart({ method, target, headers, signedHeaders }: CanonicalStartParts): string {
  return `${method}\n${target.uri}\n${target.query}\n${headers}\n${signedHeaders.join(';')}\n`;
}

/** The string to sign; `amzDate` as in X-Amz-Date. */
export function stringToSign(amzDate: string, scope: CredentialScope, canonical: string): string {
  return stringToSignStart(amzDate, scope) + sha256HexOfBytes(canonical);
}

/** The string to sign up to the hash of the canonical request. */
export function stringToSignStart(amzDate: string, scope: CredentialScope): string {
  return `${signingAlgorithm}\n${amzDate}\n${formatCredentialScope(scope)}\n`;
}
