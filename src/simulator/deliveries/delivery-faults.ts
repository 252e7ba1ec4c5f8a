import { createCheck, oneOf, optional, type Problem, record, text } from '../../schema';
import { createFaultPlan, type FaultList, type FaultPlan } from '../fault-plan';
import { kindProblems } from '../kind-problems';
import {
  type DeliveryAttempt,
  type DeliveryFaultEffect,
  type DeliveryKind,
  deliveryFaultKinds,
  deliveryKinds,
} from './delivery-fault-kinds';

/** The deliveries to which a fault applies: every given part must match. Empty: every delivery. */
export interface DeliveryMatch {
  readonly delivery?: DeliveryKind;
  readonly deviceId?: string;
  /** As registered; `*` at its end matches every continuation. */
  readonly url?: string;
}

export type DeliveryFault = DeliveryFaultEffect & {
  readonly match?: DeliveryMatch;
  /** To how many attempts it applies, including retries; absent: to all until it is cleared. */
  readonly times?: number;
};

/** Faults of deliveries; of several that match, the oldest applies. */
export type DeliveryFaults = FaultList<DeliveryFault>;

export type DeliveryFaultPlan = FaultPlan<DeliveryFault, DeliveryAttempt>;

export function createDeliveryFaults(): DeliveryFaultPlan {
  return createFaultPlan(
    (fault, attempt) => deliveryFaultKinds[fault.kind].canMeet(attempt) && matches(fault.match ?? {}, attempt),
  );
}

function matches(match: DeliveryMatch, { delivery, url, deviceId }: DeliveryAttempt): boolean {
  if (match.delivery !== undefined && match.delivery !== delivery) return false;
  if (match.deviceId !== undefined && match.deviceId !== deviceId) return false;
  if (match.url === undefined) return true;
  return match.url.endsWith('*') ? url.startsWith(match.url.slice(0, -1)) : url === match.url;
}

const checkMatch = createCheck(
  record({ delivery: optional(oneOf(deliveryKinds)), deviceId: optional(text()), url: optional(text()) }),
  'match',
);

/** All that is wrong with a fault that came as JSON, field by field; empty when it can be injected. */
export function deliveryFaultProblems(value: Readonly<Record<string, unknown>>): Problem[] {
  return [...kindProblems(deliveryFaultKinds, value), ...(value.match === undefined ? [] : checkMatch(value.match))];
}
