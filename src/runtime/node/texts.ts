import type { NodeAPI } from 'node-red';
import { type Texts, type TextsOf, textKey } from '../../admin-api';

export type { Texts } from '../../admin-api';

/** Looks up the texts that nodes share, in the runtime's language or in one that an editor has loaded. */
export function createTexts(RED: NodeAPI, language?: string): Texts {
  return textsOf(RED, 'breakerflow', language === undefined ? {} : { lng: language });
}

/** Looks up the texts of one node type; `Catalogue` is its English file. */
export function ownTexts<Catalogue, Name extends keyof Catalogue & string = keyof Catalogue & string>(
  RED: NodeAPI,
  type: Name,
): TextsOf<Catalogue, Name> {
  return textsOf(RED, type, {});
}

function textsOf<Key extends string>(
  RED: NodeAPI,
  name: string,
  options: Readonly<Record<string, string>>,
): Texts<Key> {
  /** Caches texts without parameters: a burst of refusals looks up the same few texts. */
  const found = new Map<string, string>();
  return (key, params) => {
    const known = params === undefined ? found.get(key) : undefined;
    if (known !== undefined) return known;
    const path = textKey(`${name}.${key}`);
    const text = RED._(path, { ...params, ...options } as Record<string, string>);
    // A missing text is not cached: a later message catalog may contain it.
    if (params === undefined && text !== path) found.set(key, text);
    return text;
  };
}
