import assert from 'node:assert/strict';
import { createCircuitDirectory } from '../../src/directory';
import type { Account } from '../../src/runtime';
import type { OnUnread } from '../../src/runtime/accounts/directory';
import { readTree } from '../../src/runtime/admin/site-tree';
import { type AdminServer, serveAdmin } from '../support/admin-server';
import { flowAround, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned } from '../support/turn-clock';

describe('spec 1.2: lists of an account with two organizations, of which one cannot be read', () => {
  let service: SimulatedService;
  let runtime: Runtime;
  let server: AdminServer;

  /** Without the application, whose token would list the devices of both. */
  async function start(secrets: { readonly first?: string; readonly second?: string }): Promise<void> {
    service = await startService();
    const oak = service.simulator.controls.secondHouse();
    const { account, credentials } = serviceAccount(service, { organizations: [{ slot: 2, name: 'Oak' }] });
    const { appClientId: _, appSecret1: __, ...own } = credentials.account as Record<string, string>;
    const all = { ...own, org2ClientId: oak.clientId, org2Secret1: secrets.second ?? oak.clientSecret };
    runtime = await startRuntime({
      clock: service.clock,
      flow: flowAround({ type: 'meter-read', account: 'account' }, account),
      credentials: { account: secrets.first === undefined ? all : { ...all, orgSecret1: secrets.first } },
    });
    server = await serveAdmin(runtime.admin);
  }
  afterEach(async () => {
    await server.close();
    await runtime.stop();
    await service.close();
  });

  async function get(path: string) {
    const { status, json } = await turned(service.clock, server.send('GET', `breakerflow/${path}`));
    assert.equal(status, 200, JSON.stringify(json));
    return json as {
      readonly devices: readonly { readonly id: string }[];
      readonly locations: readonly unknown[];
      readonly unread?: readonly string[];
    };
  }
  const site = 'accounts/account/site?search=&hardware=';
  const tree = 'accounts/account/tree';

  it('are those of the other, with a sentence that names the one that is missing and why', async () => {
    await start({ second: 'wrong' });
    for (const path of [site, tree]) {
      const { devices, locations, unread } = await get(path);
      assert.deepEqual([devices.length, locations.length, unread?.length], [14, 4, 1]);
      assert.match(unread?.[0] ?? '', /^Oak could not be read, and what is listed is not complete: .*refuse/);
    }
  });

  it('call the first one the first organization', async () => {
    await start({ first: 'wrong' });
    const { devices, unread } = await get(site);
    assert.equal(devices.length, 3);
    assert.match(unread?.[0] ?? '', /^the first organization could not be read/);
  });

  it('say nothing of it where both are read', async () => {
    await start({});
    const { devices, unread } = await get(site);
    assert.deepEqual([devices.length, unread], [17, undefined]);
  });

  it('are an error where neither can be read', async () => {
    await start({ first: 'wrong', second: 'wrong' });
    const { status } = await turned(service.clock, server.send('GET', `breakerflow/${tree}`));
    assert.notEqual(status, 200);
  });
});

describe('the version of a tree of which an organization is missing', () => {
  let isUnread = true;
  const list = async (_: AbortSignal | undefined, onUnread: OnUnread) => {
    if (isUnread) onUnread([{ organization: { key: 'oak', name: 'Oak' }, error: new Error('refused') as never }]);
    return [];
  };
  const account = {
    circuits: { now: () => createCircuitDirectory([]) },
    client: async () => ({ organizations: [{ key: 'maple', name: 'organization 1' }] }),
    directory: async () => ({ devices: list, locations: list }),
  } as unknown as Account;
  const read = (language: string) => readTree(account, (key, params = {}) => `${language} ${key} ${params.name}`);

  it('is the same in every language, and another one once it is read', async () => {
    isUnread = true;
    const [english, german] = [await read('en'), await read('de')];
    assert.deepEqual([english.unread, german.unread], [['en site.unread Oak'], ['de site.unread Oak']]);
    assert.equal(german.version, english.version);
    isUnread = false;
    assert.notEqual((await read('en')).version, english.version);
  });
});
