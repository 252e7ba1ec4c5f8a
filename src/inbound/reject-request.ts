import type { Refusal } from './rejection';
import type { RefusalLog } from './rejection-log';
import { sendAnswer } from './response';
import type { Arrival } from './router';

/** Writes down a request that is turned away, and answers it where that is not done yet. */
export function refuse({ request, response }: Arrival, refusal: Refusal, log: RefusalLog): void {
  const { answer, retryAfterSeconds } = refusal;
  log.add(refusal, request.socket.remoteAddress ?? '');
  sendAnswer(response, answer, retryAfterSeconds === undefined ? undefined : { 'Retry-After': retryAfterSeconds });
}
