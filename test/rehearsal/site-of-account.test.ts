import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock, type ManualClock } from '../../src/clock';
import { siteMemory, siteOfAccount } from '../../src/rehearsal';
import { type Account, createAccount, leaseSimulator } from '../../src/runtime';
import { siteProblems } from '../../src/simulator';
import { type SimulatedService, startServiceInProcess } from '../support/simulated-service';
import { turned } from '../support/turn-clock';

const dayMs = 86_400_000;
const zone = 'America/Chicago';
const safety = {
  armed: false,
  protectedDevices: [],
  protectedLoads: [],
  maxDevices: 20,
  commandExpiryMs: 10_000,
  startMuteMs: 0,
};

function accountOf(clock: ManualClock, source: Parameters<typeof createAccount>[0]['source'], more = {}): Account {
  return createAccount({
    ...{ name: 'House', source, safety, clock, random: () => 0.5, commandSpacingMs: 1_000 },
    leaseSimulator: (options) => leaseSimulator(options, clock),
    ...more,
  });
}

describe('the site of an account of the service', () => {
  let service: SimulatedService;
  let account: Account;
  let userDir: string;
  before(async () => {
    service = await startServiceInProcess();
    const { settings, transport, clock } = service;
    account = accountOf(clock, { kind: 'service', settings, ownSecrets: [] }, { transport });
    userDir = mkdtempSync(join(tmpdir(), 'breakerflow-sites-'));
  });
  after(async () => {
    await account?.close();
    await service?.close();
    rmSync(userDir, { recursive: true, force: true });
  });

  const read = (again = false) =>
    turned(service.clock, siteOfAccount({ account, accountId: 'a', clock: service.clock, userDir, zone, again }));

  it('is read once a day, and again when somebody asks for it', async () => {
    const site = await read();
    assert.equal(site.devices.length, 14);
    const histories = () => service.requests('meter.history').length;
    const first = histories();
    assert(first > 12);
    assert.deepEqual(await read(), site);
    assert.equal(histories(), first);
    await read(true);
    assert.equal(histories(), 2 * first);
    await service.clock.advance(dayMs + 60_000);
    const later = await read();
    assert.equal(histories(), 3 * first);
    assert(later.describedAt > site.describedAt);
  });

  it('writes nothing to the service, and is kept without a secret in a file that only its user can read', async () => {
    await read();
    assert.deepEqual(
      service.requests().filter(({ method, path }) => method !== 'GET' && !path.includes('authToken')),
      [],
    );
    const file = join(userDir, 'breakerflow-sites.json');
    const text = readFileSync(file, 'utf8');
    const { apiKey, application, organization } = service.settings;
    for (const secret of [apiKey, application?.secret1, organization?.secret1, application?.clientId])
      assert(secret !== undefined && !text.includes(secret));
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o077, 0);
  });

  it('is found by the name of the account, and by its id', async () => {
    const site = await read();
    for (const name of ['House', 'a']) assert.deepEqual(siteMemory(userDir).named(name), site);
    assert.equal(siteMemory(userDir).named('Garden'), undefined);
  });

  it('is not that of the service that the account was turned to since', async () => {
    await read();
    assert.equal(siteMemory(userDir).of('a', 'https://other.example', service.clock.now()), undefined);
  });
});

describe('the site of an account of a built-in simulator', () => {
  it('is the simulated one as it is now', async () => {
    const clock = createManualClock(Date.parse('2026-06-15T05:00:00Z'));
    const account = accountOf(clock, {
      ...{ kind: 'simulator', site: 'Trial', party: 'house', callsPerMinute: 600 },
      options: { id: 'site-of-account', seed: 3, speed: 1 },
    });
    try {
      const controls = await turned(clock, account.simulator());
      const [first] = controls?.devices() ?? [];
      assert(controls !== undefined && first !== undefined);
      controls.tripBreaker(first.id);
      const site = await siteOfAccount({ account, accountId: 'a', clock });
      assert.deepEqual(siteProblems(JSON.parse(JSON.stringify(site))), []);
      assert.deepEqual(
        site.devices.map(({ id, name, mainHandle, openedBy }) => [id, name, mainHandle, openedBy]),
        controls
          .devices()
          .map(({ id, label }, index) => [...[id, label], ...(index === 0 ? ['open', 'trip'] : ['closed', undefined])]),
      );
    } finally {
      await account.close();
    }
  });
});
