/** The texts that all dialogs share live in the account's locale files. */
const namespace = '@breakerflow/node-red-breakers/breaker-account:breakerflow.';

/** A shared text in the editor's language. */
export function text(key: string, params?: Readonly<Record<string, unknown>>): string {
  return RED._(`${namespace}${key}`, params);
}
