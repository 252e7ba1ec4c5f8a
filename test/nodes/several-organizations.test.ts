import assert from 'node:assert/strict';
import { createBatchOperator } from '../../src/control';
import { type Declared, removeBatches } from '../../src/runtime/made';
import { addressId, handle } from '../control/batch-site';
import { usualSafety } from '../control/operated-site';
import type { Credentials, FlowNode } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned, turnUntil } from '../support/turn-clock';

describe('spec 1.2: an account with two organizations in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let oak: { readonly clientId: string; readonly clientSecret: string };

  beforeEach(async () => {
    service = await startService();
    oak = service.simulator.controls.secondHouse();
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  function twoHouses(secret = oak.clientSecret): { account: FlowNode; credentials: Credentials } {
    const { account, credentials } = serviceAccount(service, { organizations: [{ slot: 2, name: 'Oak' }] });
    const further = { org2ClientId: oak.clientId, org2Secret1: secret };
    return { account, credentials: { account: { ...credentials.account, ...further } } };
  }

  const control = (label: string, settings: object = {}) => ({
    type: 'breaker-control',
    account: 'account',
    target: 'devices',
    devices: [service.device(label)],
    action: 'value',
    command: 'payload',
    commandType: 'msg',
    ...settings,
  });

  async function start(
    node: Readonly<Record<string, unknown>>,
    accounts: ReturnType<typeof twoHouses>,
    ...others: FlowNode[]
  ) {
    const { account, credentials } = accounts;
    const flow = flowAround(node, account, ...others);
    runtime = await startRuntime({ clock: service.clock, flow, credentials });
    return runtime;
  }

  const outcome = (red: Runtime) => (red.outputs.at(-1)?.payload as { outcome?: string } | undefined)?.outcome;

  it('a breaker of the second is operated and read back', async () => {
    const red = await start(control('Oak outlets'), twoHouses());
    await red.run({ payload: 'open' });
    assert.deepEqual([outcome(red), service.position(service.device('Oak outlets'))], ['confirmed', 'open']);
  });

  it('with a wrong secret of the second, its breaker is refused with the name of the organization; those of the first work', async () => {
    const red = await start(control('Oak outlets'), twoHouses('wrong'));
    await red.run({ payload: 'open' });
    assert.equal(red.caught[0]?.error.code, 'AUTH_FAILED');
    assert.match(red.caught[0]?.error.message ?? '', /"Oak"/);
    assert.deepEqual(service.commands(), []);
    const { account } = twoHouses('wrong');
    await red.deploy(flowAround(control('Kitchen outlets'), account));
    await red.run({ payload: 'open' });
    assert.equal(outcome(red), 'confirmed');
  });

  it('all breakers of a location of the second are found and operated', async () => {
    const { locations } = service.simulator.snapshot();
    const panel = locations.find(({ details }) => details.name === 'Oak panel');
    const red = await start(control('Oak outlets', { target: 'location', location: panel?.id ?? '' }), twoHouses());
    await red.run({ payload: 'open' });
    const open = ['Oak outlets', 'Oak water heater'].map((label) => service.position(service.device(label)));
    assert.deepEqual([red.caught.map(({ error }) => error.message), open], [[], ['open', 'open']]);
  });

  it('two accounts that share an organization operate one device, at one pace', async () => {
    const { account, credentials } = twoHouses();
    const other = { ...account, id: 'other', organizations: [] };
    const shared = { ...credentials.account, orgClientId: oak.clientId, orgSecret1: oak.clientSecret };
    const n2 = {
      ...control('Oak outlets', { account: 'other' }),
      id: 'n2',
      z: 'tab',
      x: 1,
      y: 1,
      wires: [['outputs']],
    };
    const all = { account, credentials: { ...credentials, other: shared } };
    const red = await start(control('Oak outlets'), all as never, other, n2 as never);
    await red.run({ payload: 'open' });
    red.give({ payload: { command: 'close', reason: 'test' }, confirm: true }, 'n2');
    await turnUntil(service.clock, () => red.outputs.length + red.caught.length >= 2);
    const [first = 0, second = 0, ...more] = service.taken().map(({ at }) => at);
    assert.equal(more.length, 0);
    assert.equal(
      second === 0 ? red.caught[0]?.error.code : second - first >= 10_000,
      second === 0 ? 'RATE_LIMITED_LOCALLY' : true,
    );
  });

  it('a stored account of an earlier version, without further organizations, asks nothing more than before', async () => {
    const red = await start(control('Kitchen outlets'), serviceAccount(service) as never);
    await red.run({ payload: 'open' });
    assert.equal(outcome(red), 'confirmed');
    assert.deepEqual(service.requests('devices.list'), []);
    assert.equal(service.requests('token.create').length, 1);
  });

  it('a batch of an organization that a deploy has taken from the account is kept in mind, not taken for gone', async () => {
    const { clientId, clientSecret } = oak;
    const further = { organizations: [{ clientId, secret1: clientSecret, name: 'Oak' }] };
    const both = createBatchOperator(service.client(further), service.clock, usualSafety);
    const panel = service.simulator.snapshot().locations.find(({ details }) => details.name === 'Oak panel');
    const order = {
      locationId: panel?.id ?? '',
      deviceIds: [service.device('Oak outlets')],
      path: handle,
      body: { command: 'open', reason: 'test' },
      cronSchedule: '0 3 * * *',
    };
    const { id = '', organization } = await turned(service.clock, both.send(order as never));
    assert.equal(organization?.name, 'Oak');
    assert.notEqual(panel?.id, addressId);
    const declared: Declared = {
      made: { [id]: 'print' },
      pending: {},
      shared: {},
      ...(organization === undefined ? {} : { madeBy: { [id]: organization } }),
    };
    const without = createBatchOperator(service.client(), service.clock, usualSafety);
    const removal = await turned(service.clock, removeBatches({ operator: without, declarations: {} }, declared, [id]));
    assert.match(removal.notRemoved[0]?.why ?? '', /no organization "Oak"/);
    assert.deepEqual(declared.made, { [id]: 'print' });
    const again = await turned(service.clock, removeBatches({ operator: both, declarations: {} }, declared, [id]));
    assert.deepEqual([again.removed.length, declared.made, declared.madeBy], [1, {}, {}]);
  });
});
