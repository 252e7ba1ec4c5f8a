import type { ServiceReply } from './answer';

/** An answer as bytes. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The connection is cut after so many bytes of the body. */
  readonly cutAfter?: number;
}

/** What becomes of a request: an answer, or its connection is cut without one. */
export type Answered = WireReply | 'cut';

export function encode({ status, headers, body }: ServiceReply): WireReply {
  if (body === undefined) return { status, headers, bytes: Buffer.alloc(0) };
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    bytes: Buffer.from(JSON.stringify(body)),
  };
}
