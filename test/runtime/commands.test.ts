import assert from 'node:assert/strict';
import type { CommandList } from '../../src/admin-api';
import type { Account } from '../../src/runtime';
import { adminAuth } from '../support/admin-server';
import { type AdminSide, startAdminSide } from '../support/admin-side';

describe('the record of commands in the sidebar', () => {
  let side: AdminSide;
  afterEach(() => side.stop());

  const account = () => (side.runtime.node('account') as unknown as { readonly account: Account }).account;
  async function list(search = '', after = ''): Promise<CommandList> {
    const query = `search=${encodeURIComponent(search)}&after=${after}`;
    const { status, json } = await side.ask('GET', `breakerflow/accounts/account/commands?${query}`);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  }
  interface Recorded {
    readonly label?: string;
    readonly command?: 'open' | 'close';
    readonly reason?: string;
    readonly user?: string;
    readonly node?: string;
    readonly end?: { readonly outcome?: string; readonly error?: string };
    readonly sent?: boolean;
    readonly service?: string;
  }
  function add({
    label = 'Kitchen oven',
    command = 'open',
    reason = '',
    user,
    node,
    end,
    sent = true,
    service,
  }: Recorded) {
    const { record, service: own } = account().context;
    const entry = record.begin({
      service: service ?? own,
      deviceId: side.service.device(label),
      operation: 'remoteHandle.setPosition',
      command,
      reason,
      askedBy: {
        ...(user === undefined ? {} : { user }),
        ...(node === undefined ? {} : { nodeId: 'n', nodeName: node }),
      },
    });
    if (sent) entry.sent();
    if (end !== undefined) entry.end(end);
  }

  it('the newest first, with who, why, for which device, how it ended and when', async () => {
    side = await startAdminSide();
    add({ node: 'Heater off', reason: 'Peak', end: { outcome: 'confirmed' } });
    add({ command: 'close', user: 'anna', end: { error: 'LOCKED_OUT' }, sent: false });
    const { commands, more } = await list();
    assert.equal(more, false);
    assert.deepEqual(
      commands.map(({ what, devices, user, node, reason, outcome, ending, sentAt }) => ({
        what,
        device: devices[0]?.name.split(' ')[0],
        who: user ?? node?.name,
        reason,
        outcome,
        ending,
        wasSent: sentAt !== undefined,
      })),
      [
        {
          what: 'close',
          device: 'oven',
          who: 'anna',
          reason: '',
          outcome: 'Locked open',
          ending: 'notDone',
          wasSent: false,
        },
        {
          what: 'open',
          device: 'oven',
          who: 'Heater off',
          reason: 'Peak',
          outcome: 'done',
          ending: 'done',
          wasSent: true,
        },
      ],
    );
  });

  it('every word of a search is found in device, node, person, reason or outcome', async () => {
    side = await startAdminSide();
    add({ label: 'Kitchen oven', node: 'Heater off', end: { outcome: 'confirmed' } });
    add({ label: 'Pool pump', user: 'anna', reason: 'Too hot', end: { outcome: 'unknown' } });
    add({ label: 'Kitchen outlets', node: 'Night', end: { error: 'DEVICE_OFFLINE' }, sent: false });
    const found = async (search: string) => (await list(search)).commands.map(({ devices }) => devices[0]?.name);
    const [outlets, pump, oven] = await found('');
    assert.deepEqual(await found('hearthline'), [oven]);
    assert.deepEqual(await found('HEATER off'), [oven]);
    assert.deepEqual(await found('anna hot'), [pump]);
    assert.deepEqual(await found('anna night'), []);
    assert.deepEqual(await found('device offline'), [outlets]);
    assert.deepEqual(await found(side.service.device('Pool pump').toUpperCase()), [pump]);
  });

  it('comes in pages, without one twice or left out, also while new commands come', async () => {
    side = await startAdminSide();
    for (let count = 0; count < 120; count += 1) add({ reason: `number ${count}`, end: { outcome: 'confirmed' } });
    const reasons: (string | undefined)[] = [];
    let page = await list();
    for (;;) {
      reasons.push(...page.commands.map(({ reason }) => reason));
      if (!page.more) break;
      assert.equal(page.commands.length, 50);
      add({ reason: 'newer', end: { outcome: 'confirmed' } });
      page = await list('', String(page.commands.at(-1)?.sequence));
    }
    assert.deepEqual(
      reasons,
      Array.from({ length: 120 }, (_, index) => `number ${119 - index}`),
    );
  });

  it('commands to another service are not shown', async () => {
    side = await startAdminSide();
    add({ service: 'https://other.example', end: { outcome: 'confirmed' } });
    assert.deepEqual((await list()).commands, []);
  });

  it('a service that does not answer leaves ids in place of names', async () => {
    side = await startAdminSide();
    const oven = side.service.device('Kitchen oven');
    add({ end: { outcome: 'confirmed' } });
    side.service.simulator.controls.faults.inject({ kind: 'error', status: 400 });
    const { commands } = await list();
    assert.equal(commands[0]?.devices[0]?.name, oven);
  });

  it('needs breakerflow.read, and no route changes or deletes it', async () => {
    side = await startAdminSide({ auth: () => adminAuth({ reader: 'breakerflow.read' }) });
    const path = 'breakerflow/accounts/account/commands?search=&after=';
    assert.equal((await side.ask('GET', path)).status, 401);
    const headers = { authorization: 'Bearer reader' };
    assert.equal((await side.ask('GET', path, { headers })).status, 200);
    for (const method of ['POST', 'DELETE', 'PUT'])
      assert.equal((await side.ask(method, path, { headers, body: {} })).status, 404, method);
  });
});
