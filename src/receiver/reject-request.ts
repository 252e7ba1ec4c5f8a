import type { Rejection } from './rejection';
import type { RejectionLog } from './rejection-log';
import { sendResponse } from './response';
import type { IncomingRequest } from './router';

/** Logs a rejection and sends its response, unless the request has one already. */
export function rejectRequest({ request, response }: IncomingRequest, rejection: Rejection, log: RejectionLog): void {
  const { retryAfterSeconds } = rejection;
  log.add(rejection, request.socket.remoteAddress ?? '');
  const more = retryAfterSeconds === undefined ? undefined : { 'Retry-After': retryAfterSeconds };
  sendResponse(response, rejection.response, more);
}
