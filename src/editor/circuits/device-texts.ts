import { idKey, type KnownDevice } from '../../directory';

/** A text of a node that called the replaced device, and what it is from then on. */
export interface ReplacedText {
  readonly before: string;
  readonly after: string;
}

export interface ReplacedValue {
  readonly value: unknown;
  readonly replaced: readonly ReplacedText[];
  /** The device stands in the middle of other words as well, or its place is taken: a person has to look. */
  readonly isLeft: boolean;
}

const listSeparator = /([,;\r\n])/;

/** Every text in a value of a node: in lists, in objects with their keys, in texts that are lists or JSON. */
export function* textsIn(value: unknown): Generator<{ readonly text: string; readonly isKey: boolean }> {
  if (typeof value === 'string') {
    const parsed = jsonOf(value);
    if (parsed !== undefined) yield* textsIn(parsed);
    else {
      yield { text: value, isKey: false };
      if (listSeparator.test(value)) for (const text of value.split(/[,;\r\n]/)) yield { text, isKey: false };
    }
  } else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) {
      yield { text: key, isKey: true };
      yield* textsIn(part);
    }
}

/**
 * Puts one device in the place of another wherever a whole text, an item of a list, or a text or key in an object is its id
 * or serial number. A longer text that contains one of them stays as it is.
 */
export function replaceInValue(value: unknown, old: KnownDevice, next: KnownDevice): ReplacedValue {
  const texts = new Map([[idKey(old.id), next.id]]);
  if (old.serialNumber) texts.set(idKey(old.serialNumber), next.serialNumber || next.id);
  const nextKeys = new Set([...texts.values(), next.id].map(idKey));
  const contains = mentions(old);
  const replaced: ReplacedText[] = [];
  let isLeft = false;

  function inText(text: string): string {
    if (!contains(text)) return text;
    const after = texts.get(idKey(text));
    if (after !== undefined) {
      replaced.push({ before: text.trim(), after });
      return text.replace(text.trim(), () => after);
    }
    if (jsonOf(text) !== undefined) return inJson(text);
    const parts = text.split(listSeparator);
    const items = parts.filter((_, index) => index % 2 === 0);
    if (items.some((item) => texts.has(idKey(item))))
      return inItems(items)
        .map(({ item, index }, at) => (at === 0 ? item : `${parts[index * 2 - 1] ?? ''}${item}`))
        .join('');
    isLeft = true;
    return text;
  }

  function inJson(text: string): string {
    const parsed = jsonOf(text);
    const indent = /^\s*[[{]\s*?\n([ \t]+)/.exec(text)?.[1] ?? '';
    // Numbers that JavaScript would write otherwise, and keys that stand twice, are not ours to change.
    if (JSON.stringify(parsed) !== text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')) {
      isLeft = true;
      return text;
    }
    const count = replaced.length;
    const value = inValue(parsed);
    return replaced.length === count ? text : JSON.stringify(value, null, indent);
  }

  function inItems(items: readonly string[]): { readonly item: string; readonly index: number }[] {
    const count = replaced.length;
    const now = items.map((text, index) => ({ item: inText(text), index }));
    if (replaced.length === count) return now;
    // A device that two items name would be operated twice.
    const first = now.findIndex(({ item }) => nextKeys.has(idKey(item)));
    return now.filter(({ item, index }) => index === first || !nextKeys.has(idKey(item)));
  }

  function inValue(part: unknown): unknown {
    if (typeof part === 'string') return inText(part);
    if (Array.isArray(part))
      return part.every((item) => typeof item === 'string') ? inItems(part).map(({ item }) => item) : part.map(inValue);
    if (typeof part !== 'object' || part === null) return part;
    const keys = new Set(Object.keys(part).map(idKey));
    const keyOf = (key: string) => {
      const after = texts.get(idKey(key));
      if (after === undefined || !keys.has(idKey(after))) return inText(key);
      isLeft = true;
      return key;
    };
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [keyOf(key), inValue(inner)]));
  }

  return { value: inValue(value), replaced, isLeft };
}

/** Whether a text contains the id or serial number of the device, as a word of its own. */
export function mentions({ id, serialNumber = '' }: KnownDevice): (text: string) => boolean {
  const ids = [id, serialNumber].filter((one) => one !== '').map((one) => one.replaceAll(/[^\w-]/g, '\\$&'));
  const word = new RegExp(`(?<![\\w-])(?:${ids.join('|')})(?![\\w-])`, 'i');
  return (text) => word.test(text);
}

/** The object or list that a text is the JSON of. */
function jsonOf(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
