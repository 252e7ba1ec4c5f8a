import assert from 'node:assert/strict';
import type { GridOperator } from '../../src/admin-api';
import type { Account } from '../../src/runtime';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { flowAround } from '../support/runtime';
import { turned } from '../support/turn-clock';

type Action = 'claim' | 'begin' | 'end';

describe('the grid operator of a simulated site, from the sidebar', () => {
  let side: AdminSide;
  let sites = 0;
  beforeEach(async () => {
    sites += 1;
    const house = { id: 'house', type: 'breaker-account', mode: 'simulator', site: `Shared ${sites}` };
    side = await startAdminSide({
      flow: (account) => flowAround({ type: 'meter-read', account: 'account' }, account, house),
    });
  });
  afterEach(() => side.stop());

  const send = (action: Action, body: object, account = 'house') =>
    side.ask('POST', `breakerflow/accounts/${account}/grid-operator/${action}`, { body });
  async function asked(action: Action, body: object) {
    const { status, json } = await send(action, body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  }
  const simulator = async () => (await side.ask('GET', 'breakerflow/accounts/house/simulator')).json;
  const look = async () => (await simulator()).gridOperator as GridOperator;
  const deviceOf = async (label: string) =>
    (await simulator()).devices.find((device: { label: string }) => device.label === label).id as string;
  async function newCode(label: string): Promise<string> {
    const { account } = side.runtime.node('house') as unknown as { account: Account };
    const client = await turned(side.service.clock, account.client());
    const body = { deviceId: await deviceOf(label) };
    return String((await turned(side.service.clock, client.call('shareDeviceCodes.create', { body }))).data.code);
  }

  it('claims a code, begins an event and ends it; the state tells each time', async () => {
    const heater = { id: await deviceOf('Water heater'), label: 'Water heater' };
    assert.deepEqual(await look(), { devices: [], events: [] });
    assert.deepEqual(await asked('claim', { code: await newCode('Water heater') }), { done: heater });
    assert.deepEqual((await look()).devices, [heater]);
    const { done } = await asked('begin', { devices: [heater.id], description: ' peak ', startsIn: 0, lasts: 30 });
    assert.deepEqual([done.description, done.endMs - done.startMs, done.devices], ['peak', 1_800_000, [heater]]);
    assert.deepEqual((await look()).events, [done]);
    assert.deepEqual(await asked('end', { event: done.id }), { done: [heater] });
    assert.deepEqual((await look()).events, []);
  });

  it('an event without a description and an end has neither', async () => {
    await asked('claim', { code: await newCode('Water heater') });
    const devices = [await deviceOf('Water heater')];
    const { done } = await asked('begin', { devices, description: ' ', startsIn: 0 });
    assert.deepEqual(Object.keys(done).sort(), ['devices', 'id', 'startMs', 'status']);
  });

  it('a problem is an answer with its field and reason, and changes nothing', async () => {
    const code = await newCode('Water heater');
    const devices = [await deviceOf('Water heater')];
    const event = { devices, description: '', startsIn: 0 };
    const problem = async (action: Action, body: object) => {
      const { problem: found } = await asked(action, body);
      return [found.field, found.reason, ...found.names];
    };
    assert.deepEqual(await problem('claim', {}), ['code', 'codeMissing']);
    assert.deepEqual(await problem('claim', { code: 'x'.repeat(10_000) }), ['code', 'codeUnknown']);
    assert.deepEqual(await problem('begin', event), ['devices', 'nothingShared']);
    await asked('claim', { code });
    assert.deepEqual(await problem('claim', { code }), ['code', 'codeClaimed']);
    assert.deepEqual(await problem('begin', { ...event, devices: [] }), ['devices', 'noneChosen']);
    // What a browser makes of a field without a number.
    assert.deepEqual(await problem('begin', { ...event, startsIn: null }), ['startsIn', 'startsIn']);
    assert.deepEqual(await problem('begin', { ...event, lasts: null }), ['lasts', 'lasts']);
    assert.deepEqual(await problem('end', { event: 'none' }), ['event', 'noEvent']);
    assert.deepEqual((await look()).events, []);
    await asked('begin', event);
    assert.deepEqual(await problem('begin', event), ['devices', 'inEvent', 'Water heater']);
    assert.equal((await look()).events.length, 1);
  });

  it('devices that are no list of ids are refused with one clear error', async () => {
    for (const devices of [undefined, 'x', [1]]) {
      const { status, json } = await send('begin', { devices, description: '', startsIn: 0 });
      assert.equal(status, 400);
      assert.match(json.error.message, /./);
    }
  });

  it('is none where the account has no simulator of its own: 404, and nothing is sent', async () => {
    for (const action of ['claim', 'begin', 'end'] as const)
      assert.equal((await send(action, { code: 'A', devices: [], event: '' }, 'account')).status, 404, action);
    assert.equal(side.service.requests().length, 0);
  });
});
