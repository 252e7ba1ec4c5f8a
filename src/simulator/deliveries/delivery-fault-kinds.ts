import { type Infer, integer, optional, record, type Schema } from '../../schema';

export const deliveryKinds = ['validation', 'publish', 'webhook'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** A sending as faults are matched to it. */
export interface Sending {
  readonly delivery: DeliveryKind;
  readonly url: string;
  readonly deviceId?: string;
  /** Counted from 1. */
  readonly attempt: number;
}

/** What a fault changes about a sending. */
export interface DeliveryEffect {
  /** Sent so much later, on the simulator's clock. */
  readonly delayMs?: number;
  /** Sent again so often after a 2xx. */
  readonly copies?: number;
  /** Held back until the next one was sent. */
  readonly heldBack?: true;
  /** The connection is cut when everything is sent. */
  readonly cut?: true;
  /** The last digit of the signature is wrong. */
  readonly wrongSignature?: true;
  /** Signed for a time that lies off by so much. */
  readonly dateOffsetMs?: number;
}

/** At least one part of the effect: a fault that changes nothing does not compile. */
type SomeEffect = {
  [Part in keyof DeliveryEffect]-?: Required<Pick<DeliveryEffect, Part>> & DeliveryEffect;
}[keyof DeliveryEffect];

interface DeliveryFaultRow<Fields> {
  /** What a fault of this kind says besides its kind. */
  readonly fields: Schema<Fields>;
  effect(fields: Fields): SomeEffect;
  /** Which sendings it can meet. */
  canMeet(sending: Sending): boolean;
}

function row<Fields>(
  fields: Schema<Fields>,
  effect: DeliveryFaultRow<Fields>['effect'],
  canMeet: (sending: Sending) => boolean = () => true,
): DeliveryFaultRow<Fields> {
  return { fields, effect, canMeet };
}

const noFields = record({});
/** A safe integer. */
const wholeMs = { max: Number.MAX_SAFE_INTEGER } as const;
const wrongDateMs = -20 * 60_000;
const isSigned = ({ delivery }: Sending) => delivery !== 'webhook';

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

  /** Is sent so much later, on the simulator's clock. */
  delay: row(record({ delayMs: integer({ ...wholeMs, min: 0 }) }), ({ delayMs }) => ({ delayMs })),
};

export type DeliveryFaultKind = keyof typeof deliveryFaultKinds;

type FieldsOf = { [Kind in DeliveryFaultKind]: Infer<(typeof deliveryFaultKinds)[Kind]['fields']> };
type FaultOf = { [Kind in DeliveryFaultKind]: { readonly kind: Kind } & Readonly<FieldsOf[Kind]> };

/** What goes wrong with a delivery. */
export type DeliveryFaultEffect<Kind extends DeliveryFaultKind = DeliveryFaultKind> = FaultOf[Kind];

const rows: { readonly [Kind in DeliveryFaultKind]: DeliveryFaultRow<FieldsOf[Kind]> } = deliveryFaultKinds;

/** What a fault changes; nothing where there is none. */
export function effectOf<Kind extends DeliveryFaultKind>(fault: DeliveryFaultEffect<Kind> | undefined): DeliveryEffect {
  return fault === undefined ? {} : rows[fault.kind].effect(fault);
}
