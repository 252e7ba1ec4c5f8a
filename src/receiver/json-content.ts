import { isAscii, isUtf8 } from 'node:buffer';
import { isDeeperThan } from '../schema';

/** Why a body is no JSON that we take. */
export type ContentFault = 'empty' | 'not-utf-8' | 'too-deep' | 'not-json' | 'not-an-object';

/** A JSON object whose keys cannot reach a prototype. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper trees overflow the stack of whoever clones the message later. */
export const MAX_DEPTH = 64;

/** The JSON object that is `body`, without `__proto__` and `constructor.prototype` keys, or what is wrong with it. */
export function parseContent(body: Buffer): JsonObject | ContentFault {
  if (body.length === 0) return 'empty';
  const text = textOf(body);
  if (text === undefined) return 'not-utf-8';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not-json';
  }
  if (!isObject(value)) return 'not-an-object';
  if (isDeeperThan(value, MAX_DEPTH)) return 'too-deep';
  if (mayHoldPrototypeKeys(text)) dropPrototypeKeys(value);
  return value;
}

/** ASCII, which nearly all bodies are, needs no decoding. */
function textOf(body: Buffer): string | undefined {
  if (isAscii(body)) return body.toString('latin1');
  return isUtf8(body) ? body.toString('utf8') : undefined;
}

/** The object in `data` where the whole is such an envelope, spec 6.2: it has none of the fields of what it wraps. */
export function unwrap(value: JsonObject, fields: readonly string[]): JsonObject {
  for (const name of fields) if (Object.hasOwn(value, name)) return value;
  return isObject(value.data) ? value.data : value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// An escape can spell any key; without one, the key stands in the text as it is.
function mayHoldPrototypeKeys(text: string): boolean {
  return text.includes('\\') || text.includes('proto');
}

function dropPrototypeKeys(root: object): void {
  const open: object[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    Reflect.deleteProperty(value, '__proto__');
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'object' || inner === null) continue;
      if (name === 'constructor') Reflect.deleteProperty(inner, 'prototype');
      open.push(inner);
    }
  }
}
