import type { NodeAPI } from 'node-red';

/** The texts that all nodes share live in the account's locale files. */
const namespace = '@breakerflow/node-red-breakers/breaker-account';

export type Texts = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** Looks up `key` below `breakerflow.`, in the runtime's language or in another that an editor has loaded. */
export function createTexts(RED: NodeAPI, language?: string): Texts {
  const options = language === undefined ? {} : { lng: language };
  return (key, params = {}) =>
    RED._(`${namespace}:breakerflow.${key}`, { ...params, ...options } as Record<string, string>);
}
