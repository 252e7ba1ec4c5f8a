import type { ClientError } from '../../client';
import { networkCauseOf, networkSentence, type Texts } from '..';

/** The words of what has answered, behind those of the client. */
const foreignSaying =
  /(?:the service (?:refuses|failed) with \d+|it is a web page|it is not JSON of the service): (.+)$/s;

/** Why a step of the connection test failed, as a sentence for the user of the dialog. */
export function sentenceOf(error: ClientError, texts: Texts, address: string): string {
  const { code, message, cause } = error;
  const status = cause.statusCode ?? 0;
  const network = networkCauseOf(error);
  if (network !== undefined) return networkSentence(network, address, texts);
  if (code === 'AUTH_FAILED' || code === 'FORBIDDEN' || code === 'REFUSED') {
    const said = /the service refuses (?:with \d+|the token): (.+)$/s.exec(message)?.[1];
    return said === undefined ? texts('check.refused', { status }) : texts('check.refusedSaying', { status, said });
  }
  if (code === 'BAD_RESPONSE' || code === 'UNEXPECTED_REDIRECT' || code === 'NOT_FOUND') {
    const said = foreignSaying.exec(message)?.[1];
    if (message.includes('it is a web page'))
      return said === undefined
        ? texts('unreachable.webPage', { address })
        : texts('unreachable.webPageSaying', { address, said });
    return said === undefined
      ? texts('unreachable.notTheService', { address, status })
      : texts('unreachable.notTheServiceSaying', { address, status, said });
  }
  return `${texts(`error.${code}`)} (${message})`;
}
