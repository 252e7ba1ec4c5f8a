import { isOperationId, type Method, type OperationId } from '../catalog';
import { createFaultPlan, type FaultList, type FaultPlan } from './fault-plan';

/** Which requests a fault meets; every part that is given must fit. Nothing given: every request. */
export interface FaultMatch {
  readonly operation?: OperationId;
  readonly method?: Method;
  /** Path below the base URL; with `*` at its end, everything that begins so. */
  readonly path?: string;
}

/** What goes wrong, and whether the operation is carried out. */
export type FaultEffect =
  /** 503 with the service's error, not carried out. */
  | { readonly kind: 'offline' }
  /** 429, not carried out; `retryAfter` is sent as it is. */
  | { readonly kind: 'too-many-requests'; readonly retryAfter?: string }
  /** 503 with an error body, not carried out. */
  | { readonly kind: 'unavailable'; readonly retryAfter?: string }
  /** A gateway's status without a body (default 503), not carried out. */
  | { readonly kind: 'bare-status'; readonly status?: number; readonly retryAfter?: string }
  /** An error of the service with this status, not carried out. */
  | { readonly kind: 'error'; readonly status: number; readonly message?: string }
  /** Waits on the simulator's clock, before (default) or after it is carried out. */
  | { readonly kind: 'slow'; readonly delayMs: number; readonly when?: 'before' | 'after' }
  /** The connection is cut before the operation is carried out. */
  | { readonly kind: 'reset-before' }
  /** The connection is cut after the operation was carried out. */
  | { readonly kind: 'reset-after' }
  /** Carried out; the answer is not JSON. */
  | { readonly kind: 'malformed-json' }
  /** Carried out; half of the answer, then the connection is cut. */
  | { readonly kind: 'truncated' }
  /** Carried out; 200 without a body. */
  | { readonly kind: 'empty-body' }
  /** A gateway's page (default status 502), not carried out. */
  | { readonly kind: 'html'; readonly status?: number }
  /** 302 to `location` (default: a page of the simulator that does not exist), not carried out. */
  | { readonly kind: 'redirect'; readonly location?: string; readonly status?: number }
  /** Carried out; the answer is compressed whether it was asked for or not. */
  | { readonly kind: 'gzip' }
  /** The token of the request expires: 401, not carried out. */
  | { readonly kind: 'expired-token' }
  /** Carried out; `page.next` of a paged answer leads to the same page. */
  | { readonly kind: 'looping-page' };

export type FaultKind = FaultEffect['kind'];

export type Fault = FaultEffect & {
  readonly match?: FaultMatch;
  /** How many matching requests it meets; absent: until it is cleared. */
  readonly times?: number;
};

/** Faults on demand; the oldest that matches is met. */
export type Faults = FaultList<Fault>;

/** A request as faults are matched to it. */
interface Requested {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationId | undefined;
}

export type RequestFaults = FaultPlan<Fault, Requested>;

export function createFaults(): RequestFaults {
  return createFaultPlan((fault, requested) => matches(fault.match ?? {}, requested));
}

function matches(match: FaultMatch, { method, path, operation }: Requested): boolean {
  if (match.operation !== undefined && match.operation !== operation) return false;
  if (match.method !== undefined && match.method !== method) return false;
  if (match.path === undefined) return true;
  return match.path.endsWith('*') ? path.startsWith(match.path.slice(0, -1)) : path === match.path;
}

const effectFields: { readonly [Kind in FaultKind]: Readonly<Record<string, 'text' | 'count' | 'status' | 'moment'>> } =
  {
    offline: {},
    'too-many-requests': { retryAfter: 'text' },
    unavailable: { retryAfter: 'text' },
    'bare-status': { status: 'status', retryAfter: 'text' },
    error: { status: 'status', message: 'text' },
    slow: { delayMs: 'count', when: 'moment' },
    'reset-before': {},
    'reset-after': {},
    'malformed-json': {},
    truncated: {},
    'empty-body': {},
    html: { status: 'status' },
    redirect: { location: 'text', status: 'status' },
    gzip: {},
    'expired-token': {},
    'looping-page': {},
  };
const neededFields: Partial<Record<FaultKind, string>> = { error: 'status', slow: 'delayMs' };

/** What is wrong with a fault that came as JSON; undefined when it can be injected. */
export function faultProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'must be an object';
  const { kind, match, times, ...rest } = value as Record<string, unknown>;
  if (typeof kind !== 'string' || !Object.hasOwn(effectFields, kind))
    return `kind must be one of ${Object.keys(effectFields).join(', ')}`;
  const fields = effectFields[kind as FaultKind];
  const needed = neededFields[kind as FaultKind];
  if (needed !== undefined && rest[needed] === undefined) return `${needed} is required for ${kind}`;
  for (const [name, field] of Object.entries(rest))
    if (!Object.hasOwn(fields, name) || !fits(fields[name], field)) return `${name} is not valid for ${kind}`;
  if (times !== undefined && !(Number.isInteger(times) && Number(times) > 0)) return 'times must be a positive integer';
  return match === undefined ? undefined : matchProblem(match);
}

function fits(field: 'text' | 'count' | 'status' | 'moment' | undefined, value: unknown): boolean {
  if (field === 'text') return typeof value === 'string' && !/[\r\n]/.test(value);
  if (field === 'moment') return value === 'before' || value === 'after';
  if (!Number.isInteger(value)) return false;
  return field === 'status' ? Number(value) >= 200 && Number(value) <= 599 : Number(value) >= 0;
}

function matchProblem(match: unknown): string | undefined {
  if (typeof match !== 'object' || match === null) return 'match must be an object';
  const { operation, method, path, ...rest } = match as Record<string, unknown>;
  if (operation !== undefined && !isOperationId(operation)) return 'match.operation is not an operation';
  if (method !== undefined && !['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(String(method)))
    return 'match.method is not a method';
  if (path !== undefined && typeof path !== 'string') return 'match.path must be a text';
  return Object.keys(rest).length === 0 ? undefined : `match.${Object.keys(rest)[0]} is not known`;
}
