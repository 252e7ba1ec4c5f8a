import { textKey } from '../admin-api';

type Texts = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** The texts of a node type, or those that all share, in the editor's language. */
export function textsOf(name: string): Texts {
  return (key, params) => RED._(textKey(`${name}.${key}`), params);
}

/** A text that all dialogs share. */
export const text = textsOf('breakerflow');
