import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the reporter', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'reporter-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function run(source: string): { status: number | null; lines: string[] } {
    const file = join(folder, 'fixture.js');
    writeFileSync(file, source);
    const mocha = join(require.resolve('mocha/package.json'), '..', 'bin', 'mocha.js');
    const given = [mocha, '--no-config', '--no-package', '--reporter', join(__dirname, 'reporter.js'), file];
    const { status, stdout } = spawnSync(process.execPath, given, { cwd: folder, encoding: 'utf8' });
    return { status, lines: stdout.trimEnd().split('\n') };
  }

  it('counts what passed', () => {
    const { status, lines } = run(`it('a', () => {}); it('b', () => {});`);
    assert.equal(lines.at(-1), '2 passed, 0 failed');
    assert.equal(status, 0);
  });

  it('names what failed, with its error, before the last line', () => {
    const { status, lines } = run(
      `describe('outer', () => { it('good', () => {}); it('bad', () => { throw new Error('broken fuse'); }); });`,
    );
    assert.equal(lines.at(-1), '1 passed, 1 failed');
    assert.ok(lines.some((line) => line.includes('broken fuse')));
    assert.ok(lines.some((line) => line.includes('bad')));
    assert.equal(lines.filter((line) => line.includes('good')).length, 0);
    assert.equal(status, 1);
  });

  it('a failing hook is a failure', () => {
    const { status, lines } = run(`before(() => { throw new Error('no ground'); }); it('a', () => {});`);
    assert.equal(lines.at(-1), '0 passed, 1 failed');
    assert.ok(lines.some((line) => line.includes('no ground')));
    assert.equal(status, 1);
  });

  it('a pending test counts as failed and is named', () => {
    const { status, lines } = run(`it('a', () => {}); it('later'); it.skip('skipped', () => {});`);
    assert.deepEqual(lines.slice(-3), ['  not run: later', '  not run: skipped', '1 passed, 2 failed']);
    assert.equal(status, 2);
  });

  it('what passed only when tried again is named with what went wrong', () => {
    const { status, lines } = run(
      `let tries = 0; it('a', function () { this.retries(1); tries += 1; if (tries < 2) throw new Error('loose wire'); });`,
    );
    assert.deepEqual(lines.slice(-3), ['  tried again: a', '    loose wire', '1 passed, 0 failed']);
    assert.equal(status, 0);
  });

  it('a run without tests is a failure', () => {
    const { status, lines } = run('');
    assert.deepEqual(lines.slice(-2), ['  no test was run', '0 passed, 1 failed']);
    assert.equal(status, 1);
  });
});
