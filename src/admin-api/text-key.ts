import type english from '../../nodes/breaker-account/locales/en-US/breaker-account.json';

const packageName = '@breakerflow/node-red-breakers';

/** The keys of a file of texts, or of a part of it, joined by dots: a key that is not in the English file does not compile. */
export type TextKey<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string ? Name : `${Name}.${TextKey<Texts[Name]>}`;
}[keyof Texts & string];

/** The English texts that all nodes share. */
export type SharedTexts = (typeof english)['breakerflow'];

export type SharedTextKey = TextKey<SharedTexts>;

/** The English texts of the account's dialog. */
export type AccountTexts = Pick<typeof english, 'breaker-account'>;

/** A field of the account, as its label is found. */
export type AccountField = keyof AccountTexts['breaker-account']['label'];

/** Looks up a text in one language; a parameter `name` takes the place of `__name__`. */
export interface Texts<Key extends string = SharedTextKey> {
  (key: Key, params?: Readonly<Record<string, unknown>>): string;
  /** The label of a field of the node whose texts these are. */
  readonly labelOf?: (field: string) => string | undefined;
}

/** Looks up the texts of the node type whose English file is `Catalogue`. */
export type TextsOf<Catalogue, Name extends keyof Catalogue & string = keyof Catalogue & string> = Texts<
  TextKey<Catalogue[Name]>
>;

/** Where Node-RED and its editor find a text, whichever node asks: the package's one catalogue is the account's. */
export function textKey(key: string): string {
  return `${packageName}/breaker-account:${key}`;
}

/** The same of the sidebar, which asks before the editor has the texts of any node. */
export function sidebarKey(key: string): string {
  return `${packageName}/site-sidebar:${key}`;
}
