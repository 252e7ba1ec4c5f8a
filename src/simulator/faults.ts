import { isOperationId, type Method, type OperationId } from '../catalog';
import { type FaultEffect, faultKinds } from './fault-kinds';
import { createFaultPlan, type FaultList, type FaultPlan } from './fault-plan';
import { kindProblem } from './kind-problem';

/** The requests to which a fault applies: every given part must match. Empty: every request. */
export interface FaultMatch {
  readonly operation?: OperationId;
  readonly method?: Method;
  /** Path below the base URL; `*` at its end matches every continuation. */
  readonly path?: string;
}

export type Fault = FaultEffect & {
  readonly match?: FaultMatch;
  /** To how many matching requests it applies; absent: to all until it is cleared. */
  readonly times?: number;
};

/** Faults of requests; of several that match, the oldest applies. */
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

/** What is wrong with a fault that came as JSON; undefined when it can be injected. */
export function faultProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'must be an object';
  const fault = value as Readonly<Record<string, unknown>>;
  return kindProblem(faultKinds, fault) ?? (fault.match === undefined ? undefined : matchProblem(fault.match));
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
