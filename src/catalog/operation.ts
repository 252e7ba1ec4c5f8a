import type { Infer, Problem, Schema } from '../schema';
import type { Assumption } from './assumption';
import type { RetryClass } from './retry';

export {
  type Assumption,
  type AssumptionSetting,
  methodOfHistory,
  methodSetting,
  pathSetting,
  tokenSetting,
  unchanged,
  wrongHardware,
} from './assumption';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** APP = application service account token, ORG = organization service account token. spec 5.2 */
export type TokenKind = 'APP' | 'ORG';
/** `emcb` = smart breaker, `ev-emcb` = EV charger. spec 1.1 */
export type HardwareType = 'emcb' | 'ev-emcb';
export type Section = '4.1' | '4.2' | '4.3' | '4.4' | '4.5' | '4.6' | '4.7' | '4.8' | '4.9';
export type Comparison = 'eq' | 'gt' | 'ge' | 'lt' | 'le';

/**
 * One field that a `$filter` may name. `text` values are quoted; `instant`, `date` (a day or an instant) and `boolean`
 * values are not.
 */
export interface FilterField {
  readonly compare: readonly Comparison[];
  readonly value: 'text' | 'instant' | 'date' | 'boolean';
  readonly values?: readonly string[];
  /** What the text is the id of, where a name can stand in its place. */
  readonly names?: 'device';
  /** The filter is refused without this field. */
  readonly required?: boolean;
}

/** The criterion of a filter that takes the id of a device. */
export const deviceCriterion = { compare: ['eq'], value: 'text', names: 'device' } as const satisfies FilterField;

/** The `$filter` grammar of an operation. */
export interface Filter {
  readonly fields: Readonly<Record<string, FilterField>>;
  /** `one`: a single criterion; `and`: criteria may be joined by `and`. */
  readonly combine: 'one' | 'and';
  /** At least one criterion is needed. */
  readonly required?: boolean;
  /** Fields of which a filter may have only one. */
  readonly exclusive?: readonly (readonly string[])[];
  /** No filter is specified: the fields are assumed, and others are taken too. */
  readonly assumed?: true;
}

/** Paging by `offset` and `limit`. */
export interface Paging {
  readonly limitMax: number;
  readonly limitDefault?: number;
  /** `offset` and `limit` must be sent. */
  readonly required?: boolean;
}

/** What a successful call answers with. spec 1.5 */
export type AnswerShape =
  | { readonly kind: 'empty' }
  | { readonly kind: 'one' | 'many' | 'results'; readonly data: Schema<unknown> };

/** A refusal that the specification documents. spec 7.2 */
export interface Refusal {
  readonly status: 400 | 404 | 409 | 429 | 503;
  readonly when: string;
}

/** A documented restriction that binds several fields; its check never throws on malformed input. */
export interface Rule {
  /** `safety`: ours, whatever the specification says. */
  readonly clause: string;
  check(input: RuleInput): Problem[];
}

export interface RuleInput {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One operation, written as the specification prints it. */
export interface OperationRow {
  readonly section: Section;
  readonly title: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly token: readonly TokenKind[];
  readonly hardware?: HardwareType;
  readonly query?: Schema<unknown>;
  readonly filter?: Filter;
  readonly orderby?: readonly string[];
  readonly paging?: Paging;
  readonly body?: Schema<unknown>;
  /** Without a body in the input, none is sent. */
  readonly bodyOptional?: true;
  readonly answer: AnswerShape;
  readonly rules?: readonly Rule[];
  readonly refusals?: readonly Refusal[];
  /** The device itself takes part in it, so that a 503 says that the device is offline, and not the service. */
  readonly reachesDevice?: true;
  readonly retry: RetryClass | ((input: RuleInput) => RetryClass);
  /** What `msg.confirm` must be before this may run: `true`, or the value of a path parameter. */
  readonly confirm?: 'true' | 'deviceId' | 'secretName';
  /** Paths inside the answer's data that hold secrets. */
  readonly secrets?: readonly string[];
  readonly assumed?: readonly Assumption[];
}

/** Declares the rows of one resource, keeping their literal types. */
export function operations<const T extends Readonly<Record<string, OperationRow>>>(rows: T): T {
  return rows;
}

export const empty = { kind: 'empty' } as const;

/** `data` is one object. */
export function one<T>(data: Schema<T>) {
  return { kind: 'one', data } as const;
}

/** `data` is an array. */
export function many<T>(data: Schema<T>) {
  return { kind: 'many', data } as const;
}

/** `data` is {`deviceId`, `results`[]}. spec 2.5 */
export function results<T>(data: Schema<T>) {
  return { kind: 'results', data } as const;
}

/** The names in braces of a path. */
export type ParameterNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

type FilterValue<F extends FilterField> = F['value'] extends 'boolean'
  ? boolean
  : F extends { readonly compare: readonly ['eq'] }
    ? F extends { readonly values: readonly (infer V)[] }
      ? V
      : string
    : { readonly [C in F['compare'][number]]?: string };

/** The criteria of a `$filter`: a value for `eq` only fields, else an object of comparisons; any where none is specified. */
export type FilterInput<F> = KnownCriteria<F> &
  (F extends { readonly assumed: true } ? { readonly [name: string]: unknown } : unknown);

type KnownCriteria<F> = F extends { readonly fields: infer Fields extends Readonly<Record<string, FilterField>> }
  ? {
      [K in keyof Fields as Fields[K] extends { readonly required: true } ? K : never]: FilterValue<Fields[K]>;
    } & { [K in keyof Fields as Fields[K] extends { readonly required: true } ? never : K]?: FilterValue<Fields[K]> }
  : never;

type PathPart<R> = R extends { readonly path: infer P extends string }
  ? [ParameterNames<P>] extends [never]
    ? unknown
    : { readonly path: { readonly [N in ParameterNames<P>]: string } }
  : never;
type FilterPart<R> = R extends { readonly filter: infer F }
  ? F extends { readonly required: true }
    ? { readonly filter: FilterInput<F> }
    : { readonly filter?: FilterInput<F> }
  : unknown;
type OrderPart<R> = R extends { readonly orderby: readonly (infer B)[] }
  ? { readonly orderby?: { readonly by: B; readonly direction?: 'asc' | 'desc' } }
  : unknown;
type PagingPart<R> = R extends { readonly paging: infer P }
  ? P extends { readonly required: true }
    ? { readonly page: { readonly offset: number; readonly limit: number } }
    : { readonly page?: { readonly offset?: number; readonly limit?: number } }
  : unknown;
type QueryPart<R> = R extends { readonly query: infer Q }
  ? Record<never, never> extends Infer<Q>
    ? { readonly query?: Infer<Q> }
    : { readonly query: Infer<Q> }
  : unknown;
type BodyPart<R> = R extends { readonly body: infer B }
  ? R extends { readonly bodyOptional: true }
    ? { readonly body?: Infer<B> }
    : { readonly body: Infer<B> }
  : unknown;

/** What a call of the row takes: `path`, `query`, `filter`, `orderby`, `page` and `body`, as far as the row has them. */
export type InputOfRow<R> = PathPart<R> & FilterPart<R> & OrderPart<R> & PagingPart<R> & QueryPart<R> & BodyPart<R>;

/** The type of the answer's `data`. */
export type AnswerOfRow<R> = R extends { readonly answer: infer A }
  ? A extends { readonly kind: 'one'; readonly data: infer D }
    ? Infer<D>
    : A extends { readonly kind: 'many'; readonly data: infer D }
      ? Infer<D>[]
      : A extends { readonly kind: 'results'; readonly data: infer D }
        ? { deviceId?: string; results: Infer<D>[] }
        : undefined
  : never;

/** One item of a list or of a page. */
export type ItemOfRow<R> = R extends { readonly answer: { readonly kind: 'many' | 'results'; readonly data: infer D } }
  ? Infer<D>
  : never;
