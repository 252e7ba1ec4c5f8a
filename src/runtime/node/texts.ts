import type { NodeAPI } from 'node-red';
import { textKey } from '../../admin-api';

export type Texts = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** Looks up what all nodes share, in the runtime's language or in another that an editor has loaded. */
export function createTexts(RED: NodeAPI, language?: string): Texts {
  return textsOf(RED, 'breakerflow', language === undefined ? {} : { lng: language });
}

/** Looks up what one node type alone says. */
export function ownTexts(RED: NodeAPI, type: string): Texts {
  return textsOf(RED, type, {});
}

function textsOf(RED: NodeAPI, name: string, options: Readonly<Record<string, string>>): Texts {
  /** Of what needs no values: a burst of refusals asks for the same few texts again and again. */
  const found = new Map<string, string>();
  return (key, params) => {
    const known = params === undefined ? found.get(key) : undefined;
    if (known !== undefined) return known;
    const path = textKey(`${name}.${key}`);
    const text = RED._(path, { ...params, ...options } as Record<string, string>);
    // A text that is not there yet may come with the next catalog.
    if (params === undefined && text !== path) found.set(key, text);
    return text;
  };
}
