import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './engines';

/** One supported version of Node.js, as scripts/lanes.mjs prepares it. */
interface NodeVersion {
  readonly version: string;
  /** Path of the binary. */
  readonly node: string;
}

const nodes = JSON.parse(process.env.SCALE_NODES ?? '[]') as NodeVersion[];

/** The tests that send requests over connections: what they assume of Node's HTTP server must hold in each version. */
const tests = [
  'body-reader',
  'response',
  'expect-continue',
  'hostile-requests',
  'listener',
  'router',
  'stream-target',
  'webhook-target',
].map((name) => join(__dirname, `../receiver/${name}.test.js`));
const mocha = join(require.resolve('mocha/package.json'), '..', 'bin', 'mocha.js');

describe('the HTTP tests of the receivers pass on every supported version of Node.js', () => {
  it('which are 20, 22 and 24', () =>
    assert.deepEqual(
      nodes.map(({ version }) => version.split('.')[0]),
      ['20', '22', '24'],
    ));

  for (const { version, node } of nodes)
    it(version, () => {
      const options = ['--no-config', '--timeout', '20000', '--reporter', join(__dirname, '../reporter.js')];
      const { status, stdout, stderr } = spawnSync(node, [mocha, ...options, ...tests], {
        cwd: root,
        encoding: 'utf8',
      });
      assert.equal(status, 0, `${stdout}${stderr}`);
      assert.match(stdout, /[1-9]\d* passed, 0 failed\s*$/);
    });
});
