import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock, type ManualClock } from '../../src/clock';
import { leaseSimulator } from '../../src/runtime';
import type { EmbeddedSimulatorOptions, SimulatorLease } from '../../src/runtime/accounts/simulators';
import { settled } from '../support/turn-clock';

describe('simulated sites', () => {
  let clock: ManualClock;
  let held: SimulatorLease[];
  let account = 0;
  beforeEach(() => {
    clock = createManualClock();
    held = [];
    account += 1;
  });
  afterEach(async () => {
    for (const lease of held) await lease.release();
    await lingered();
  });
  const lingered = async () => {
    await clock.advance(10_000);
    await settled();
  };

  async function lease(more: Partial<EmbeddedSimulatorOptions> = {}): Promise<SimulatorLease> {
    const found = await leaseSimulator({ id: `simulators-test-${account}`, seed: 1, speed: 1, ...more }, clock);
    held.push(found);
    return found;
  }
  const spare = ({ controls }: SimulatorLease) => {
    const found = controls.devices().find(({ label }) => label === 'Spare');
    assert(found !== undefined);
    return found;
  };
  const answers = ({ baseUrl }: SimulatorLease) =>
    fetch(baseUrl).then(
      () => true,
      () => false,
    );

  it('all accounts of a site share one simulator, which ends 10 s after the last of them', async () => {
    const [first, second] = await Promise.all([lease(), lease()]);
    assert.equal(first.baseUrl, second.baseUrl);
    await first.release();
    await lingered();
    assert.equal(await answers(second), true);
    await second.release();
    await clock.advance(9_999);
    await settled();
    assert.equal(await answers(second), true);
    await clock.advance(1);
    await settled();
    assert.equal(await answers(second), false);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('an account that comes within the 10 s finds the simulator running, and the next release starts them again', async () => {
    const first = await lease();
    await first.release();
    await clock.advance(9_000);
    const second = await lease();
    assert.equal(second.baseUrl, first.baseUrl);
    await clock.advance(9_000);
    assert.equal(await answers(second), true);
    await second.release();
    await clock.advance(9_000);
    assert.equal((await lease()).baseUrl, first.baseUrl);
  });

  it('sites with different names share nothing', async () => {
    const [here, there] = [await lease(), await lease({ id: `simulators-test-${account}-other` })];
    here.controls.moveMainHandle(spare(here).id, 'open');
    assert.equal(spare(here).id, spare(there).id);
    assert.equal(spare(there).mainHandle, 'closed');
  });

  it('the process can end while a site is running', async () => {
    const simulators = require.resolve('../../src/runtime/accounts/simulators');
    const script = `
      const { leaseSimulator } = require(${JSON.stringify(simulators)});
      const { systemClock } = require(${JSON.stringify(require.resolve('../../src/clock'))});
      leaseSimulator({ id: 'a', seed: 1, speed: 1 }, systemClock).then((lease) => lease.release());`;
    const startedAt = performance.now();
    const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: 9_000 });
    assert.deepEqual([status, stderr], [0, '']);
    assert(performance.now() - startedAt < 9_000);
  });

  it('a lease that is released twice counts once', async () => {
    const [first, second] = [await lease(), await lease()];
    await first.release();
    await first.release();
    assert.equal(spare(second).remoteHandle, 'closed');
  });

  it('a redeploy finds the site unchanged, including its secrets', async () => {
    const first = await lease();
    const { credentials } = first;
    first.controls.moveMainHandle(spare(first).id, 'open');
    await first.release();
    await clock.advance(15_000);
    await settled();
    const second = await lease();
    assert.equal(spare(second).mainHandle, 'open');
    assert.deepEqual(second.credentials, credentials);
  });

  it('time does not go back in a site that ran ahead', async () => {
    const first = await lease({ speed: 60 });
    await clock.advance(60_000);
    const then = first.controls.now();
    await first.release();
    await lingered();
    const second = await lease({ speed: 60 });
    assert(second.controls.now() >= then);
  });

  it('a timer that ended between two deploys has closed the breaker at its instant', async () => {
    const first = await lease();
    const { baseUrl, credentials } = first;
    const call = async (path: string, body: object, token?: string) => {
      const headers = {
        'Content-Type': 'application/json',
        'Em-Api-Subscription-Key': credentials.apiKey,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      };
      const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      assert.equal(answer.ok, true);
      return answer.text();
    };
    const { clientId, clientSecret } = credentials.organization;
    const { token } = JSON.parse(await call('/serviceAccount/authToken', { clientId, clientSecret })).data;
    const command = { command: 'open', reason: 'test', secondsUntilReset: 60 };
    await call(`/devices/${spare(first).id}/breaker/remoteHandle/position`, command, token);
    const openedAt = clock.now();
    await first.release();
    await clock.advance(3_600_000);
    const second = await lease();
    assert.equal(spare(second).remoteHandle, 'closed');
    const [closed] = second.controls.events.filter(({ type }) => type === 'handle-changed');
    assert.equal(closed?.at, openedAt + 60_000);
  });

  it('an account with other settings uses the settings of the running site, and they are reported to it', async () => {
    const first = await lease({ speed: 60 });
    const second = await lease({ seed: 2 });
    assert.equal(second.baseUrl, first.baseUrl);
    assert.deepEqual(second.settings, { seed: 1, speed: 60, keepState: false });
    await first.release();
    assert.deepEqual((await lease()).settings, { seed: 1, speed: 60, keepState: false });
  });

  it('an unused site takes the settings of the next account and continues its state', async () => {
    const first = await lease();
    first.controls.moveMainHandle(spare(first).id, 'open');
    await first.release();
    const second = await lease({ speed: 60 });
    assert.deepEqual(second.settings, { seed: 1, speed: 60, keepState: false });
    assert.equal(second.controls.clock.speed(), 60);
    assert.equal(spare(second).mainHandle, 'open');
    // The system may hand out the same port again.
    assert.ok(second.baseUrl === first.baseUrl || !(await answers(first)));
  });

  it('another seed is another installation, which starts from its beginning', async () => {
    const first = await lease();
    const id = spare(first).id;
    first.controls.moveMainHandle(id, 'open');
    await first.release();
    const second = await lease({ seed: 2 });
    assert.notEqual(spare(second).id, id);
    await second.release();
    assert.equal(spare(await lease()).mainHandle, 'open');
  });

  it('a background failure is reported to all accounts of the site', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'breakerflow-simulators-'));
    const warnings: string[] = [];
    const options = { id: `simulators-test-${account}`, seed: 1, speed: 1, stateFile: join(directory, 'state.json') };
    const hear = (name: string) => leaseSimulator(options, clock, () => warnings.push(name));
    held.push(await hear('first'), await hear('second'));
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'no directory');
    const third = await hear('third');
    await third.release();
    held[0]?.controls.moveMainHandle(spare(third).id, 'open');
    while (warnings.length < 2) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(warnings, ['first', 'second']);
    rmSync(directory);
  });

  describe('that keep their state', () => {
    let directory: string;
    beforeEach(() => {
      directory = mkdtempSync(join(tmpdir(), 'breakerflow-simulators-'));
    });
    afterEach(async () => {
      for (const lease of held) await lease.release();
      await ended(`simulators-test-${account}`);
      rmSync(directory, { recursive: true, force: true });
    });
    /** A start waits for the end of the simulator before it. */
    const ended = async (id: string) => {
      await lingered();
      await (await leaseSimulator({ id, seed: 1, speed: 1 }, clock)).release();
    };

    it('the file is read again at the next start', async () => {
      const stateFile = join(directory, 'state.json');
      const first = await lease({ stateFile });
      first.controls.moveMainHandle(spare(first).id, 'open');
      await first.release();
      assert.deepEqual(readdirSync(directory), ['state.json']);
      assert.equal(spare(await lease({ stateFile })).mainHandle, 'open');
    });

    it('a start waits for the end of the previous simulator', async () => {
      const stateFile = join(directory, 'state.json');
      const first = await lease({ stateFile });
      first.controls.moveMainHandle(spare(first).id, 'open');
      await first.release();
      // Its end has begun.
      const [, second] = await Promise.all([
        clock.advance(10_000),
        clock.advance(10_000).then(() => lease({ stateFile })),
      ]);
      assert.equal(spare(second).mainHandle, 'open');
    });

    it('the file is written when the last account is released, before the site ends', async () => {
      const stateFile = join(directory, 'state.json');
      const first = await lease({ stateFile });
      first.controls.moveMainHandle(spare(first).id, 'open');
      await first.release();
      const kept = readFileSync(stateFile, 'utf8');
      await ended(`simulators-test-${account}`);
      writeFileSync(stateFile, kept);
      assert.equal(spare(await lease({ stateFile })).mainHandle, 'open');
    });

    it('a stored site has the seed of its file', async () => {
      const stateFile = join(directory, 'state.json');
      await (await lease({ stateFile, seed: 7 })).release();
      await lingered();
      assert.deepEqual((await lease({ stateFile })).settings, { seed: 7, speed: 1, keepState: true });
    });

    it('a site without a file adopts the file of an older version, once', async () => {
      const [stateFile, formerStateFile] = [join(directory, 'state.json'), join(directory, 'former.json')];
      const former = await lease({ id: 'former', stateFile: formerStateFile });
      former.controls.moveMainHandle(spare(former).id, 'open');
      await former.release();
      await ended('former');
      const first = await lease({ stateFile, formerStateFile });
      assert.equal(spare(first).mainHandle, 'open');
      assert.deepEqual(readdirSync(directory), ['state.json']);
      await first.release();
      await ended(`simulators-test-${account}`);
      // Another account of the site had a world of its own: its file stays as it is.
      writeFileSync(formerStateFile, 'another');
      assert.equal(spare(await lease({ stateFile, formerStateFile })).mainHandle, 'open');
      assert.equal(readFileSync(formerStateFile, 'utf8'), 'another');
    });

    it('a damaged file is reported and set aside, and the simulator starts', async () => {
      const stateFile = join(directory, 'state.json');
      writeFileSync(stateFile, 'not a state');
      const warnings: string[] = [];
      const options = { id: `simulators-test-${account}`, seed: 1, speed: 1, stateFile };
      const started = await leaseSimulator(options, clock, ({ message }) => warnings.push(message));
      held.push(started);
      assert.equal(spare(started).remoteHandle, 'closed');
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /damaged.*kept as/);
      assert.deepEqual(readdirSync(directory), ['state.json.damaged']);
    });

    it('an unreadable file is an error, and the next start works', async () => {
      const stateFile = join(directory, 'state.json');
      mkdirSync(stateFile);
      await assert.rejects(lease({ stateFile }));
      rmSync(stateFile, { recursive: true });
      assert.equal(spare(await lease({ stateFile })).remoteHandle, 'closed');
    });
  });
});
