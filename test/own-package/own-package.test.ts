import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownTypes, packageAbove, packageFolder, packageName, packageVersion } from '../../src/own-package';
import { packageRoot } from '../support/node-texts';
import { nodes } from '../support/palette-html';

const manifest = require(join(packageRoot, 'package.json')) as { readonly name: string; readonly version: string };

describe('the package that a file is of', () => {
  it('is this one, with its name, version and node types', () => {
    assert.equal(packageFolder(), realpathSync(packageRoot));
    assert.deepEqual([packageName, packageVersion()], [manifest.name, manifest.version]);
    assert.deepEqual([...ownTypes()].sort(), Object.keys(nodes).sort());
  });

  it('is not one by another name between the two, and none where there is none above', () => {
    const outer = mkdtempSync(join(tmpdir(), 'breakerflow-own-package-'));
    try {
      const inner = join(outer, 'dist', 'within');
      mkdirSync(inner, { recursive: true });
      writeFileSync(join(outer, 'dist/package.json'), '{ "type": "commonjs" }');
      assert.equal(packageAbove(inner), undefined);
      writeFileSync(join(outer, 'package.json'), JSON.stringify({ name: packageName, version: '1.2.3' }));
      assert.deepEqual(packageAbove(inner), { folder: outer, manifest: { name: packageName, version: '1.2.3' } });
    } finally {
      rmSync(outer, { recursive: true, force: true });
    }
  });
});
