import type { IncomingHttpHeaders } from 'node:http';
import type { Method } from '../catalog';

/** A request as it leaves the client. */
export interface TransportRequest {
  readonly method: Method;
  readonly url: string;
  /** API key, token and content types; the transport adds those that depend on the body and the connection. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

/** What a transport tells the client, and asks it, while it sends a request. */
export interface TransportHooks {
  /**
   * The transport calls it once, when the connection is established and before the first byte. If it returns false,
   * nothing may be sent. A request for which it was not called counts as not sent, and may be sent again.
   */
  mayLeave(): boolean;
  /** The headers of the answer have arrived: the client's limit for an answer no longer applies. */
  headArrived(): void;
  /** Calls `stop` when the client stops waiting, or at once if it has stopped already. */
  onStop(stop: () => void): void;
}

export type TransportResult =
  | {
      readonly kind: 'answer';
      readonly statusCode: number;
      /** Names in lower case. */
      readonly headers: IncomingHttpHeaders;
      /** The body, unpacked. */
      readonly text: string;
    }
  | {
      readonly kind: 'failure';
      readonly why: 'network' | 'cut-off' | 'too-large' | 'not-http' | 'not-packed';
      readonly detail: string;
    };

/**
 * Sends single requests: no retry, no redirect. A failed request does not reject: it resolves with `failure`. Timeouts,
 * cancelling and retries are left to the client.
 *
 * @example
 * const simulator = await createSimulator({ clock });
 * const client = createClient({ settings, clock, random, transport: simulator.transport }); // no socket in between
 */
export type Transport = (request: TransportRequest, hooks: TransportHooks) => Promise<TransportResult>;
