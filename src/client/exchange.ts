import type { Method } from '../catalog';
import type { Clock, Timer } from '../clock';
import type { Lifetime } from './lifetime';
import { createRequestHeaders } from './request-headers';
import type { ParsedSettings } from './settings';
import type { Transport, TransportResult } from './transport';

export interface OutgoingRequest {
  readonly method: Method;
  readonly url: string;
  readonly token?: string;
  readonly body?: string;
}

type Answer = Extract<TransportResult, { kind: 'answer' }>;
type TransportFailure = Extract<TransportResult, { kind: 'failure' }>;

interface Failure {
  readonly kind: 'failure';
  /** Whether the service may have got any of it. */
  readonly sent: boolean;
  readonly why: TransportFailure['why'] | 'timeout' | 'ended';
  readonly detail: string;
}

/** What became of one request. */
export type Exchange = Answer | Failure;

/**
 * `mayLeave` is called when the connection is established, before the first byte is sent: by then a command may have
 * waited too long.
 */
export type SendOnce = (request: OutgoingRequest, lifetime: Lifetime, mayLeave?: () => boolean) => Promise<Exchange>;

interface SendOnceOptions {
  readonly transport: Transport;
  readonly account: ParsedSettings;
  readonly clock: Clock;
}

/** Sends single requests within the account's time limits and the lifetime of the call. Never rejects. */
export function createSendOnce({ transport, account, clock }: SendOnceOptions): SendOnce {
  const headersOf = createRequestHeaders(account);

  return ({ method, url, token, body }, lifetime, mayLeave = () => true) =>
    new Promise((resolve) => {
      let sent = false;
      let settled = false;
      let timer: Timer | undefined;
      let stop = () => {};
      let unsubscribe = () => {};

      const settle = (result: Exchange) => {
        if (settled) return;
        settled = true;
        timer?.cancel();
        unsubscribe();
        resolve(result);
      };
      const giveUp = (why: Failure['why'], detail: string) => {
        settle({ kind: 'failure', sent, why, detail });
        stop();
      };
      const startTimer = (ms: number, phase: string) => {
        timer?.cancel();
        timer = clock.after(ms, () => giveUp('timeout', `${phase} took longer than ${ms} ms`));
      };

      unsubscribe = lifetime.onEnd(() => giveUp('ended', lifetime.ended() ?? ''));
      if (settled) return;
      startTimer(account.connectTimeoutMs, 'connecting');
      const headers = headersOf(token, body !== undefined);
      const request = body === undefined ? { method, url, headers } : { method, url, headers, body };
      transport(request, {
        mayLeave() {
          if (settled) return false;
          if (!mayLeave()) {
            giveUp('ended', 'not sent in time');
            return false;
          }
          sent = true;
          startTimer(account.responseTimeoutMs, 'the answer');
          return true;
        },
        headArrived: () => timer?.cancel(),
        onStop(task) {
          stop = task;
          if (settled) stop();
        },
      }).then(
        (result) => settle(result.kind === 'answer' ? result : { ...result, sent }),
        (error: Error) => settle({ kind: 'failure', sent, why: 'network', detail: error.message }),
      );
    });
}
