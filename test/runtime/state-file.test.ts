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

describe('a state file', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'breakerflow-state-'));
    file = join(directory, 'below', 'state.json');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('contains the last written state, for this user only, in a folder that is created if missing', () => {
    writeState(file, { version: 1 });
    const state = { version: 1, names: ['ü'] };
    writeState(file, state);
    assert.deepEqual(readState(file, 1), state);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(existsSync(`${file}.new`), false);
  });

  it('a failed write does not change it', () => {
    writeState(file, { version: 1 });
    const before = readFileSync(file, 'utf8');
    const endless: { version: 1; self?: unknown } = { version: 1 };
    endless.self = endless;
    assert.throws(() => writeState(file, endless), TypeError);
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  it('a missing file is an empty state without trouble', () => {
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

    it('a file that was set aside does not affect the next state', () => {
      writeState(file, { version: 2 });
      const store = open(file);
      store.state().count = 1;
      store.save();
      assert.equal(store.trouble(), undefined);
      assert.equal(open(file).state().count, 1);
    });

    it('a failing disk loses the state at a restart, is reported once, and is used again when it works', () => {
      const place = join(directory, 'place');
      writeFileSync(place, '');
      const troubles: StateTrouble[] = [];
      const store = open(join(place, 'state.json'), troubles);
      // A file instead of the directory, so that nothing can be read.
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

    it('an existing unreadable file is not overwritten', () => {
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

  it('a process has one store per user directory', () => {
    const memoryOf = sharedMemory('state.json', (path) => ({ path }));
    assert.equal(memoryOf('a').path, 'a/state.json');
    assert.equal(memoryOf('a'), memoryOf('a'));
    assert.notEqual(memoryOf('a'), memoryOf('b'));
  });
});
