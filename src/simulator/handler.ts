import type { AnswerOf, Comparison, InputOf, ItemOf, OperationId, TokenKind } from '../catalog';
import type { Clock } from '../clock';
import type { ServiceState } from './service-state';
import type { Happening } from './simulator-event';

/** Who calls: the account behind the token. */
export interface Caller {
  readonly kind: TokenKind | 'none';
  readonly organizationId?: string;
}

/** One criterion of a parsed `$filter`. */
export interface Criterion {
  readonly field: string;
  readonly comparison: Comparison;
  readonly value: string | boolean;
}

type Part<Id extends OperationId, Name extends string> =
  InputOf<Id> extends { readonly [K in Name]?: infer P } ? Exclude<P, undefined> : undefined;

type IsFree<T> = string extends keyof T ? (unknown extends T[keyof T] ? true : false) : false;
type Named<T> = T extends unknown ? (IsFree<T> extends true ? never : T) : never;
type CheckedParts<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer I)[]
    ? Checked<I>[]
    : T extends object
      ? { [K in keyof T]: Checked<T[K]> }
      : T;
/** Without the free objects that a client may send where a shape is only assumed: this service knows its own shapes. */
type Checked<T> = CheckedParts<[Named<T>] extends [never] ? T : Named<T>>;

/** The body of a request of this operation. */
export type BodyOf<Id extends OperationId> = Checked<Part<Id, 'body'>>;

/** A request whose route, token kind, shape and paging bounds were checked against the row. */
export interface HandlerRequest<Id extends OperationId> {
  readonly path: InputOf<Id> extends { readonly path: infer P } ? P : Record<never, string>;
  readonly query: Part<Id, 'query'>;
  readonly filter: readonly Criterion[];
  readonly orderby?: { readonly by: string; readonly direction: 'asc' | 'desc' };
  readonly page: { readonly offset: number; readonly limit: number };
  readonly body: BodyOf<Id>;
}

/** What the simulated service consists of, for its handlers. */
export interface HandlerContext {
  readonly state: ServiceState;
  readonly clock: Clock;
  readonly caller: Caller;
  /** A new identifier (uuid form) from the seeded randomness. */
  newId(): string;
  /** A new secret of printable characters from the seeded randomness. */
  newSecret(): string;
  /** Tells listeners, and later webhooks and streams, what happened now. */
  emit(happening: Happening): void;
  readonly settings: ServiceSettings;
}

/** What a real service fixes without saying. */
export interface ServiceSettings {
  readonly tokenLifetimeMs: number;
  /** Commands to one breaker that follow each other faster are refused with 429. */
  readonly commandPaceMs: number;
}

/** What happens without a caller: timers, schedules, control by hand. */
export type ServiceContext = Omit<HandlerContext, 'caller'>;

type Paged<Id extends OperationId> = { readonly items: ItemOf<Id>[]; readonly totalCount: number };

/**
 * `data` of the answer; lists that are paged return the page's items and the total. A paged list without a total is
 * the whole list: the server cuts the page from it.
 */
export type HandlerReply<Id extends OperationId> = [ItemOf<Id>] extends [never]
  ? AnswerOf<Id>
  : AnswerOf<Id> extends readonly unknown[]
    ? AnswerOf<Id> | Paged<Id>
    : AnswerOf<Id> & { readonly totalCount?: number };

export type Handler<Id extends OperationId> = (
  request: HandlerRequest<Id>,
  context: HandlerContext,
) => HandlerReply<Id>;

/** One handler an operation: a missing one does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
export type HandlersOf<Prefix extends string> = {
  readonly [Id in OperationId as Id extends `${Prefix}.${string}` ? Id : never]: Handler<Id>;
};

/** An error answer of the service. spec 7.1 */
export class ServiceRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly validations: readonly { message: string; propertyName: string }[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** Something that happens by itself at a known time; derived from the state, so that it survives a restart. */
export interface Process {
  nextAt(state: ServiceState): number | undefined;
  /** Does what is due at `now`. */
  run(context: ServiceContext, now: number): void;
  /** After a restart: drops what fell due while the service was down and must not be made up for. */
  resume?(context: ServiceContext, now: number): void;
}
