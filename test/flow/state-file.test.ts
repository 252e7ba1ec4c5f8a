import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readState, sharedMemory, writeState } from '../../src/flow/node/state-file';

describe('a file that remembers over restarts', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'breakerflow-state-'));
    file = join(directory, 'below', 'state.json');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('holds what was written last, for this user only, in a folder that need not be there', () => {
    writeState(file, { version: 1 });
    const state = { version: 1, names: ['ü'] };
    writeState(file, state);
    assert.deepEqual(readState(file, 1), state);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(existsSync(`${file}.new`), false);
  });

  it('a write that fails leaves it as it was', () => {
    writeState(file, { version: 1 });
    const before = readFileSync(file, 'utf8');
    const endless: { version: 1; self?: unknown } = { version: 1 };
    endless.self = endless;
    assert.throws(() => writeState(file, endless), TypeError);
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  it('no file is no state; one that is broken or of another version is an error', () => {
    assert.equal(readState(file, 1), undefined);
    writeState(file, { version: 2 });
    assert.throws(() => readState(file, 1), /unknown version/);
    writeFileSync(file, '{"version":1');
    assert.throws(() => readState(file, 1), SyntaxError);
  });

  it('one process has one memory of a user directory', () => {
    const memoryOf = sharedMemory('state.json', (path) => ({ path }));
    assert.equal(memoryOf('a').path, 'a/state.json');
    assert.equal(memoryOf('a'), memoryOf('a'));
    assert.notEqual(memoryOf('a'), memoryOf('b'));
  });
});
