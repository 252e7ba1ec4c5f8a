import assert from 'node:assert/strict';
import { type Language, owners, textsOf } from '../locales/catalog-files';

/** The texts below `top` of an owner in one language; a mark that has no parameter stays, so that a test sees it. */
export function textsIn<Text>(owner: string, language: Language, top = owner): Text {
  const texts = textsOf(owners.find(({ name }) => name === owner) ?? assert.fail(owner), language);
  const text = (key: string, params: Readonly<Record<string, unknown>> = {}) => {
    const found = texts.get(`${top}.${key}`);
    assert(typeof found === 'string', `${language} has no ${top}.${key}`);
    return found.replaceAll(/__(\w+?)__/g, (mark, name: string) => (name in params ? String(params[name]) : mark));
  };
  return text as Text;
}
