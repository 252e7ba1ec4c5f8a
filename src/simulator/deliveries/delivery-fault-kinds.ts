import { type Infer, integer, optional, record, type Schema } from '../../schema';

export const deliveryKinds = ['validation', 'publish', 'webhook'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** One attempt of a delivery, to which faults are matched. */
export interface DeliveryAttempt {
  readonly delivery: DeliveryKind;
  readonly url: string;
  readonly deviceId?: string;
  /** Counted from 1. */
  readonly attempt: number;
}

/** What a fault changes about an attempt. */
export interface DeliveryEffect {
  /** Delay before it is sent, on the simulator's clock. */
  readonly delayMs?: number;
  /** How often it is sent again after a 2xx. */
  readonly copies?: number;
  /** Sent after the next delivery. */
  readonly heldBack?: true;
  /** The connection is cut when everything is sent. */
  readonly cut?: true;
  /** The last digit of the signature is wrong. */
  readonly wrongSignature?: true;
  /** The error of the signature's date. */
  readonly dateOffsetMs?: number;
}

/** At least one part of the effect: a fault that changes nothing does not compile. */
type SomeEffect = {
  [Part in keyof DeliveryEffect]-?: Required<Pick<DeliveryEffect, Part>> & DeliveryEffect;
}[keyof DeliveryEffect];

interface DeliveryFaultRow<Fields> {
  /** The fields of a fault of this kind, besides `kind`. */
  readonly fields: Schema<Fields>;
  effect(fields: Fields): SomeEffect;
  /** The attempts to which the fault applies. */
  canMeet(attempt: DeliveryAttempt): boolean;
}

function row<Fields>(
  fields: Schema<Fields>,
  effect: DeliveryFaultRow<Fields>['effect'],
  canMeet: (attempt: DeliveryAttempt) => boolean = () => true,
): DeliveryFaultRow<Fields> {
  return { fields, effect, canMeet };
}

const noFields = record({});
/** A safe integer. */
const wholeMs = { max: Number.MAX_SAFE_INTEGER } as const;
const wrongDateMs = -20 * 60_000;
const isSigned = ({ delivery }: DeliveryAttempt) => delivery !== 'webhook';

/** Each kind of fault of a delivery: its fields, and what it changes. A new kind is one row here. */
export const deliveryFaultKinds = {
  /** After a 2xx it is sent again, `copies` times (1 by default), with the same transactionId. */
  duplicate: row(record({ copies: optional(integer({ ...wholeMs, min: 1 })) }), ({ copies = 1 }) => ({ copies })),

  /** It is held back until the next one of the same device or uri was sent; validations are not. */
  reorder: row(
    noFields,
    () => ({ heldBack: true }),
    ({ delivery, attempt }) => delivery !== 'validation' && attempt === 1,
  ),

  /** The connection is cut when everything is sent: the answer is lost, so it is tried again. */
  'dropped-answer': row(noFields, () => ({ cut: true })),

  /** The last digit of the signature is wrong; webhooks have none. */
  'bad-signature': row(noFields, () => ({ wrongSignature: true }), isSigned),

  /** Signed for a time that lies off by `offsetMs` (by default 20 minutes ago); webhooks are not signed. */
  'wrong-date': row(
    record({ offsetMs: optional(integer({ ...wholeMs, min: Number.MIN_SAFE_INTEGER })) }),
    ({ offsetMs = wrongDateMs }) => ({ dateOffsetMs: offsetMs }),
    isSigned,
  ),

  /** It is sent `delayMs` later, on the simulator's clock. */
  delay: row(record({ delayMs: integer({ ...wholeMs, min: 0 }) }), ({ delayMs }) => ({ delayMs })),
};

export type DeliveryFaultKind = keyof typeof deliveryFaultKinds;

type FieldsOf = { [Kind in DeliveryFaultKind]: Infer<(typeof deliveryFaultKinds)[Kind]['fields']> };
type FaultOf = { [Kind in DeliveryFaultKind]: { readonly kind: Kind } & Readonly<FieldsOf[Kind]> };

/** What goes wrong with a delivery. */
export type DeliveryFaultEffect<Kind extends DeliveryFaultKind = DeliveryFaultKind> = FaultOf[Kind];

const rows: { readonly [Kind in DeliveryFaultKind]: DeliveryFaultRow<FieldsOf[Kind]> } = deliveryFaultKinds;

/** What a fault changes; empty without a fault. */
export function effectOf<Kind extends DeliveryFaultKind>(fault: DeliveryFaultEffect<Kind> | undefined): DeliveryEffect {
  return fault === undefined ? {} : rows[fault.kind].effect(fault);
}
