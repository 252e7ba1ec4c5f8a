import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

const page = readFileSync(join(packageRoot, 'docs/troubleshooting.md'), 'utf8');
const texts = JSON.parse(
  readFileSync(join(packageRoot, 'nodes/breaker-account/locales/en-US/breaker-account.json'), 'utf8'),
);

describe('docs/troubleshooting.md', () => {
  it('has a row for each code of an error, and for no other', () => {
    const rows = page.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line));
    const explained = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/[A-Z_]{3,}/g)].map(([code]) => code),
    );
    const known = Object.keys(texts.breakerflow.error).filter((key) => /^[A-Z_]+$/.test(key));
    assert(known.length > 20);
    assert.deepEqual(explained.sort(), known.sort());
  });

  it('calls fields as the dialogs do', () => {
    for (const label of [
      'Held after a start',
      'Command expires after',
      'Between commands',
      'Most devices at once',
      'Never operate',
    ])
      assert(Object.values(texts['breaker-account'].label).includes(label) && page.includes(`*${label}*`), label);
  });
});
