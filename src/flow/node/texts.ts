import type { NodeAPI } from 'node-red';
import { textKey } from '../../texts';

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
  return (key, params = {}) => RED._(textKey(`${name}.${key}`), { ...params, ...options } as Record<string, string>);
}
