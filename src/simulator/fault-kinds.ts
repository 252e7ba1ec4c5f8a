import { gzipSync } from 'node:zlib';
import { type Infer, integer, oneOf, optional, record, type Schema, text } from '../schema';
import { errorReply, type ServiceReply } from './answer';
import { ServiceRefusal } from './handler';
import { type Answered, encode } from './wire-reply';

/** A request to which a fault applies, and what the fault can do with it. */
export interface MetRequest {
  readonly url: string;
  /** Scheme, host and port of the URL. */
  readonly origin: string;
  /** Carries the operation out as without a fault. */
  carryOut(): Promise<ServiceReply>;
  /** Waits on the simulator's clock. */
  wait(delayMs: number): Promise<void>;
  /** Makes the request's token invalid. */
  expireToken(): void;
}

interface FaultRow<Fields> {
  /** The fields of a fault of this kind, besides `kind`. */
  readonly fields: Schema<Fields>;
  /** The answer of the fault. The operation is executed only if it calls `carryOut`. */
  effect(request: MetRequest, fields: Fields): Answered | Promise<Answered>;
}

function row<Fields>(fields: Schema<Fields>, effect: FaultRow<Fields>['effect']): FaultRow<Fields> {
  return { fields, effect };
}

const noFields = record({});
const status = integer({ min: 200, max: 599 });
const lineText = text({ pattern: '^[^\\r\\n]*$' });
const gatewayPage = '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Bad Gateway</h1></body></html>\n';

/** Each kind of fault: its fields, and what it does to a request. A new kind is one row here. */
export const faultKinds = {
  /** 503 with the service's error, not carried out. */
  offline: row(noFields, () => refusal(503, 'Device Unavailable')),

  /** 429, not carried out; `retryAfter` is sent as it is. */
  'too-many-requests': row(record({ retryAfter: optional(lineText) }), (_, { retryAfter }) =>
    refusal(429, 'Too Many Requests', retryAfter),
  ),

  /** 503 with an error body, not carried out. */
  unavailable: row(record({ retryAfter: optional(lineText) }), (_, { retryAfter }) =>
    refusal(503, 'Service Unavailable', retryAfter),
  ),

  /** A gateway's status without a body (default 503), not carried out. */
  'bare-status': row(record({ status: optional(status), retryAfter: optional(lineText) }), (_, fault) => ({
    status: fault.status ?? 503,
    headers: retryAfterHeader(fault.retryAfter),
    bytes: Buffer.alloc(0),
  })),

  /** An error of the service with this status, not carried out. */
  error: row(record({ status, message: optional(lineText) }), (_, fault) =>
    refusal(fault.status, fault.message ?? 'Injected fault'),
  ),

  /** Waits on the simulator's clock, before (default) or after it is carried out. */
  slow: row(
    record({ delayMs: integer({ min: 0 }), when: optional(oneOf(['before', 'after'])) }),
    async ({ wait, carryOut }, { delayMs, when = 'before' }) => {
      if (when === 'before') await wait(delayMs);
      const reply = await carryOut();
      if (when === 'after') await wait(delayMs);
      return encode(reply);
    },
  ),

  /** The connection is cut before the operation is carried out. */
  'reset-before': row(noFields, () => 'cut'),

  /** The connection is cut after the operation was carried out. */
  'reset-after': row(noFields, async ({ carryOut }): Promise<Answered> => {
    await carryOut();
    return 'cut';
  }),

  /** Carried out; the answer is not JSON. */
  'malformed-json': row(noFields, async ({ carryOut }) => {
    const reply = await carryOut();
    const wire = encode(reply);
    return { ...wire, status: reply.body === undefined ? 200 : wire.status, bytes: Buffer.from('{"data": [') };
  }),

  /** Carried out; half of the answer, then the connection is cut. */
  truncated: row(noFields, async ({ carryOut }) => {
    const wire = encode(await carryOut());
    return { ...wire, cutAfter: Math.floor(wire.bytes.length / 2) };
  }),

  /** Carried out; 200 without a body. */
  'empty-body': row(noFields, async ({ carryOut }) => ({
    ...encode(await carryOut()),
    status: 200,
    bytes: Buffer.alloc(0),
  })),

  /** A gateway's page (default status 502), not carried out. */
  html: row(record({ status: optional(status) }), (_, fault) => ({
    status: fault.status ?? 502,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    bytes: Buffer.from(gatewayPage),
  })),

  /** 302 to `location` (default: a page of the simulator that does not exist), not carried out. */
  redirect: row(record({ location: optional(lineText), status: optional(status) }), ({ origin }, fault) => ({
    status: fault.status ?? 302,
    headers: { location: fault.location ?? `${origin}/elsewhere` },
    bytes: Buffer.alloc(0),
  })),

  /** Carried out; the answer is compressed whether it was asked for or not. */
  gzip: row(noFields, async ({ carryOut }) => {
    const wire = encode(await carryOut());
    if (wire.bytes.length === 0) return wire;
    return { ...wire, headers: { ...wire.headers, 'content-encoding': 'gzip' }, bytes: gzipSync(wire.bytes) };
  }),

  /** The token of the request expires: 401, not carried out. */
  'expired-token': row(noFields, ({ expireToken }) => {
    expireToken();
    return refusal(401, 'The access token has expired');
  }),

  /** Carried out; `page.next` of a paged answer leads to the same page. */
  'looping-page': row(noFields, async ({ carryOut, url }) => encode(withNextPage(await carryOut(), url))),
};

export type FaultKind = keyof typeof faultKinds;

type FieldsOf = { [Kind in FaultKind]: Infer<(typeof faultKinds)[Kind]['fields']> };
type EffectOf = { [Kind in FaultKind]: { readonly kind: Kind } & Readonly<FieldsOf[Kind]> };

/** What goes wrong, and whether the operation is carried out. */
export type FaultEffect<Kind extends FaultKind = FaultKind> = EffectOf[Kind];

const rows: { readonly [Kind in FaultKind]: FaultRow<FieldsOf[Kind]> } = faultKinds;

/** Answers a request according to its fault. */
export function applyFault<Kind extends FaultKind>(
  fault: FaultEffect<Kind>,
  request: MetRequest,
): Answered | Promise<Answered> {
  return rows[fault.kind].effect(request, fault);
}

function refusal(code: number, message: string, retryAfter?: string) {
  return encode(errorReply(new ServiceRefusal(code, message, [], retryAfterHeader(retryAfter))));
}

function retryAfterHeader(retryAfter: string | undefined): Readonly<Record<string, string>> {
  return retryAfter === undefined ? {} : { 'retry-after': retryAfter };
}

function withNextPage(reply: ServiceReply, url: string): ServiceReply {
  const body = reply.body as { page?: object } | undefined;
  return body?.page === undefined ? reply : { ...reply, body: { ...body, page: { ...body.page, next: url } } };
}
