import type { NodeAPI } from 'node-red';

/** The texts that all nodes share live in the account's locale files. */
const namespace = '@breakerflow/node-red-breakers/breaker-account';

export type Texts = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** Looks up `key` below `breakerflow.` in the runtime's language. */
export function createTexts(RED: NodeAPI): Texts {
  return (key, params = {}) => RED._(`${namespace}:breakerflow.${key}`, params as Record<string, string>);
}
