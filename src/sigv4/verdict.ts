/** The checks, in this order. A request is refused at the first check that fails. */
export const verifierChecks = [
  'target',
  'credentials',
  'headers',
  'date',
  'scope',
  'host',
  'key',
  'body',
  'content-type',
  'signature',
] as const;

export type Check = (typeof verifierChecks)[number];

/** Why a check failed. */
export type Reason =
  /** target: absolute form, asterisk, or not an HTTP target */
  | 'not-origin-form'
  /** target: credentials in the query */
  | 'presigned'
  /** credentials: no Authorization header; headers: the header `header` is missing */
  | 'missing'
  /** credentials: another scheme or algorithm */
  | 'other-algorithm'
  /** credentials, headers, date: not of the documented form */
  | 'malformed'
  /** credentials, headers: the security header `header` came more than once */
  | 'repeated'
  /** headers: `header` is not among the signed ones */
  | 'unsigned'
  /** headers: X-Amz-Content-Sha256 is not a hash (UNSIGNED-PAYLOAD, STREAMING-...) */
  | 'unsigned-payload'
  /** date: further than the window in the past or the future, by `skewMs` (positive: the signer's clock is behind) */
  | 'too-old'
  | 'too-new'
  /** scope: `part` is `received`, not `expected`; host: likewise */
  | 'other'
  /** key: no active credential has this access key id */
  | 'unknown'
  /** body, content-type: the signature fits what was signed, but something else arrived */
  | 'changed'
  /** signature: another secret, or the request was changed on its way in an unknown manner */
  | 'mismatch';

/** Particulars of a refusal, for display: never a secret, a signature or a body. Texts are cut at 256 characters. */
export type Detail = Readonly<Record<string, string | number>>;

export interface Refused {
  readonly ok: false;
  readonly failed: Check;
  readonly reason: Reason;
  readonly detail: Detail;
  /** The checks that were passed before. */
  readonly passed: readonly Check[];
  /** The last four characters of the access key id, where one was sent. */
  readonly accessKeyIdEnd?: string;
}

export interface Accepted {
  readonly ok: true;
  readonly accessKeyId: string;
  /** X-Amz-Date in milliseconds since the Unix epoch. */
  readonly signedAtMs: number;
  /** Lower-case hex SHA-256 of the body. */
  readonly payloadHash: string;
  readonly passed: readonly Check[];
}

export type Verdict = Accepted | Refused;

const detailLength = 256;

/** A {@link Refused} at `failed`. */
export function refused(failed: Check, reason: Reason, detail: Detail = {}, accessKeyId?: string): Refused {
  const cut = Object.entries(detail).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, detailLength) : value,
  ]);
  return {
    ok: false,
    failed,
    reason,
    detail: Object.fromEntries(cut),
    passed: verifierChecks.slice(0, verifierChecks.indexOf(failed)),
    ...(accessKeyId === undefined ? {} : { accessKeyIdEnd: accessKeyId.slice(-4) }),
  };
}
