import type { IncomingHttpHeaders } from 'node:http';
import type { Method } from '../catalog';

/** A request as it leaves the client. */
export interface TransportRequest {
  readonly method: Method;
  readonly url: string;
  /** Everything but what frames a message: API key, token, kinds of content. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

/** How a transport and the client speak about a request while it is under way. */
export interface Sending {
  /**
   * To be called once, when the connection stands, before the first byte: on false nothing of the request may leave. What the
   * client is not asked about counts as not sent, and may be sent again.
   */
  mayLeave(): boolean;
  /** The head of the answer is there: the client's limit for an answer no longer holds. */
  headArrived(): void;
  /** Calls `stop` when the client waits no longer, at once if it does not wait any more. */
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
 * Sends single requests: no retry, no redirect. Never rejects for what happens on the way. The client sees to timeouts, cancelling
 * and retries.
 *
 * @example
 * const simulator = await createSimulator({ clock });
 * const client = createClient({ settings, clock, random, transport: simulator.transport }); // no socket in between
 */
export type Transport = (request: TransportRequest, sending: Sending) => Promise<TransportResult>;
