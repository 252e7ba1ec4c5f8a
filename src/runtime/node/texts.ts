import type { NodeAPI } from 'node-red';
import { type AccountField, type Texts, type TextsOf, textKey } from '../../admin-api';
import type { FieldTable } from '../../fields';
import { accountFieldOf } from '../accounts/settings-fields';

export type { Texts } from '../../admin-api';

/** Looks up the texts that nodes share, in the runtime's language or in one that an editor has loaded. */
export function createTexts(RED: NodeAPI, language?: string): Texts {
  return textsOf(RED, 'breakerflow', language === undefined ? {} : { lng: language });
}

/** The texts that nodes share, and the labels of the fields of one node type. */
export function textsOfNode(RED: NodeAPI, type: string, fields: FieldTable, language?: string): Texts {
  const options = language === undefined ? {} : { lng: language };
  const labels = textsOf<string>(RED, `${type}.label`, options);
  const labelOf = (name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field === undefined || field.kind === 'version' ? undefined : labels(field.like ?? name);
  };
  return Object.assign(createTexts(RED, language), { labelOf });
}

/** The labels of the account's fields, by the paths of its settings too. */
export function accountLabels(RED: NodeAPI, language?: string): NonNullable<Texts['labelOf']> {
  const labels = textsOf<AccountField>(RED, 'breaker-account.label', language === undefined ? {} : { lng: language });
  return (path) => {
    const field = accountFieldOf(path);
    return field === undefined ? undefined : labels(field);
  };
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
