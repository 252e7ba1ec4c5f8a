import { createFaultPlan, type FaultList, type FaultPlan } from '../fault-plan';
import { kindProblem } from '../kind-problem';
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

/** What is wrong with a fault that came as JSON; undefined when it can be injected. */
export function deliveryFaultProblem(value: Readonly<Record<string, unknown>>): string | undefined {
  return kindProblem(deliveryFaultKinds, value) ?? (value.match === undefined ? undefined : matchProblem(value.match));
}

function matchProblem(match: unknown): string | undefined {
  if (typeof match !== 'object' || match === null) return 'match must be an object';
  const { delivery, deviceId, url, ...rest } = match as Record<string, unknown>;
  if (delivery !== undefined && !deliveryKinds.some((known) => known === delivery))
    return `match.delivery must be one of ${deliveryKinds.join(', ')}`;
  if (deviceId !== undefined && typeof deviceId !== 'string') return 'match.deviceId must be a text';
  if (url !== undefined && typeof url !== 'string') return 'match.url must be a text';
  const [unknown] = Object.keys(rest);
  return unknown === undefined ? undefined : `match.${unknown} is not known`;
}
