import { type SharedTexts, type TextsOf, textKey } from '../admin-api';

export type { TextsOf } from '../admin-api';

/** The texts of a node type, of which `Catalogue` is the English file, in the editor's language. */
export function textsOf<Catalogue, Name extends keyof Catalogue & string = keyof Catalogue & string>(
  name: Name,
): TextsOf<Catalogue, Name> {
  return (key, params) => RED._(textKey(`${name}.${key}`), params);
}

/** A text that all dialogs share. */
export const text = textsOf<{ readonly breakerflow: SharedTexts }>('breakerflow');
