import { isAscii, isUtf8 } from 'node:buffer';
import { type Reading, TooDeepError, type Unread } from '../schema';

/** The reason why a body is not accepted as JSON. */
export type ContentFault = 'empty' | 'not-utf-8' | 'too-deep' | 'not-json' | 'not-an-object';

/** A JSON object without keys that could pollute a prototype. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** How many envelopes a content may be in. */
const maxEnvelopes = 4;

/** Parses `body`, which may be a list of one object, and removes `__proto__` and `constructor.prototype` keys. */
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
  const object = onlyObject(value);
  if (object === undefined) return 'not-an-object';
  if (mayContainPrototypeKeys(text)) dropPrototypeKeys(object);
  return object;
}

/** Nearly all bodies are ASCII, which needs no decoding. */
function textOf(body: Buffer): string | undefined {
  if (isAscii(body)) return body.toString('latin1');
  if (!isUtf8(body)) return undefined;
  const text = body.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * The object within envelopes, which have none of `fields` themselves: that in `data`, or in their only field, whatever its name.
 * spec 6.2
 */
export function unwrap(content: JsonObject, fields: readonly string[]): JsonObject {
  let value = content;
  for (let count = 0; count < maxEnvelopes; count += 1) {
    for (const name of fields) if (Object.hasOwn(value, name)) return value;
    const names = Object.keys(value);
    const inner = onlyObject(value.data) ?? (names.length === 1 ? onlyObject(value[names[0] ?? '']) : undefined);
    if (inner === undefined) return value;
    value = inner;
  }
  return value;
}

/** Reads `content` in place, as `read` means it; what cannot be read is left out, and returned. */
export function readContent(read: Reading, content: JsonObject): readonly Unread[] | 'too-deep' {
  const unread: Unread[] = [];
  try {
    read(content, unread);
  } catch (error) {
    // Deeper trees could overflow the stack when Node-RED clones the message.
    if (error instanceof TooDeepError) return 'too-deep';
    throw error;
  }
  return unread;
}

/** An object, or that in a list of one. */
function onlyObject(value: unknown): Record<string, unknown> | undefined {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isObject(only) ? only : undefined;
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
