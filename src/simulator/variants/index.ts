import type { OperationRow } from '../../catalog';
import type { JsonSchema } from '../../schema';
import type { WireReply } from '../wire-reply';
import { envelopeVariants } from './envelope-variants';
import { errorVariants } from './error-variants';
import { pageVariants } from './page-variants';
import { secretVariants } from './secret-variants';
import { valueVariants } from './value-variants';
import type { Variant, VariedReply, VariedRequest } from './variant';
import { wireVariants } from './wire-variants';
import { writeVariants } from './write-variants';

export type { Variant, VariedRequest } from './variant';

/** Every way in which the simulator can be told to differ. They apply in this order: values before what is around them. */
export const variants = {
  ...valueVariants,
  ...secretVariants,
  ...pageVariants,
  ...writeVariants,
  ...envelopeVariants,
  ...errorVariants,
  ...wireVariants,
} as const satisfies Record<string, Variant>;

export type VariantName = keyof typeof variants;
export const variantNames = Object.keys(variants) as VariantName[];

/** Names that are no variants. */
export class VariantError extends Error {
  constructor(names: readonly string[]) {
    super(`${names.join(', ')}: no such variant; there are ${variantNames.join(', ')}`);
  }
}

/** How a simulator differs. */
export interface Variation {
  /** The answer as it is sent; what is no JSON stays as it is. */
  reply(reply: WireReply, request: VariedRequest): WireReply;
  /** The query of a request, with its question mark or empty. */
  search(search: string, row: OperationRow | undefined): string;
  push<T>(payload: T, schema: JsonSchema): T;
}

/** Throws a {@link VariantError} that names all that there are. */
export function checkVariants(names: readonly string[]): void {
  const unknown = names.filter((name) => !Object.hasOwn(variants, name));
  if (unknown.length > 0) throw new VariantError(unknown);
}

/** Throws a {@link VariantError}. */
export function createVariation(names: readonly string[]): Variation {
  checkVariants(names);
  const chosen: readonly Variant[] = variantNames.filter((name) => names.includes(name)).map((name) => variants[name]);
  const queries = chosen.filter(({ query }) => query !== undefined);

  return {
    reply(reply, request) {
      const given = chosen.length === 0 ? undefined : jsonReply(reply);
      if (given === undefined) return reply;
      return encoded(chosen.reduce((varied, variant) => variant.reply?.(varied, request) ?? varied, given));
    },
    search(search, row) {
      if (row === undefined || queries.length === 0) return search;
      const query = new URLSearchParams(search);
      for (const variant of queries) variant.query?.(query, row);
      const text = query.toString();
      return text === '' ? '' : `?${text}`;
    },
    push: (payload, schema) =>
      chosen.reduce<unknown>((varied, variant) => variant.push?.(varied, schema) ?? varied, payload) as typeof payload,
  };
}

function jsonReply({ status, headers, bytes, cutAfter }: WireReply): VariedReply | undefined {
  if (bytes.length === 0) return { status, headers };
  if (cutAfter !== undefined || headers['content-encoding'] !== undefined) return undefined;
  try {
    return { status, headers, body: JSON.parse(bytes.toString()) as unknown };
  } catch {
    return undefined;
  }
}

function encoded({ status, headers, body, text }: VariedReply): WireReply {
  const content = text ?? (body === undefined ? '' : JSON.stringify(body));
  const { 'content-type': type, ...others } = headers;
  const typed = content === '' ? {} : { 'content-type': type ?? 'application/json; charset=utf-8' };
  return { status, headers: { ...others, ...typed }, bytes: Buffer.from(content) };
}
