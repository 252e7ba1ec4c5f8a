import { isAscii, isUtf8 } from 'node:buffer';
import { isDeeperThan } from '../schema';

/** The reason why a body is not accepted as JSON. */
export type ContentFault = 'empty' | 'not-utf-8' | 'too-deep' | 'not-json' | 'not-an-object';

/** A JSON object without keys that could pollute a prototype. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper trees could overflow the stack when Node-RED clones the message. */
export const maxDepth = 64;

/** Parses `body` and removes `__proto__` and `constructor.prototype` keys. */
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
  if (isDeeperThan(value, maxDepth)) return 'too-deep';
  if (mayContainPrototypeKeys(text)) dropPrototypeKeys(value);
  return value;
}

/** Nearly all bodies are ASCII, which needs no decoding. */
function textOf(body: Buffer): string | undefined {
  if (isAscii(body)) return body.toString('latin1');
  return isUtf8(body) ? body.toString('utf8') : undefined;
}

/** The object in `data` if `value` is an envelope, that is, has none of `fields` itself. spec 6.2 */
export function unwrap(value: JsonObject, fields: readonly string[]): JsonObject {
  for (const name of fields) if (Object.hasOwn(value, name)) return value;
  return isObject(value.data) ? value.data : value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Without escapes a key appears in the text literally.
function mayContainPrototypeKeys(text: string): boolean {
  return text.includes('\\') || text.includes('proto');
}

function dropPrototypeKeys(root: object): void {
  const pending: object[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    Reflect.deleteProperty(value, '__proto__');
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'object' || inner === null) continue;
      if (name === 'constructor') Reflect.deleteProperty(inner, 'prototype');
      pending.push(inner);
    }
  }
}
