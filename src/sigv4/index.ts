export { formatAmzDate, parseAmzDate } from './amz-date';
export { type Authorization, parseAuthorization } from './authorization';
export { type CanonicalRequestParts, canonicalHeaders, canonicalRequest, stringToSign } from './canonical-request';
export {
  type CanonicalTarget,
  canonicalQueryString,
  canonicalTargets,
  canonicalUri,
} from './canonical-target';
export { type HeaderFields, readHeaderFields } from './header-fields';
export type { ArrivedHead } from './request-head';
export { type SignedRequest, type SigningRequest, signRequest } from './sign-request';
export { type CredentialScope, deriveSigningKey, formatCredentialScope, scopeTerminator } from './signing-key';
export {
  type Accepted,
  type Check,
  type Detail,
  type Reason,
  type Refused,
  type Verdict,
  verifierChecks,
} from './verdict';
export {
  type AccessKey,
  createVerifier,
  type HeadPassed,
  type Verifier,
  type VerifierOptions,
} from './verifier';
