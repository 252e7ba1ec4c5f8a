import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

const rows = readFileSync('docs/words.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Word|---) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/words.md', () => {
  it('names a file that exists for each word', () => {
    assert.ok(rows.length > 30, `${rows.length} rows`);
    for (const [, word = '', , path = ''] of rows)
      assert.ok(existsSync(path.replaceAll('`', '')), `${word}: ${path} does not exist`);
  });

  it('explains each word once', () => {
    const words = rows.map(([, word]) => word);
    assert.equal(new Set(words).size, words.length);
  });
});
