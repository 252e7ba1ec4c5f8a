import { problemSentence, reasonSentence, withoutFormOfEmpty } from '../../admin-api';
import type { ClientError, ErrorCode } from '../../client';
import { refusalReason } from '../../refusal';
import { networkCauseOf, networkSentence } from './network-cause';
import type { Texts } from './texts';

/** Failures that are told in one general sentence in a language in which the client does not speak. */
const general = {
  AUTH_FAILED: 'AUTH_FAILED',
  BLOCKED_BY_INTERLOCK: 'BLOCKED_BY_INTERLOCK',
  CLOSED: 'CLOSED',
  COMMAND_EXPIRED: 'COMMAND_EXPIRED',
  DEVICE_OFFLINE: 'DEVICE_OFFLINE',
  RATE_LIMITED: 'RATE_LIMITED',
  RATE_LIMITED_LOCALLY: 'RATE_LIMITED_LOCALLY',
  WRONG_HARDWARE: 'WRONG_HARDWARE',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** The words of what has answered, behind those of the client. */
const said =
  /(?:the service (?:refuses with \d+|failed with \d+|refuses the token)|it is a web page|it is not JSON of the service): (.+)$/s;

/**
 * What a failure is, in the language of `texts`: every problem by field, the cause in the network, the reason of an
 * interlock, or what the service says. The client's own words are English, and are told to whoever reads English.
 */
export function errorDetail(error: ClientError, texts: Texts): string {
  const { code, message, cause } = error;
  if (cause.validations.length > 0)
    return withoutFormOfEmpty(cause.validations)
      .map((found) => problemSentence(found, texts, texts.labelOf))
      .join('; ');
  const network = networkCauseOf(error);
  if (network !== undefined && cause.address !== undefined) return networkSentence(network, cause.address, texts);
  if (speaksEnglish(texts)) return message;
  return [cause.deviceId, foreignDetail(error, texts)].filter(Boolean).join(': ') || texts(`error.${code}`);
}

/** Where there is no catalogue of texts, the key comes back: then too the English words are all that can be told. */
function speaksEnglish(texts: Texts): boolean {
  const locale = texts('words.locale');
  return locale.startsWith('en') || locale.endsWith('words.locale');
}

function foreignDetail(error: ClientError, texts: Texts): string | undefined {
  const { code, message, cause } = error;
  const reason = refusalReason(error);
  if (reason !== undefined) return reasonSentence(reason, texts);
  const { statusCode: status } = cause;
  const words = said.exec(message)?.[1];
  if (status !== undefined && words !== undefined) return texts('check.refusedSaying', { status, said: words });
  if (Object.hasOwn(general, code)) return texts(`operate.refused.${general[code as keyof typeof general]}`);
  return status === undefined ? undefined : texts('check.refused', { status });
}
