import type { InputOf, ItemOf, ListOperationId, OperationId, TokenKind } from '../catalog';
import {
  type CallRecord,
  type ClientSettings,
  createClient as createAccountClient,
  type PageOf,
  type Reply,
  type RequestPreview,
  type Transport,
} from '../client';
import { type Clock, systemClock } from '../clock';

/** What a client is made of. */
export interface ClientOptions {
  readonly settings: ClientSettings;
  /** The machine's clock, unless a test turns one by hand. */
  readonly clock?: Clock;
  /** 0 <= r < 1, for the jitter of waits; `Math.random` by default. */
  readonly random?: () => number;
  /** Hears of each finished attempt; no record holds a secret. */
  readonly onCall?: (record: CallRecord) => void;
  /** Sends the requests; by default over HTTP with keep-alive. The client does not close a given one. */
  readonly transport?: Transport;
  /** Where the proxy variables are read; `process.env` by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Shortens the deadline of the operation's retry class: 60 s for reads, 30 s for writes, 10 s for commands. */
  readonly deadlineMs?: number;
  /** Takes this token where the operation accepts either. */
  readonly token?: TokenKind;
  /** The input is sent as it is written, whatever its row says: identifiers, JSON, size and headers alone are checked. */
  readonly asWritten?: boolean;
  /** Reads only: an answer not older than this may be shared; concurrent equal reads always share one request. */
  readonly maxAgeMs?: number;
  /** Reads only: gives way to all other requests of the account where they have to wait. */
  readonly priority?: 'read' | 'poll';
}

/** Calls the service for one account: tokens, pages, pace, retries and reading back. spec 4, spec 5 */
export interface Client {
  /**
   * Rejects an input that the specification forbids, with every problem at once. Otherwise sends the request, retries
   * as its row allows, and resolves with the answer. Rejects with a {@link ClientError}.
   *
   * @example
   * const { data } = await client.call('meter.reading', { path: { deviceId } });
   * console.log(data.currentA?.val); // amperes
   */
  call<Id extends OperationId>(id: Id, input: InputOf<Id>, options?: CallOptions): Promise<Reply<Id>>;
  /**
   * Every page of a list until it is complete; a list that cannot be read to its end ends with `PAGE_LIMIT`.
   *
   * @example
   * for await (const { items } of client.pages('eventHistory.remoteHandle', { filter: { deviceId } })) console.log(items.length);
   */
  pages<Id extends ListOperationId>(id: Id, input: InputOf<Id>, options?: CallOptions): AsyncIterable<PageOf<Id>>;
  /** All items of a list, of every page. */
  list<Id extends ListOperationId>(id: Id, input: InputOf<Id>, options?: CallOptions): Promise<ItemOf<Id>[]>;
  /** Throws every problem of the input that `call` would refuse. */
  check<Id extends OperationId>(id: Id, input: InputOf<Id>): void;
  /** Checks the input and shows the request without sending it, its credentials masked. */
  preview<Id extends OperationId>(id: Id, input: InputOf<Id>): RequestPreview;
  /** Gets a token, or renews it with `force`; never returns the token. */
  authenticate(
    kind: TokenKind,
    options?: { force?: boolean; signal?: AbortSignal },
  ): Promise<{ expiresAt: number; secret: 'secret1' | 'secret2' }>;
  /** The service's clock minus ours in ms, learned from its answers. */
  clockSkewMs(): number | undefined;
  /** Aborts what is in flight; every later call ends with `CLOSED`. */
  close(): Promise<void>;
}

/**
 * A client for one account. Throws `INVALID_INPUT` with every problem of the settings; nothing is sent before the first call. All
 * clients of one base URL in a process keep one pace of commands for each device.
 *
 * @example
 * const client = createClient({ settings: { baseUrl: 'https://api.example.com', apiKey, organization: { clientId, secret1 } } });
 * const { data: devices } = await client.call('devices.list', {});
 * await client.close();
 */
export function createClient({ clock = systemClock, random = Math.random, ...options }: ClientOptions): Client {
  const { call, pages, list, check, preview, authenticate, clockSkewMs, close } = createAccountClient({
    ...options,
    clock,
    random,
  });
  return { call, pages, list, check, preview, authenticate, clockSkewMs, close };
}
