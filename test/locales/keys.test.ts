import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FieldTable, Palette } from '../../src/fields';
import { packageRoot } from '../support/node-texts';
import { owners, textsOf } from './catalog-files';
import { type CodeText, codeTexts } from './code-keys';

const keys = owners.flatMap((owner) => [...textsOf(owner, 'en-US').keys()].map((key) => ({ owner: owner.name, key })));

/** What the build asks for: labels and choices of fields, tips of those that have one, and what forms name. */
const asked = owners.flatMap(({ name, directory }) => {
  const form = join(directory, `${name}.html`);
  const named = existsSync(form)
    ? [...readFileSync(form, 'utf8').matchAll(/data-i18n="(?:\[\w+\])?([^"]+)"/g)].map(([, key = '']) => key)
    : [];
  if (!existsSync(join(directory, `${name}.fields.ts`))) return named;
  const { fields, palette } = require(
    join(__dirname, '..', '..', basename(join(directory, '..')), name, `${name}.fields`),
  ) as {
    fields: FieldTable;
    palette: Palette;
  };
  const shown = Object.entries(fields).filter(([, { kind }]) => kind !== 'version');
  return [
    ...named,
    ...shown.map(([field]) => `${name}.label.${field}`),
    ...shown.flatMap(([field, { kind, ...choice }]) =>
      kind === 'choice' && 'options' in choice
        ? [
            ...choice.options.map((option) => `${name}.choice.${field}.${option}`),
            ...Object.keys(('groups' in choice ? choice.groups : undefined) ?? {}).map(
              (group) => `${name}.group.${field}.${group}`,
            ),
          ]
        : [],
    ),
    ...(palette.outputLabels ?? []).map((label) => `${name}.output.${label}`),
  ];
});
const tips = owners.flatMap(({ name, directory }) =>
  existsSync(join(directory, `${name}.fields.ts`))
    ? Object.keys(
        (
          require(join(__dirname, '..', '..', 'nodes', name, `${name}.fields`)) as {
            fields: FieldTable;
          }
        ).fields,
      ).map((field) => `${name}.tip.${field}`)
    : [],
);

function pattern({ text }: CodeText): RegExp {
  const parts = text.split('\0').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?:^|\\.)${parts.join('(.*)')}$`);
}

/** The ends of a key that begin after a dot. */
function endings(key: string): string[] {
  const parts = key.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
}

const literals = new Set(codeTexts.filter(({ text }) => !text.includes('\0')).map(({ text }) => text));
const lookedUp = new Set(codeTexts.filter((found) => found.lookedUp || found.argument).map(({ text }) => text));
const patterns = codeTexts
  .filter(({ text, lookedUp: given }) => text.includes('\0') && (given || /[a-z]\.\0|^\w+\.\w+.*\0/i.test(text)))
  .filter(({ text }) => /\w/.test(text.replaceAll('\0', '')))
  .map(pattern);
const templates = codeTexts
  .filter(({ text }) => text.includes('\0') && /^[\w\0]+$/.test(text) && /\w{3}/.test(text))
  .map(({ text }) => new RegExp(`^${text.replaceAll('\0', '(\\w+)')}$`));
/** All the code's words: what is inserted into a key is a word of it. */
const words = new Set(
  (readdirSync(join(packageRoot, 'src'), { recursive: true }) as string[])
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(packageRoot, 'src', path), 'utf8'))
    .concat(codeTexts.map(({ text }) => text))
    .flatMap((code) => code.split(/[^\w-]+/)),
);

/** A word of the code, or made of such words by a template: `token${kind}`. */
function isWord(part: string): boolean {
  // A chapter of the specification, `4.1`, as a key can name it.
  if (words.has(part) || /^\d_\d$/.test(part)) return true;
  return templates.some((expression) =>
    expression
      .exec(part)
      ?.slice(1)
      .every((inserted) => words.has(inserted)),
  );
}

function isUsed(key: string): boolean {
  const ends = endings(key);
  if (asked.includes(key) || tips.includes(key)) return true;
  if (ends.some((end) => (end.includes('.') ? literals.has(end) : lookedUp.has(end)))) return true;
  return patterns.some((expression) =>
    expression
      .exec(key)
      ?.slice(1)
      .every((inserted) => inserted.split('.').every((part) => part === '' || isWord(part))),
  );
}

describe('the keys of texts', () => {
  it('every key that the build asks for exists', () => {
    const known = new Set(keys.map(({ key }) => key));
    assert.deepEqual(
      asked.filter((key) => !known.has(key)),
      [],
    );
  });

  it('every key that the code asks for exists', () => {
    const known = new Set(keys.flatMap(({ key }) => endings(key)));
    const missing = codeTexts.filter((found) => {
      if (!found.lookedUp || !/\w/.test(found.text.replaceAll('\0', ''))) return false;
      const key = found.text.replace(/^[^:]+:/, '');
      if (!key.includes('\0')) return !known.has(key);
      const expression = pattern({ ...found, text: key });
      return !keys.some((each) => expression.test(each.key));
    });
    assert.deepEqual(
      missing.map(({ text, file }) => `${basename(file)}: ${text.replaceAll('\0', '...')}`),
      [],
    );
  });

  it('every key is asked for', () => {
    assert.deepEqual(
      keys.filter(({ key }) => !isUsed(key)).map(({ owner, key }) => `${owner}: ${key}`),
      [],
    );
  });
});
