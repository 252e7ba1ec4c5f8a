import type { AnswerOf, InputOf, ItemOf, ListOperationId, Method, OperationId, TokenKind } from '../catalog';
import type { Clock } from '../clock';
import type { Problem } from '../schema';
import type { ClientError } from './errors';
import type { Priority } from './priority';
import type { QueueEntry, Reservation, ServiceQueue } from './queue';
import type { QueuedCommand } from './queue/command';
import type { Replacements } from './replacement';
import type { CallUsage } from './request-scheduler';
import type { Transport } from './transport';

/** A service account: two secrets live side by side so that one can be rotated. spec 5.4 */
export interface Credential {
  readonly clientId: string;
  readonly secret1: string;
  readonly secret2?: string;
}

/** The credential of an organization, by the name that its account gives it. */
export interface NamedCredential extends Credential {
  readonly name?: string;
}

/** An organization whose credential the account has. */
export interface OrganizationName {
  /** A digest of its client id: the same after a restart, in another order and in another account. */
  readonly key: string;
  readonly name: string;
}

/** An organization that could not be read, and why. */
export interface UnreadOrganization {
  readonly organization: OrganizationName;
  readonly error: ClientError;
}

export interface ClientSettings {
  /** https (or http on loopback); `/api/v1` is appended when it is missing. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** `Em-Api-Subscription-Key` unless the service differs. spec 5.1 */
  readonly apiKeyHeader?: string;
  readonly application?: Credential;
  readonly organization?: Credential;
  /** Further organizations of the application; a request goes by the one that owns what it names. spec 1.2 */
  readonly organizations?: readonly NamedCredential[];
  /** Replaces what the rows only assume. */
  readonly replaced?: Replacements;
  /** PEM text of certificate authorities to trust besides the system's. */
  readonly ca?: string;
  readonly connectTimeoutMs?: number;
  readonly responseTimeoutMs?: number;
  /** Minimum time between commands to one breaker; 10,000 by default. */
  readonly commandSpacingMs?: number;
  /** What the account may call in a minute before reads that poll have to wait; 300 by default. */
  readonly callsPerMinute?: number;
}

/** What a client is made of. */
export interface ClientOptions {
  readonly settings: ClientSettings;
  readonly clock: Clock;
  /** 0 <= r < 1, for the jitter of waits. */
  readonly random: () => number;
  readonly onCall?: (record: CallRecord) => void;
  /** The queue of the service; by default the one that all clients of this base URL in the process share. */
  readonly queue?: ServiceQueue;
  /** Sends the requests; by default over HTTP with keep-alive. The client does not close a given one. */
  readonly transport?: Transport;
  /** Where the proxy variables are read; `process.env` by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Releases the caller's permit of a semaphore during `wait`, in which nothing is sent, and acquires one again after it:
 * before work that has not started, or with `last` after such work.
 */
export type ReleaseWhile = <T>(wait: Promise<T>, back?: 'last') => Promise<T>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Shortens the deadline of the operation's retry class. */
  readonly deadlineMs?: number;
  /** Takes this token where the operation accepts either. */
  readonly token?: TokenKind;
  /**
   * The organization whose token is taken, by its key or its name, in place of the one that owns what the input names. One that the
   * account does not have is refused with `INVALID_INPUT`.
   */
  readonly organization?: string | OrganizationName;
  /** The token is that of the organization that owns this device: for what belongs to an organization as a whole. */
  readonly ofDevice?: string;
  /**
   * Lists only: called where some organizations could not be read, and the items are those of the others. Without it, such a list
   * ends with the error of the first of them.
   */
  readonly onUnread?: (unread: readonly UnreadOrganization[]) => void;
  /** The input is sent as it is written, whatever its row says: identifiers, JSON, size and headers alone are checked. */
  readonly asWritten?: boolean;
  /** What replaces assumptions is left aside, to see whether it is what fails. */
  readonly asAssumed?: boolean;
  /** Reads only: an answer not older than this may be shared; concurrent equal reads always share one request. */
  readonly maxAgeMs?: number;
  /** Commands only: not sent after this instant (monotonic ms of the clock) but ended with `COMMAND_EXPIRED`. */
  readonly expiresAtMs?: number;
  /** Handle commands only: the entry in the device queue, from `enter`; without one the call enters itself. */
  readonly entry?: QueueEntry;
  /**
   * Reads only, `read` by default: which request is sent first where the account's requests wait. Writes have fixed
   * priorities.
   */
  readonly priority?: Priority;
  /**
   * Handle commands only: called before an attempt that comes more than a second after the call, because of a wait
   * for a token, a connection or the service; rejects with a `ClientError` where the command must not be sent any more.
   */
  readonly recheck?: () => Promise<void>;
  /** Wraps the waits for the pace of commands and between attempts. */
  readonly releaseWhile?: ReleaseWhile;
  /** Gets each answer as it came, before it is read; none where the call shares the read of another caller. */
  readonly onAnswer?: (answer: RawAnswer) => void;
}

/** An answer of the service as it came. */
export interface RawAnswer {
  readonly url: string;
  readonly statusCode: number;
  readonly text: string;
}

export interface Page {
  readonly count?: number;
  readonly totalCount?: number;
  readonly offset?: number;
  /** `null`: the service says that there is none. */
  readonly next?: string | null;
  readonly previous?: string;
}

export interface Reply<Id extends OperationId> {
  readonly data: AnswerOf<Id>;
  readonly page?: Page;
  readonly statusCode: number;
  /** When the answer arrived, epoch ms; older than now for a shared read. */
  readonly receivedAt: number;
  /** The same on the monotonic clock, for its age. */
  readonly receivedAtMs: number;
  /** Whose token it was, where the account has several organizations. */
  readonly organization?: OrganizationName;
  /** How the outcome is known: from the answer, or from reading back after the answer was lost. */
  readonly settledBy: 'answer' | 'read-back';
}

export interface PageOf<Id extends ListOperationId> {
  readonly items: ItemOf<Id>[];
  readonly page: Page;
  readonly statusCode: number;
  /** Another page is read next. */
  readonly more: boolean;
}

/** The request as it would be sent, credentials masked. */
export interface RequestPreview {
  readonly operation: OperationId;
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One finished attempt, for the list of recent calls; holds no secret. */
export interface CallRecord {
  readonly operation: OperationId;
  readonly method: Method;
  readonly path: string;
  /** With its query, which holds no credential. */
  readonly url: string;
  /** What was sent, every secret masked. */
  readonly body?: unknown;
  readonly startedAt: number;
  readonly durationMs: number;
  /** 1 for the first sending; each more is a retry. */
  readonly attempt: number;
  readonly statusCode?: number;
  readonly code?: string;
}

export type ErrorCode =
  | 'INVALID_INPUT'
  | 'INVALID_ID'
  | 'WRONG_HARDWARE'
  | 'AUTH_FAILED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'REFUSED'
  | 'RATE_LIMITED'
  | 'RATE_LIMITED_LOCALLY'
  | 'DEVICE_OFFLINE'
  | 'NETWORK'
  | 'TIMEOUT'
  | 'BAD_RESPONSE'
  | 'UNEXPECTED_REDIRECT'
  | 'PAGE_LIMIT'
  | 'UNKNOWN_OUTCOME'
  | 'COMMAND_EXPIRED'
  | 'BLOCKED_BY_INTERLOCK'
  | 'MUTED'
  | 'LOCKED_OUT'
  | 'CONFIRMATION_NEEDED'
  | 'CLOSED';

/** The plain `cause` of an error, as a Catch node sees it. */
export interface ErrorCause {
  readonly operation?: OperationId;
  readonly method?: Method;
  readonly path?: string;
  readonly deviceId?: string;
  readonly statusCode?: number;
  readonly validations: readonly Problem[];
  readonly retryable: boolean;
  /** Seconds to wait as the service said. */
  readonly retryAfter?: number;
  /** The base URL that was not reached, of `NETWORK` and `TIMEOUT`. */
  readonly address?: string;
}

/** A handle command to be entered into its device queue. */
export type EnteredCommand = Pick<QueuedCommand, 'deviceId' | 'kind' | 'expiresAtMs' | 'heldUntilMs' | 'signal'> & {
  /** The reservation of the input that asks for it; absent: one is made now. */
  readonly reservation?: Reservation;
};

export interface Client {
  /** Everything that is written to the devices of the service. */
  readonly queue: ServiceQueue;
  /**
   * Enters a handle command into the queue of its device, synchronously: what is entered later comes later. Throws
   * for a command that must not be queued (`COMMAND_EXPIRED`, `RATE_LIMITED_LOCALLY`, `BLOCKED_BY_INTERLOCK`, `MUTED`).
   *
   * @example
   * const entry = client.enter({ deviceId, kind: 'open', expiresAtMs: clock.monotonicMs() + 10_000 });
   * await entry.ready();
   * await client.call('remoteHandle.setPosition', input, { entry });
   * entry.leave();
   */
  enter(command: EnteredCommand): QueueEntry;
  /**
   * Rejects an input that the specification forbids, with every problem at once. Otherwise sends the request, retries
   * as its row allows, and resolves with the answer.
   */
  call<Id extends OperationId>(id: Id, input: InputOf<Id>, options?: CallOptions): Promise<Reply<Id>>;
  /** Every page of a list until it is complete; a list that cannot be read to its end ends with `PAGE_LIMIT`. */
  pages<Id extends ListOperationId>(id: Id, input: InputOf<Id>, options?: CallOptions): AsyncIterable<PageOf<Id>>;
  /** All items of a list, of every page. */
  list<Id extends ListOperationId>(id: Id, input: InputOf<Id>, options?: CallOptions): Promise<ItemOf<Id>[]>;
  /**
   * Reads the list of devices once, so that reads of these devices with a `maxAgeMs` are answered from it. Devices
   * that a write changes meanwhile, or that the list lacks, are read from the service as usual.
   */
  prefetchDevices(deviceIds: readonly string[], options?: Pick<CallOptions, 'signal' | 'deadlineMs'>): Promise<void>;
  /** Throws every problem of the input that `call` would refuse. */
  check<Id extends OperationId>(id: Id, input: InputOf<Id>): void;
  /** Checks the input and shows the request without sending it. */
  preview<Id extends OperationId>(id: Id, input: InputOf<Id>, options?: Pick<CallOptions, 'asWritten'>): RequestPreview;
  /** Gets (or renews, with `force`) the token of a credential; the way to test one. Never returns the token. */
  authenticate(
    kind: TokenKind,
    options?: { force?: boolean; signal?: AbortSignal; organization?: string },
  ): Promise<{ expiresAt: number; secret: 'secret1' | 'secret2' }>;
  /** The organizations whose credentials the account has, in its order. */
  readonly organizations: readonly OrganizationName[];
  /** The organization that owns a device, asked for where it is not known; rejects with what was tried. */
  organizationOf(deviceId: string, options?: Pick<CallOptions, 'signal'>): Promise<OrganizationName | undefined>;
  /** The service's clock minus ours in ms, learned from its answers. */
  clockSkewMs(): number | undefined;
  /** How much of the call budget is used now. */
  usage(): CallUsage;
  /** Aborts what is in flight; every later call ends with `CLOSED`. */
  close(): Promise<void>;
}
