import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

describe('dialogs and the sidebar', () => {
  it('learn of a value by its input, not by a key: one is also pasted, dropped, or counted up by the arrows of a field', () => {
    const files = ['src/editor', 'nodes', 'plugins'].flatMap((folder) =>
      (readdirSync(join(packageRoot, folder), { recursive: true }) as string[])
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(folder, file)),
    );
    const byKey = files.filter((file) => /['"]key(up|press)['"]/.test(readFileSync(join(packageRoot, file), 'utf8')));
    assert.deepEqual(byKey, []);
    assert.ok(files.length > 100);
  });
});
