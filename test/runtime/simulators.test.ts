import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock, type ManualClock } from '../../src/clock';
import { leaseSimulator } from '../../src/runtime';
import type { EmbeddedSimulatorOptions, SimulatorLease } from '../../src/runtime/accounts/simulators';
import { settled } from '../support/turn-clock';

describe('embedded simulators', () => {
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
  });

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
  const servers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

  it('leases with equal settings share one simulator, which ends with the last of them', async () => {
    const before = servers();
    const [first, second] = await Promise.all([lease(), lease()]);
    assert.equal(first.baseUrl, second.baseUrl);
    assert.equal(servers(), before + 1);
    await first.release();
    assert.equal(servers(), before + 1);
    await second.release();
    await settled();
    assert.equal(servers(), before);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('a lease that is released twice counts once', async () => {
    const [first, second] = [await lease(), await lease()];
    await first.release();
    await first.release();
    assert.equal(spare(second).remoteHandle, 'closed');
  });

  it('a redeploy finds the world unchanged, including its secrets', async () => {
    const first = await lease();
    const { credentials } = first;
    first.controls.moveMainHandle(spare(first).id, 'open');
    await first.release();
    await clock.advance(5_000);
    const second = await lease();
    assert.equal(spare(second).mainHandle, 'open');
    assert.deepEqual(second.credentials, credentials);
  });

  it('time does not go back in a world that ran ahead', async () => {
    const first = await lease({ speed: 60 });
    await clock.advance(60_000);
    const then = first.controls.now();
    await first.release();
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

  it('another seed is another world', async () => {
    const first = await lease();
    const second = await lease({ seed: 2 });
    assert.notEqual(first.baseUrl, second.baseUrl);
    assert.notEqual(spare(first).id, spare(second).id);
  });

  it('a dialog that tries other settings does not disturb the deployed account', async () => {
    const deployed = await lease();
    const tried = await lease({ speed: 10 });
    const picker = await lease();
    assert.equal(picker.baseUrl, deployed.baseUrl);
    assert.notEqual(tried.baseUrl, deployed.baseUrl);
    await tried.release();
    deployed.controls.moveMainHandle(spare(deployed).id, 'open');
    await Promise.all([deployed.release(), picker.release()]);
    assert.equal(spare(await lease()).mainHandle, 'open');
  });

  describe('that keep their state', () => {
    let directory: string;
    beforeEach(() => {
      directory = mkdtempSync(join(tmpdir(), 'breakerflow-simulators-'));
    });
    afterEach(() => rmSync(directory, { recursive: true, force: true }));

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
      const [, second] = await Promise.all([first.release(), lease({ stateFile })]);
      assert.equal(spare(second).mainHandle, 'open');
    });

    it('two simulators never write the same file', async () => {
      const stateFile = join(directory, 'state.json');
      const deployed = await lease({ stateFile });
      deployed.controls.moveMainHandle(spare(deployed).id, 'open');
      const tried = await lease({ stateFile, speed: 10 });
      assert.notEqual(tried.baseUrl, deployed.baseUrl);
      await deployed.release();
      await tried.release();
      assert.equal(spare(await lease({ stateFile })).mainHandle, 'open');
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
