import type { ClientError } from '../../client';
import type { Texts } from '..';

/** Codes of Node.js that say why there is no connection. */
const knownReasons = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
] as const;

/** The words of what has answered, behind those of the client. */
const foreignSaying =
  /(?:the service (?:refuses|failed) with \d+|it is a web page|it is not JSON of the service): (.+)$/s;

/** Why a step of the connection test failed, as a sentence for the user of the dialog. */
export function sentenceOf({ code, message, cause }: ClientError, texts: Texts, address: string): string {
  const status = cause.statusCode ?? 0;
  if (code === 'NETWORK') {
    const reason = /\(([^()]*)\)$/.exec(message)?.[1] ?? '';
    const certificate = /certificate|self.signed|TLS|SSL/i.test(reason);
    const key = knownReasons.find((each) => each === reason) ?? (certificate ? 'certificate' : 'other');
    return texts(`unreachable.${key}`, { address, reason });
  }
  if (code === 'TIMEOUT') return texts('unreachable.ETIMEDOUT', { address });
  if (code === 'AUTH_FAILED' || code === 'FORBIDDEN' || code === 'REFUSED') {
    const said = /the service refuses (?:with \d+|the token): (.+)$/s.exec(message)?.[1];
    return said === undefined ? texts('check.refused', { status }) : texts('check.refusedSaying', { status, said });
  }
  if (code === 'BAD_RESPONSE' || code === 'UNEXPECTED_REDIRECT' || code === 'NOT_FOUND') {
    const said = foreignSaying.exec(message)?.[1];
    return said === undefined
      ? texts('unreachable.notTheService', { address, status })
      : texts('unreachable.notTheServiceSaying', { address, status, said });
  }
  return `${texts(`error.${code}`)} (${message})`;
}
