import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import batchSchedule from '../../nodes/batch-schedule/batch-schedule';
import type { MadeByGone } from '../../src/admin-api';
import { type AdminServer, serveAdmin } from '../support/admin-server';
import { type FlowNode, helper } from '../support/node-red-test-helper';
import { publicUrl, type Receiving, startDeliveringService, startReceiving } from '../support/receiving';
import { withTexts } from '../support/runtime';
import { settled, turned } from '../support/turn-clock';

type Change = Readonly<Record<string, unknown>> | null;
const all = { streams: 1, webhooks: 1, batches: 1 };
const none = { streams: 0, webhooks: 0, batches: 0 };
const deletions = { n: null, hook: null, batch: null };

describe('what nodes have made at the service', () => {
  let red: Receiving;
  let admin: AdminServer;
  beforeEach(async () => {
    const service = await startDeliveringService();
    const rack = service.device('Office server rack');
    const place = { z: 'tab', x: 1, y: 1, wires: [], account: 'account' };
    const hook = { ...place, id: 'hook', type: 'webhook-in', endpoint: 'endpoint', register: true };
    const batch = {
      ...place,
      id: 'batch',
      type: 'batch-schedule',
      name: 'Night',
      action: 'declare',
      schedule: 'cron',
      cron: '0 22 * * *',
      timeZone: 'America/Chicago',
      target: 'devices',
      devices: [rack],
      command: 'open',
    };
    red = await startReceiving({
      service,
      node: { type: 'stream-receiver', register: true, devices: [rack] },
      more: [hook, batch] as unknown as FlowNode[],
      registrations: [withTexts(batchSchedule)],
    });
    admin = await serveAdmin(red.red.admin);
    await settledFor(6_000);
    assert.deepEqual(await left(), all);
  });
  afterEach(async () => {
    red.service.simulator.controls.faults.clear();
    await admin.close();
    await red.stop();
  });

  /** Turns the clock so far, with all that the service is asked meanwhile. */
  async function settledFor(ms: number): Promise<void> {
    const { clock } = red.service;
    for (let passed = 0; passed < ms; passed += 1_000) {
      await settled();
      await clock.advance(1_000);
    }
    await settled();
  }
  async function left() {
    const client = red.service.client();
    const list = async (id: 'streams.list' | 'deviceWebhooks.list') =>
      (await turned(red.service.clock, client.call(id, {}))).data.length;
    const { data: listed } = await turned(red.service.clock, client.call('batchCommands.list', {}));
    let batches = 0;
    for (const { id } of listed) {
      const { data } = await turned(red.service.clock, client.call('batchCommands.devices', { path: { id } }));
      if (data.some(({ status }) => status !== 'updated' && status !== 'cancelled')) batches += 1;
    }
    return { streams: await list('streams.list'), webhooks: await list('deviceWebhooks.list'), batches };
  }
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const request = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const answer = await turned(red.service.clock, admin.send(method, `breakerflow/${path}`, request));
    return JSON.parse(answer.text) as { made: MadeByGone[]; why?: string };
  };
  const listed = async () => (await ask('GET', 'made')).made;
  async function deploy(changes: Readonly<Record<string, Change>>, type?: 'full' | 'nodes' | 'flows') {
    let isDone = false;
    const deploying = red.red.deploy(red.flow(changes), type).finally(() => {
      isDone = true;
    });
    // An account that is held lets its deploy wait a moment.
    for (let seconds = 0; seconds < 10; seconds += 1) {
      await settled(1, () => isDone);
      if (!isDone) await red.service.clock.advance(1_000);
    }
    await deploying;
    await settledFor(3_000);
  }
  const userDir = () => String((helper as unknown as { _settings: { userDir: string } })._settings.userDir);

  describe('is taken back', () => {
    for (const type of ['full', 'nodes', 'flows'] as const)
      it(`when the nodes are deleted, by a deploy of "${type}"`, async () => {
        await deploy(deletions, type);
        assert.deepEqual(await left(), none);
        assert.deepEqual(await listed(), []);
      });

    for (const type of ['full', 'nodes', 'flows'] as const)
      it(`when their account goes in the same deploy of "${type}"`, async () => {
        await deploy({ ...deletions, account: null, endpoint: null }, type);
        assert.deepEqual(await left(), none);
      });

    it('when their tab is deleted with everything on it', async () => {
      await red.deploy([]);
      await settledFor(3_000);
      assert.deepEqual(await left(), none);
    });

    it('also by an account that is not armed', async () => {
      await deploy({ account: { armed: false } });
      await deploy({ ...deletions, account: { armed: false } });
      assert.deepEqual(await left(), none);
    });

    it('when a disabled node is deleted', async () => {
      await deploy({ n: { d: true }, hook: { d: true }, batch: { d: true } });
      assert.deepEqual(await left(), all);
      await deploy(deletions);
      assert.deepEqual(await left(), none);
    });

    it('when the instance of their subflow is deleted, of which Node-RED tells them nothing', async () => {
      const template = red
        .flow()
        .map((node) => (['n', 'hook', 'batch'].includes(node.id) ? { ...node, z: 'sub' } : node));
      const sub = { id: 'sub', type: 'subflow', name: 'Inside', in: [], out: [] } as unknown as FlowNode;
      const instance = { id: 'one', type: 'subflow:sub', z: 'tab', x: 1, y: 1, wires: [] } as unknown as FlowNode;
      await red.deploy([...template, sub, instance]);
      await settledFor(8_000);
      assert.deepEqual(await left(), all);
      await red.deploy([...template, sub]);
      await settledFor(3_000);
      assert.deepEqual(await left(), none);
    });

    it('where a node wants another thing than before: the former one goes', async () => {
      await deploy({ hook: { route: '/moved' }, batch: { cron: '30 22 * * *' }, n: { route: '/other' } });
      await settledFor(6_000);
      assert.deepEqual(await left(), all);
      await deploy({ hook: null, n: null, batch: { action: 'list' } });
      assert.deepEqual(await left(), none);
    });
  });

  it('follows its node to another account of the same owner, and is neither lost nor doubled', async () => {
    const account = red.flow().find(({ id }) => id === 'account');
    const { apiKey, application, organization } = red.service.simulator.credentials;
    const same = {
      apiKey,
      appClientId: application.clientId,
      appSecret1: application.clientSecret,
      orgClientId: organization.clientId,
      orgSecret1: organization.clientSecret,
    };
    const other = { account: 'other' };
    const flows = [...red.flow({ n: other, hook: other, batch: other }), { ...account, id: 'other' } as FlowNode];
    const started = new Promise((resolve) => helper._events.once('flows:started', resolve));
    await helper._redNodes.setFlows(flows, { account: same, other: same }, 'full');
    await started;
    await settledFor(8_000);
    assert.deepEqual(await left(), all);
    assert.deepEqual(await listed(), []);
  });

  describe('stays', () => {
    const cases: [what: string, changes: Readonly<Record<string, Change>>, type?: 'full' | 'nodes'][] = [
      ['a full deploy', {}, 'full'],
      ['a deploy of changed nodes', { n: { name: 'a' }, hook: { name: 'a' }, batch: { changed: 1 } }, 'nodes'],
      ['their nodes are disabled', { n: { d: true }, hook: { d: true }, batch: { d: true } }],
      ['their tab is disabled', { tab: { disabled: true } }],
      ['their account is disabled', { account: { d: true } }],
      ['only their account is deleted', { account: null }],
    ];
    for (const [what, changes, type] of cases)
      it(`after ${what}`, async () => {
        const before = ['streams.create', 'batchCommands.create', 'deviceWebhooks.create'] as const;
        const made = () => before.map((operation) => red.service.requests(operation).length);
        const count = made();
        await deploy(changes, type);
        assert.deepEqual(await left(), all);
        assert.deepEqual(made(), count);
      });

    it('where the nodes are told to leave it', async () => {
      const keep = { removeWithNode: false };
      await deploy({ n: keep, hook: keep, batch: keep });
      await deploy({ ...deletions, account: null });
      assert.deepEqual(await left(), all);
      assert.deepEqual(await listed(), []);
    });
  });

  describe('that could not be taken back', () => {
    const refuse = () => {
      for (const operation of ['streams.delete', 'batchCommands.cancel', 'deviceWebhooks.delete'] as const)
        red.service.simulator.controls.faults.inject({ kind: 'error', status: 400, match: { operation } });
    };
    const settle = () => red.service.simulator.controls.faults.clear();

    it('is tried again until it is', async () => {
      refuse();
      await deploy(deletions);
      assert.deepEqual(await left(), all);
      settle();
      await settledFor(30_000);
      assert.deepEqual(await left(), none);
      assert.deepEqual(await listed(), []);
    });

    it('is tried for as long as an account that was deleted with it can be reached', async () => {
      refuse();
      await deploy({ ...deletions, account: null });
      settle();
      await settledFor(20_000);
      assert.deepEqual(await left(), none);
    });

    it('stands in the file without secrets, and in a list with why, what and since when', async () => {
      refuse();
      await deploy({ ...deletions, account: null });
      await settledFor(60_000);
      const found = await listed();
      assert.deepEqual(found.map(({ kind, why }) => [kind, why]).sort(), [
        ['schedules', 'failed'],
        ['stream', 'failed'],
        ['webhook', 'failed'],
      ]);
      const schedules = found.find(({ kind }) => kind === 'schedules');
      assert.deepEqual(
        [schedules?.nodeName, schedules?.service],
        ['Night', new URL(red.service.settings.baseUrl).origin],
      );
      assert.match(schedules?.failure ?? '', /no account/);
      assert.equal(found.find(({ kind }) => kind === 'webhook')?.what.startsWith(publicUrl), true);
      const file = readFileSync(`${userDir()}/breakerflow-made.json`, 'utf8');
      const { application, organization, apiKey } = red.service.simulator.credentials;
      for (const secret of [apiKey, application.clientSecret, organization.clientSecret, organization.clientId])
        assert.equal(file.includes(secret), false);
    });

    it('is taken back by an account of the same owner that comes later, and not by one of another', async () => {
      refuse();
      await deploy({ ...deletions, account: null });
      await settledFor(60_000);
      settle();
      const former = red.flow().find(({ id }) => id === 'account');
      const later = { ...former, id: 'later' } as FlowNode;
      const { apiKey, application, organization } = red.service.simulator.credentials;
      const credentials = (clientId: string) => ({
        apiKey,
        appClientId: application.clientId,
        appSecret1: application.clientSecret,
        orgClientId: clientId,
        orgSecret1: organization.clientSecret,
      });
      const flows = [...red.flow({ ...deletions, account: null }), later];
      const use = async (clientId: string) => {
        const started = new Promise((resolve) => helper._events.once('flows:started', resolve));
        await helper._redNodes.setFlows(flows, { later: credentials(clientId) }, 'full');
        await started;
        await settledFor(3_000);
      };
      await use('somebody-else');
      assert.deepEqual(await left(), all);
      await use(organization.clientId);
      assert.deepEqual(await left(), none);
    });

    it('is tried again when the user asks for it', async () => {
      refuse();
      await deploy(deletions);
      const [first] = await listed();
      assert.notEqual((await ask('POST', 'made/take-back', { id: first?.id })).why, undefined);
      settle();
      for (const { id } of await listed()) assert.equal((await ask('POST', 'made/take-back', { id })).why, undefined);
      assert.deepEqual(await listed(), []);
      assert.deepEqual(await left(), none);
    });

    it('is forgotten when the user gives it up, and what a node still has is not', async () => {
      refuse();
      await deploy({ hook: null });
      const [webhook, ...more] = await listed();
      assert.deepEqual(more, []);
      await ask('POST', 'made/give-up', { id: webhook?.id });
      assert.deepEqual(await listed(), []);
      settle();
      await settledFor(60_000);
      assert.deepEqual(await left(), all);
      const { made } = JSON.parse(readFileSync(`${userDir()}/breakerflow-made.json`, 'utf8'));
      assert.equal(Object.keys(made).length, 2);
      for (const id of Object.keys(made)) assert.notEqual((await ask('POST', 'made/give-up', { id })).made?.length, 0);
    });

    it('belongs to its node again when that is deployed again', async () => {
      refuse();
      await deploy(deletions);
      settle();
      await red.deploy(red.flow());
      await settledFor(10_000);
      assert.deepEqual(await left(), all);
      assert.deepEqual(await listed(), []);
    });
  });

  it('is not judged by the flows of another project or file', async () => {
    const settings = (helper as unknown as { _settings: { flowFile?: string } })._settings;
    settings.flowFile = 'others.json';
    await red.deploy([]);
    await settledFor(3_000);
    assert.deepEqual(await left(), all);
    delete settings.flowFile;
  });

  it('is kept track of without a directory that can be written: the badge is yellow', async () => {
    rmSync(userDir(), { recursive: true });
    writeFileSync(userDir(), '');
    await deploy({ n: { name: 'again' }, hook: { route: '/moved' } }, 'nodes');
    await settledFor(3_000);
    assert.equal(
      red.red.statuses.some(({ fill, text }) => fill === 'yellow' && text === '1, not remembered'),
      true,
    );
    rmSync(userDir());
    await deploy({ ...deletions, account: null });
    assert.deepEqual(await left(), none);
  });
});
