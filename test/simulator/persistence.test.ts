import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAcceleratedClock, createManualClock } from '../../src/clock';
import { createSimulator, type Simulator, StateFileError } from '../../src/simulator';
import { createStateFile } from '../../src/simulator/state-file';
import { startSimulator } from './running-simulator';
import { ids, smallState } from './small-state';

const position = `/devices/${ids.oven}/breaker/remoteHandle/position`;

describe('the state file of the simulator', () => {
  let folder: string;
  let stateFile: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'breakerflow-'));
    stateFile = join(folder, 'deep', 'state.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('a restart goes on where it stopped: state, tokens, credentials', async () => {
    const first = await startSimulator({ stateFile });
    await first.post(position, { command: 'open', reason: 'test' });
    const token = await first.token('organization');
    const { credentials } = first.simulator;
    const before = first.simulator.snapshot();
    await first.simulator.close();

    const clock = createManualClock(first.clock.now() + 5000);
    const second = await startSimulator({ clock, stateFile });
    assert.deepEqual(second.simulator.snapshot(), before);
    assert.deepEqual(second.simulator.credentials, credentials);
    const { status, json } = await second.call('nobody', 'GET', position, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(status, 200);
    assert.equal(json.data.position, 'open');
    await second.simulator.close();
  });

  it('a timer that runs over a restart closes the breaker at its time', async () => {
    const first = await startSimulator({ stateFile });
    const start = first.clock.now();
    await first.post(position, { command: 'open', reason: 'test', secondsUntilReset: 60 });
    await first.simulator.close();

    const early = await startSimulator({ clock: createManualClock(start + 20_000), stateFile });
    assert.equal((await early.get(position)).json.data.position, 'open');
    await early.clock.advance(40_000);
    assert.equal((await early.get(position)).json.data.position, 'closed');
    await early.simulator.close();
  });

  it('a timer that ran out meanwhile has closed the breaker when it ran out', async () => {
    const first = await startSimulator({ stateFile });
    const start = first.clock.now();
    await first.post(position, { command: 'open', reason: 'test', secondsUntilReset: 60 });
    await first.simulator.close();

    const late = await startSimulator({ clock: createManualClock(start + 3_600_000), stateFile });
    const oven = late.simulator.snapshot().devices.find(({ id }) => id === ids.oven);
    assert.deepEqual(oven?.handleHistory.at(-1), { at: start + 60_000, position: 'closed', source: 'timer' });
    await late.simulator.close();
  });

  it('time does not turn back after a simulator that ran ahead', async () => {
    const base = createManualClock();
    const fast = createAcceleratedClock(base, 100);
    const initialState = smallState(base.now());
    const first = await createSimulator({ clock: fast, stateFile, initialState });
    await base.advance(60_000);
    const shown = first.controls.now();
    assert.equal(shown, base.now() + 99 * 60_000);
    await first.close();
    const second = await createSimulator({ clock: createAcceleratedClock(base), stateFile });
    assert.equal(second.controls.now(), shown);
    await second.close();
  });

  it('is written whole and readable by its owner only, without leftovers', async () => {
    const { simulator } = await startSimulator({ stateFile });
    await simulator.close();
    assert.deepEqual(await readdir(join(folder, 'deep')), ['state.json']);
    assert.equal((await stat(stateFile)).mode & 0o777, 0o600);
    assert.equal(JSON.parse(await readFile(stateFile, 'utf8')).version, 1);
  });

  it('a file dated ahead of the clock does not stop the world: its time goes on from there', async () => {
    const first = await startSimulator({ stateFile });
    await first.post(position, { command: 'open', reason: 'test', secondsUntilReset: 60 });
    await first.simulator.close();
    const { savedAt, ...rest } = JSON.parse(await readFile(stateFile, 'utf8'));
    const ahead = Date.UTC(9000, 0);
    await writeFile(stateFile, JSON.stringify({ ...rest, savedAt: ahead }));

    const clock = createManualClock(savedAt);
    const second = await startSimulator({ clock, stateFile });
    assert.equal(second.simulator.controls.now(), ahead);
    await clock.advance(60_000);
    assert.equal(second.simulator.controls.now(), ahead + 60_000);
    const oven = second.simulator.controls.devices().find(({ id }) => id === ids.oven);
    assert.equal(oven?.remoteHandle, 'closed');
    await second.simulator.close();
  });

  it('is on the disk before it takes the place of the last one', async () => {
    const synced: string[] = [];
    const files: Record<string, unknown> = require('node:fs/promises');
    const { open, rename } = files as unknown as typeof import('node:fs/promises');
    const state = createStateFile({
      path: stateFile,
      clock: createManualClock(),
      onError: assert.fail,
      snapshot: () => ({ savedAt: 0, state: smallState(0) }),
    });
    try {
      files.open = async (...given: Parameters<typeof open>) => {
        const file = await open(...given);
        const sync = file.sync.bind(file);
        file.sync = async () => {
          await sync();
          synced.push('on the disk');
        };
        return file;
      };
      files.rename = async (...given: Parameters<typeof rename>) => {
        synced.push('renamed');
        await rename(...given);
      };
      state.changed();
      await state.close();
    } finally {
      Object.assign(files, { open, rename });
    }
    assert.deepEqual(synced, ['on the disk', 'renamed']);
  });

  it('names that are taken are left alone when a file is set aside', async () => {
    const path = join(folder, 'state.json');
    for (const content of ['first', 'second']) {
      await writeFile(path, content);
      await (await createSimulator({ clock: createManualClock(), stateFile: path })).close();
    }
    assert.equal(await readFile(`${path}.damaged`, 'utf8'), 'first');
    assert.equal(await readFile(`${path}.damaged-2`, 'utf8'), 'second');
  });

  describe('is named, set aside and replaced by a new one when it', () => {
    async function refused(content: string, about: RegExp, aside: 'damaged' | 'newer' = 'damaged'): Promise<void> {
      const path = join(folder, 'state.json');
      await writeFile(path, content);
      const told: Error[] = [];
      const simulator = await createSimulator({
        clock: createManualClock(),
        stateFile: path,
        onError: (error) => told.push(error),
      });
      assert.equal(simulator.controls.devices().length, 14);
      await simulator.close();
      const [problem, ...others] = told;
      assert.ok(problem instanceof StateFileError);
      assert.deepEqual(others, []);
      assert.match(problem.message, about);
      assert.match(problem.message, /To have its state back, /);
      for (const name of [path, `${path}.${aside}`]) assert.ok(problem.message.includes(name));
      assert.equal(await readFile(`${path}.${aside}`, 'utf8'), content);
      assert.equal(JSON.parse(await readFile(path, 'utf8')).state.devices.length, 14);
      await rm(`${path}.${aside}`);
    }
    const format = 'breakerflow-simulator-state';
    const state = smallState(0);

    it('is not JSON', () => refused('{"format":', /not JSON/));
    it('is empty', () => refused('', /not JSON/));
    it('is something else', () => refused('{"a":1}', /not a state of the simulator/));
    it('has a version that is not known', async () => {
      await refused(JSON.stringify({ format, version: 2, savedAt: 0, state }), /newer version/, 'newer');
      await refused(
        JSON.stringify({ format, version: 1, savedAt: 0, state: { ...state, version: 2 } }),
        /newer version/,
        'newer',
      );
    });
    it('lacks parts', async () => {
      await refused(JSON.stringify({ format, version: 1, state }), /parts of the state are missing/);
      const { devices: _, ...rest } = state;
      await refused(JSON.stringify({ format, version: 1, savedAt: 0, state: rest }), /parts of the state are missing/);
    });
    it('has no date that can be', async () => {
      for (const savedAt of [-1, 1e15])
        await refused(JSON.stringify({ format, version: 1, savedAt, state }), /is no date/);
    });
  });

  describe('is left as it is when it', () => {
    it('cannot be read', async () => {
      await assert.rejects(createSimulator({ clock: createManualClock(), stateFile: folder }), /EISDIR/);
    });
  });

  it('without a file the same seed gives the same service, and another seed another one', async () => {
    const site = async (seed: number) => {
      const simulator: Simulator = await createSimulator({ clock: createManualClock(), seed });
      await simulator.close();
      return simulator.snapshot();
    };
    assert.deepEqual(await site(3), await site(3));
    assert.notEqual((await site(3)).apiKey, (await site(4)).apiKey);
  });
});

describe('writing a state file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'breakerflow-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('several changes at once are one write, shortly after', async () => {
    const clock = createManualClock();
    const path = join(folder, 'state.json');
    let snapshots = 0;
    const file = createStateFile({
      path,
      clock,
      onError: assert.fail,
      snapshot: () => {
        snapshots += 1;
        return { savedAt: snapshots, state: smallState(0) };
      },
    });
    file.changed();
    file.changed();
    assert.equal(snapshots, 0);
    assert.equal(clock.pendingTimers(), 1);
    await clock.advance(200);
    file.changed();
    await file.close();
    assert.equal(snapshots, 2);
    assert.equal(clock.pendingTimers(), 0);
    assert.equal(JSON.parse(await readFile(path, 'utf8')).savedAt, 2);
  });

  it('a failure is told, and the next write makes up for it', async () => {
    const clock = createManualClock();
    await writeFile(join(folder, 'a-file'), '');
    let told: (error: Error) => void = () => {};
    const failed = new Promise<Error>((resolve) => {
      told = resolve;
    });
    const file = createStateFile({
      path: join(folder, 'a-file', 'state.json'),
      clock,
      onError: (error) => told(error),
      snapshot: () => ({ savedAt: 0, state: smallState(0) }),
    });
    file.changed();
    await clock.advance(200);
    assert.match((await failed).message, /ENOTDIR|EEXIST/);
    await assert.rejects(file.close(), /ENOTDIR|EEXIST/);
  });
});
