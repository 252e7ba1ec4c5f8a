import type { NodeAPI } from 'node-red';
import { textKey } from '../../admin-api';

export type Texts = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** Looks up the texts that nodes share, in the runtime's language or in one that an editor has loaded. */
export function createTexts(RED: NodeAPI, language?: string): Texts {
  return textsOf(RED, 'breakerflow', language === undefined ? {} : { lng: language });
}

/** Looks up the texts of one node type. */
export function ownTexts(RED: NodeAPI, type: string): Texts {
  return textsOf(RED, type, {});
}

function textsOf(RED: NodeAPI, name: string, options: Readonly<Record<string, string>>): Texts {
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
