import { type Language, languages, owners, textsOf } from './catalog-files';

/** One text of the screen in every language. */
export type ShownText = Readonly<Record<Language, string>>;

const byOwner: ReadonlyMap<string, readonly ShownText[]> = new Map(
  owners.map((owner) => {
    const texts = languages.map((language) => [language, textsOf(owner, language)] as const);
    const keys = [...textsOf(owner, 'en-US').keys()];
    const shown = (key: string) =>
      Object.fromEntries(texts.map(([language, own]) => [language, String(own.get(key) ?? '')])) as ShownText;
    return [owner.name, keys.map(shown)];
  }),
);

/** The texts that a label in the English help of a node can be: its own, and only where it has none those of the others. */
export function shownTexts(type: string, label: string): readonly ShownText[] {
  const among = (texts: readonly ShownText[]) => texts.filter((text) => isQuotedAs(label, text['en-US']));
  const own = among(byOwner.get(type) ?? []);
  return own.length > 0 ? own : among([...byOwner].flatMap(([name, texts]) => (name === type ? [] : texts)));
}

/** The beginning of a long label that stands for all of it: *Output secrets* of "Output secrets (otherwise they are masked)". */
const beginning = /^(.+?)(?:\s*[(（:：,，、].*)$/su;

/** Whether a help can quote a text so: as it is, or its beginning; a small first letter may be large in a sentence. */
export function isQuotedAs(quoted: string, text: string): boolean {
  return [text, beginning.exec(text)?.[1] ?? text].some((one) => sentenceCase(one.trim()) === sentenceCase(quoted));
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}
