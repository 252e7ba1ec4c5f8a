import { isOperationId, type Method, type OperationId } from '../catalog';
import { createCheck, oneOf, optional, type Problem, problem, record, text } from '../schema';
import { type FaultEffect, faultKinds } from './fault-kinds';
import { createFaultPlan, type FaultList, type FaultPlan } from './fault-plan';
import { kindProblems } from './kind-problems';

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

const checkMatch = createCheck(
  record({
    operation: optional(text()),
    method: optional(oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
    path: optional(text()),
  }),
  'match',
);

/** All that is wrong with a fault that came as JSON, field by field; empty when it can be injected. */
export function faultProblems(value: unknown): Problem[] {
  if (typeof value !== 'object' || value === null)
    return [problem('', 'type', 'must be an object', { type: 'object' })];
  const fault = value as Readonly<Record<string, unknown>>;
  return [...kindProblems(faultKinds, fault), ...(fault.match === undefined ? [] : matchProblems(fault.match))];
}

function matchProblems(match: unknown): Problem[] {
  const found = checkMatch(match);
  if (found.length > 0) return found;
  const { operation } = match as { readonly operation?: string };
  return operation === undefined || isOperationId(operation)
    ? []
    : [problem('match.operation', 'noOperation', 'is not an operation of the service')];
}
