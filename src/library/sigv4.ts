/** Signature V4 as the service signs its publishes: sign a request, verify one that has arrived. spec 6.2 */
export {
  type Accepted,
  type AccessKey,
  type ArrivedHead,
  type Check,
  type CredentialScope,
  createVerifier,
  type Detail,
  type HeadPassed,
  type Reason,
  type Refused,
  type SignedRequest,
  type SigningRequest,
  signRequest,
  type Verdict,
  type Verifier,
  type VerifierOptions,
} from '../sigv4';
