import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createStateStore,
  readState,
  type StateTrouble,
  sharedMemory,
  writeState,
} from '../../src/runtime/node/state-file';

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

  it('no file is no state, and no trouble', () => {
    const troubles: StateTrouble[] = [];
    assert.equal(readState(file, 1, { onTrouble: (trouble) => troubles.push(trouble) }), undefined);
    assert.deepEqual(troubles, []);
  });

  for (const [kind, content] of [
    ['damaged', '{"version":1'],
    ['damaged', '[]'],
    ['damaged', '{"version":0}'],
    ['damaged', '{"version":1,"half":true}'],
    ['newer', '{"version":2}'],
  ] as const)
    it(`one that is ${kind} (${content}) is set aside under a free name, and reported`, () => {
      writeState(file, { version: 1 });
      const isComplete = (state: { version: 1; half?: boolean }) => state.half !== true;
      const troubles: StateTrouble[] = [];
      const onTrouble = (trouble: StateTrouble) => troubles.push(trouble);
      for (const aside of [`${file}.${kind}`, `${file}.${kind}-2`]) {
        writeFileSync(file, content);
        assert.equal(readState(file, 1, { onTrouble, isComplete }), undefined);
        assert.equal(existsSync(file), false);
        assert.equal(readFileSync(aside, 'utf8'), content);
        assert.deepEqual([troubles.at(-1)?.kind, troubles.at(-1)?.aside], [kind, aside]);
      }
    });

  describe('as a store', () => {
    const open = (path: string, troubles: StateTrouble[] = []) =>
      createStateStore<{ version: 1; count?: number }>({
        file: path,
        version: 1,
        empty: () => ({ version: 1 }),
        onTrouble: (trouble) => troubles.push(trouble),
      });

    it('what was set aside is no trouble for what comes after it', () => {
      writeState(file, { version: 2 });
      const store = open(file);
      store.state().count = 1;
      store.save();
      assert.equal(store.trouble(), undefined);
      assert.equal(open(file).state().count, 1);
    });

    it('a disk that refuses costs the memory over a restart, is told once, and is forgiven when it takes again', () => {
      const place = join(directory, 'place');
      writeFileSync(place, '');
      const troubles: StateTrouble[] = [];
      const store = open(join(place, 'state.json'), troubles);
      // A file in place of the directory: reading finds nothing that could be a state.
      assert.deepEqual(store.state(), { version: 1 });
      store.state().count = 7;
      store.save();
      store.save();
      assert.deepEqual([store.state().count, troubles.length], [7, 1]);
      assert.notEqual(store.trouble(), undefined);
      rmSync(place);
      store.save();
      assert.equal(store.trouble(), undefined);
      assert.equal(open(join(place, 'state.json')).state().count, 7);
    });

    it('a file that is there and cannot be read is not written over', () => {
      mkdirSync(file, { recursive: true });
      const troubles: StateTrouble[] = [];
      const store = open(file, troubles);
      store.state().count = 1;
      store.save();
      assert.deepEqual(
        troubles.map(({ kind }) => kind),
        ['unreadable'],
      );
      assert.equal(statSync(file).isDirectory(), true);
    });
  });

  it('one process has one memory of a user directory', () => {
    const memoryOf = sharedMemory('state.json', (path) => ({ path }));
    assert.equal(memoryOf('a').path, 'a/state.json');
    assert.equal(memoryOf('a'), memoryOf('a'));
    assert.notEqual(memoryOf('a'), memoryOf('b'));
  });
});
