import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

/** A stack trace as a user would paste it: of the package as it is installed, at a place of its own. */
function stackOfInstalled(): string {
  const code = `
    const { createClient } = require('./dist/library');
    try { createClient({ settings: {} }); } catch (error) { process.stdout.write(error.stack); }`;
  const stack = execFileSync(process.execPath, ['-e', code], { cwd: packageRoot, encoding: 'utf8' });
  return stack.replaceAll(packageRoot, '/data/node_modules/@breakerflow/node-red-breakers');
}

describe('npm run trace', () => {
  it('names the source files and lines of a pasted stack trace', () => {
    const input = stackOfInstalled();
    assert.match(input, /at createClient \(\/data\/.+\/bundle\.js:\d+:\d+\)/);
    const output = execFileSync(process.execPath, [join(packageRoot, 'scripts/trace.mjs')], {
      input,
      encoding: 'utf8',
    });
    const [, file = '', line = ''] = /at createClient \((src\/[\w/-]+\.ts):(\d+):\d+\)/.exec(output) ?? [];
    assert.equal(file, 'src/client/client.ts', output);
    const source = readFileSync(join(packageRoot, file), 'utf8').split('\n')[Number(line) - 1];
    assert.match(source ?? '', /parseSettings\(settings\)/);
    assert.doesNotMatch(output, /bundle\.js/);
    assert.equal(output.split('\n')[0], input.split('\n')[0]);
  });

  it('leaves what is not ours as it is', () => {
    const input = 'Error: no\n    at Client.connect (/data/node_modules/got/dist/index.js:10:5)\n';
    const output = execFileSync(process.execPath, [join(packageRoot, 'scripts/trace.mjs')], {
      input,
      encoding: 'utf8',
    });
    assert.equal(output, input);
  });
});
