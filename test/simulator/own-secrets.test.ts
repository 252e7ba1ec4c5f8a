import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAcceleratedClock, createManualClock, type ManualClock } from '../../src/clock';
import { createSimulator, type Simulator } from '../../src/simulator';
import { inProcessUrl, sendInProcess } from './raw-in-process';

const dayMs = 86_400_000;
type Credentials = { readonly clientId: string; readonly clientSecret: string };

describe("the simulator's own secrets", () => {
  let base: ManualClock;
  let simulator: Simulator;
  beforeEach(async () => {
    base = createManualClock();
    simulator = await createSimulator({ clock: createAcceleratedClock(base, 3600) });
  });
  afterEach(() => simulator.close());

  const key = () => ({ 'Em-Api-Subscription-Key': simulator.credentials.apiKey });
  const token = ({ clientId, clientSecret }: Credentials) =>
    sendInProcess(simulator)('POST', `${inProcessUrl}/serviceAccount/authToken`, {
      headers: key(),
      body: { clientId, clientSecret },
    });
  async function call(method: string, path: string) {
    const { json } = await token(simulator.credentials.application);
    const headers = { ...key(), Authorization: `Bearer ${json.data.token}` };
    return (await sendInProcess(simulator)(method, `${inProcessUrl}${path}`, { headers })).json.data;
  }
  const live = (days: number) => base.advance((days * dayMs) / 3600);
  const rotate = () => call('POST', `/serviceAccounts/${simulator.credentials.organization.clientId}/secrets/secret1`);

  it('work for as long as it runs, and so do those of a party that was made on the way', async () => {
    const party = simulator.controls.organization('Grid operator');
    const { application, organization } = simulator.credentials;
    await live(400);
    for (const one of [application, organization, party]) assert.equal((await token(one)).status, 200);
    assert.deepEqual(simulator.credentials.application, application);
  });

  it('show an expiry that is always a year ahead', async () => {
    await live(400);
    const [house] = await call('GET', '/organizations');
    const inAYear = new Date(simulator.controls.now() + 365 * dayMs).toISOString();
    assert.deepEqual(
      house.serviceAccount.secrets.map(({ expiry }: { expiry: string }) => expiry),
      [inAYear, inAYear],
    );
  });

  it('spec 8: one that is rotated by the API lives one year, and the other one goes on', async () => {
    const { clientId, clientSecret } = simulator.credentials.organization;
    const second = simulator.snapshot().organizations[0]?.serviceAccount.secrets[1]?.value ?? '';
    const rotated = await rotate();
    assert.equal(Date.parse(rotated.expiry), simulator.controls.now() + 365 * dayMs);
    await live(366);
    const statusOf = async (secret: string) => (await token({ clientId, clientSecret: secret })).status;
    assert.deepEqual(
      [await statusOf(clientSecret), await statusOf(rotated.value), await statusOf(second)],
      [401, 401, 200],
    );
  });

  it('of a state that a version wrote which let them end work again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'breakerflow-'));
    try {
      const stateFile = join(folder, 'state.json');
      const start = () => createSimulator({ clock: createManualClock(base.now() + 500 * dayMs), stateFile });
      const state = simulator.snapshot();
      for (const { secrets } of [state.application, ...state.organizations.map((one) => one.serviceAccount)])
        for (const secret of secrets) delete secret.lasting;
      const saved = { format: 'breakerflow-simulator-state', version: 1, savedAt: base.now(), state };
      await writeFile(stateFile, JSON.stringify(saved));
      const { credentials } = simulator;
      await simulator.close();
      simulator = await start();
      assert.deepEqual(simulator.credentials, credentials);
      assert.equal((await token(credentials.organization)).status, 200);
      await simulator.close();
      assert.equal(JSON.parse(await readFile(stateFile, 'utf8')).state.application.secrets[0].lasting, true);
      simulator = await start();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
