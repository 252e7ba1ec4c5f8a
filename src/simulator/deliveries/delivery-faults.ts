import { createFaultPlan, type FaultList, type FaultPlan } from '../fault-plan';

export const deliveryKinds = ['validation', 'publish', 'webhook'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** Which deliveries a fault meets; every part that is given must fit. Nothing given: every delivery. */
export interface DeliveryMatch {
  readonly delivery?: DeliveryKind;
  readonly deviceId?: string;
  /** As registered; with `*` at its end, everything that begins so. */
  readonly url?: string;
}

/** What goes wrong with a delivery. */
export type DeliveryFaultEffect =
  /** After a 2xx it is sent again, `copies` times (1 by default), with the same transactionId. */
  | { readonly kind: 'duplicate'; readonly copies?: number }
  /** It is held back until the next one of the same device or uri was sent; validations are not. */
  | { readonly kind: 'reorder' }
  /** The connection is cut when everything is sent: the answer is lost, so it is tried again. */
  | { readonly kind: 'dropped-answer' }
  /** The last digit of the signature is wrong; webhooks have none. */
  | { readonly kind: 'bad-signature' }
  /** Signed for a time that lies off by `offsetMs` (by default 20 minutes ago); webhooks are not signed. */
  | { readonly kind: 'wrong-date'; readonly offsetMs?: number }
  /** Is sent so much later, on the simulator's clock. */
  | { readonly kind: 'delay'; readonly delayMs: number };

export type DeliveryFaultKind = DeliveryFaultEffect['kind'];

export type DeliveryFault = DeliveryFaultEffect & {
  readonly match?: DeliveryMatch;
  /** How many sendings it meets, retries counted; absent: until it is cleared. */
  readonly times?: number;
};

/** Faults of deliveries on demand; the oldest that matches is met. */
export type DeliveryFaults = FaultList<DeliveryFault>;

/** A sending as faults are matched to it. */
export interface Sending {
  readonly delivery: DeliveryKind;
  readonly url: string;
  readonly deviceId?: string;
  /** Counted from 1. */
  readonly attempt: number;
}

export type DeliveryFaultPlan = FaultPlan<DeliveryFault, Sending>;

export function createDeliveryFaults(): DeliveryFaultPlan {
  return createFaultPlan((fault, sending) => isPossible(fault.kind, sending) && matches(fault.match ?? {}, sending));
}

function isPossible(kind: DeliveryFaultKind, { delivery, attempt }: Sending): boolean {
  if (kind === 'reorder') return delivery !== 'validation' && attempt === 1;
  if (kind === 'bad-signature' || kind === 'wrong-date') return delivery !== 'webhook';
  return true;
}

function matches(match: DeliveryMatch, { delivery, url, deviceId }: Sending): boolean {
  if (match.delivery !== undefined && match.delivery !== delivery) return false;
  if (match.deviceId !== undefined && match.deviceId !== deviceId) return false;
  if (match.url === undefined) return true;
  return match.url.endsWith('*') ? url.startsWith(match.url.slice(0, -1)) : url === match.url;
}

const isWhole = (value: unknown) => Number.isSafeInteger(value);
const isCount = (value: unknown) => isWhole(value) && Number(value) > 0;
const isDelay = (value: unknown) => isWhole(value) && Number(value) >= 0;

const effectFields: {
  readonly [Kind in DeliveryFaultKind]: Readonly<Record<string, (value: unknown) => boolean>>;
} = {
  duplicate: { copies: isCount },
  reorder: {},
  'dropped-answer': {},
  'bad-signature': {},
  'wrong-date': { offsetMs: isWhole },
  delay: { delayMs: isDelay },
};

/** What is wrong with a fault that came as JSON; undefined when it can be injected. */
export function deliveryFaultProblem(value: Readonly<Record<string, unknown>>): string | undefined {
  const { kind, match, times, ...rest } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(effectFields, kind))
    return `kind must be one of ${Object.keys(effectFields).join(', ')}`;
  if (kind === 'delay' && rest.delayMs === undefined) return 'delayMs is required for delay';
  const fields = effectFields[kind as DeliveryFaultKind];
  for (const [name, field] of Object.entries(rest))
    if (!Object.hasOwn(fields, name) || fields[name]?.(field) !== true) return `${name} is not valid for ${kind}`;
  if (times !== undefined && !isCount(times)) return 'times must be a positive integer';
  return match === undefined ? undefined : matchProblem(match);
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
