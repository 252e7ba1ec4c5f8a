import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { streamChecks, webhookChecks } from '../../src/receiver/rejection';
import { packageRoot } from '../support/node-texts';

const page = readFileSync(join(packageRoot, 'docs/errors.md'), 'utf8');
const sectionOf = (title: string) => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? assert.fail(title);
const rowsOf = (title: string) =>
  sectionOf(title)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '));
const sources = ['src', 'nodes'].flatMap((folder) =>
  (readdirSync(join(packageRoot, folder), { recursive: true }) as string[])
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(packageRoot, folder, path), 'utf8')),
);

describe('docs/errors.md', () => {
  const rows = rowsOf('At a Catch node');
  const codes = rows.map(([code = '']) => code.replaceAll('`', ''));

  it('has a row for every code that anything throws, with why and what to do', () => {
    const thrown = sources.flatMap((text) =>
      [
        ...text.matchAll(/(?:new ClientError|\b(?:refusal|callRefusal|fail|failed|refused)\()\s*\(?\s*'([A-Z_]+)'/g),
      ].map(([, code]) => String(code)),
    );
    const interfaceText = readFileSync(join(packageRoot, 'src/client/interface.ts'), 'utf8');
    const [, union = ''] = /export type ErrorCode =([^;]+);/.exec(interfaceText) ?? [];
    const declared = [...union.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => String(code));
    assert.deepEqual(codes, declared);
    assert.deepEqual(
      thrown.filter((code) => !codes.includes(code)),
      [],
    );
    assert.ok(new Set(thrown).size > 12, `${new Set(thrown).size}`);
    for (const [code, title, why, doing] of rows)
      assert.ok(title !== '' && (why ?? '').length > 20 && (doing ?? '').length > 15, code);
  });

  it('has every check of the receivers', () => {
    const checks = new Set(rowsOf('A receiver refuses a request').map(([check = '']) => check.replaceAll('`', '')));
    assert.deepEqual(
      [...streamChecks, ...webhookChecks].filter((check) => !checks.has(check)),
      [],
    );
  });

  it('shows no key and no parameter of a text', () => assert.doesNotMatch(page, /__\w+__|undefined/));
});
