import type { SharedTexts, Texts } from '../../admin-api';
import type { ClientError } from '../../client';

/** Why nothing was answered, as a key of its sentence below `unreachable.`. */
export interface NetworkCause {
  readonly key: keyof SharedTexts['unreachable'];
  /** Parameters of the sentence beside the address. */
  readonly params: Readonly<Record<'reason' | 'proxy' | 'status', string>>;
  /** Where it is mended: at the address, at the certificate, or at the proxy of the environment. */
  readonly at: 'address' | 'tls' | 'proxy';
}

/** Codes of Node.js and OpenSSL by the sentence that says what they mean. */
const keys: Readonly<Record<string, NetworkCause['key']>> = {
  ECONNREFUSED: 'ECONNREFUSED',
  ENOTFOUND: 'ENOTFOUND',
  EAI_AGAIN: 'EAI_AGAIN',
  EAI_FAIL: 'EAI_AGAIN',
  ETIMEDOUT: 'ETIMEDOUT',
  ESOCKETTIMEDOUT: 'ETIMEDOUT',
  ECONNRESET: 'ECONNRESET',
  ECONNABORTED: 'ECONNRESET',
  EPIPE: 'ECONNRESET',
  EHOSTUNREACH: 'EHOSTUNREACH',
  EHOSTDOWN: 'EHOSTUNREACH',
  ENETUNREACH: 'ENETUNREACH',
  ENETDOWN: 'ENETUNREACH',
  CERT_HAS_EXPIRED: 'certificateExpired',
  CERT_NOT_YET_VALID: 'certificateEarly',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificateOtherName',
  CERT_REVOKED: 'certificateRevoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificateSelfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificateSelfSigned',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificateChain',
  UNABLE_TO_GET_ISSUER_CERT: 'certificateChain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  CERT_UNTRUSTED: 'certificate',
  CERT_SIGNATURE_FAILURE: 'certificate',
  EPROTO: 'noTls',
};

export const networkCodes: readonly string[] = Object.keys(keys);

/** The place in which the client tells the code and the proxy: `could not be made (ECONNREFUSED at the proxy http://p:1)`. */
const told = /(?:could not be made|broke|no answer in time) \(([^()]*?)(?: at the proxy (\S+))?\)/;

/** Why the service was not reached; undefined for an error that is none of the network. */
export function networkCauseOf({ code, message }: Pick<ClientError, 'code' | 'message'>): NetworkCause | undefined {
  if (code !== 'NETWORK' && code !== 'TIMEOUT') return undefined;
  const [, reason = '', proxy] = told.exec(message) ?? [];
  const status = /^Bad response: (\d+)$/.exec(reason)?.[1] ?? '';
  const params = { reason, proxy: proxy ?? '', status };
  if (status === '407') return { key: 'proxyPassword', params, at: 'proxy' };
  if (status !== '') return { key: 'proxyRefused', params, at: 'proxy' };
  const key = code === 'TIMEOUT' ? 'ETIMEDOUT' : keyOf(reason);
  const isTls = key.startsWith('certificate') || key === 'noTls';
  // Through a proxy, only the proxy is connected to; certificates are those of the service.
  if (proxy !== undefined && !isTls) return { key: 'proxyUnreached', params, at: 'proxy' };
  return { key, params, at: isTls ? 'tls' : 'address' };
}

/** The sentence of a cause. What OpenSSL calls it stands in parentheses, for whoever looks after the certificate. */
export function networkSentence({ key, params, at }: NetworkCause, address: string, texts: Texts): string {
  const sentence = texts(`unreachable.${key}`, { ...params, address });
  return at === 'tls' && params.reason !== ''
    ? texts('unreachable.withReason', { sentence, reason: params.reason })
    : sentence;
}

function keyOf(reason: string): NetworkCause['key'] {
  if (Object.hasOwn(keys, reason)) return keys[reason] ?? 'other';
  if (/certificate|self.signed/i.test(reason)) return 'certificate';
  return /^ERR_(SSL|TLS)_/.test(reason) ? 'noTls' : 'other';
}
