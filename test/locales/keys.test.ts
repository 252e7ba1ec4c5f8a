import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FieldTable, Palette } from '../../src/fields';
import { owners, textsOf } from './catalog-files';
import { codeFiles } from './code';

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
    ...shown.map(([field, { like }]) => `${name}.label.${like ?? field}`),
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

const code = [...codeFiles.values()].join('\n');
const words = new Set(code.split(/[^\w-]+/));

/** The ends of a key that begin after a dot. */
function endings(key: string): string[] {
  const parts = key.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
}

/** The templates of the code that can make a key: `token${kind}`. */
const templates = [...code.matchAll(/`((?:[\w.-]|\$\{(?:[^{}`]|\{[^{}]*\})*\})+)`/g)]
  .map(([, template = '']) => template.split(/\$\{(?:[^{}`]|\{[^{}]*\})*\}/))
  .filter((parts) => parts.length > 1 && /[A-Za-z]/.test(parts.join('')))
  .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('(.*)')}$`));

/** Whether a template can make it, and what is inserted stands in the code, or is a chapter such as `4_1`. */
function isMade(end: string): boolean {
  return templates.some((template) =>
    template
      .exec(end)
      ?.slice(1)
      .every((inserted) => inserted.split('.').every((part) => part === '' || words.has(part) || /^\d_\d$/.test(part))),
  );
}

// That every key which the code asks for exists is a matter of types.
function isUsed(key: string): boolean {
  if (asked.includes(key) || tips.includes(key)) return true;
  return endings(key).some(
    (end) =>
      (end.includes('.') || end === key
        ? code.includes(`'${end}'`)
        : new RegExp(`(?:[tT]exts?|say)\\(\\s*'${end}'`).test(code)) || isMade(end),
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

  it('every key is asked for', () => {
    assert.deepEqual(
      keys.filter(({ key }) => !isUsed(key)).map(({ owner, key }) => `${owner}: ${key}`),
      [],
    );
  });
});
