import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');

describe('the README’s pictures', () => {
  const shown = [...readme.matchAll(/!\[[^\]]+\]\(docs\/images\/([\w-]+\.png)\)/g)].flatMap(([, file]) => file ?? []);

  it('are those that `npm run screenshots` takes, each shown once', () => {
    const script = readFileSync(join(packageRoot, 'scripts/screenshots.mjs'), 'utf8');
    const taken = [...script.matchAll(/file: '([\w-]+)'/g)].map(([, file]) => `${file}.png`);
    assert.deepEqual([...shown].sort(), taken.sort());
    assert.deepEqual(readdirSync(join(packageRoot, 'docs/images')).sort(), taken);
  });

  it('are light and dark', () => {
    for (const theme of ['editor', 'dashboard']) assert(shown.includes(`${theme}-dark.png`), theme);
  });
});
