import assert from 'node:assert/strict';
import { ControlProblem, GridOperatorProblem, type GridOperatorReason, type SimulatorEvent } from '../../src/simulator';
import { type RunningSimulator, startSimulator } from './running-simulator';
import { ids } from './small-state';

const minute = 60_000;

describe('spec 3, 4.9 the grid operator of a simulated site', () => {
  let running: RunningSimulator;
  let heard: SimulatorEvent[];
  beforeEach(async () => {
    running = await startSimulator();
    heard = [];
    running.simulator.controls.onEvent((event) => heard.push(event));
  });
  afterEach(() => running.simulator.close());

  const operator = () => running.simulator.controls.gridOperator;
  const problem =
    (reason: GridOperatorReason, ...names: string[]) =>
    (error: unknown) => {
      assert(error instanceof GridOperatorProblem, String(error));
      assert.deepEqual([error.reason, error.names], [reason, names]);
      for (const name of names) assert(error.message.includes(name), error.message);
      return true;
    };
  async function newCode(deviceId: string = ids.oven): Promise<string> {
    return (await running.post('/shareDeviceCodes', { deviceId })).json.data.code;
  }
  async function share(...deviceIds: string[]): Promise<void> {
    for (const deviceId of deviceIds) operator().claim(await newCode(deviceId));
  }
  const statuses = (type: 'participation-changed' | 'share-code-changed') =>
    heard.flatMap((event) => (event.type === type ? [(event.payload as { status: string }).status] : []));
  const oven = () => running.simulator.controls.devices()[0]?.remoteHandle;
  const open = () =>
    running.post(`/devices/${ids.oven}/breaker/remoteHandle/position`, { command: 'open', reason: 'test' });

  it('has nothing before a code is claimed, and looking makes no organization', async () => {
    assert.deepEqual(operator().look(), { devices: [], events: [] });
    assert.equal(running.simulator.snapshot().organizations.length, 2);
  });

  it('claims a code, in small letters and with spaces around it too: the house is told', async () => {
    const code = await newCode();
    assert.deepEqual(operator().claim(` ${code.toLowerCase()}\n`), { id: ids.oven, label: 'Oven' });
    assert.deepEqual(operator().look().devices, [{ id: ids.oven, label: 'Oven' }]);
    const { data } = (await running.get(`/shareDeviceCodes/${code}`)).json;
    assert.deepEqual([data.status, data.claimingOrganizationName], ['claimed', 'Grid operator']);
    assert.deepEqual(statuses('share-code-changed'), ['claimed']);
  });

  it('shares a device for the house and claims it, once', () => {
    const oven = { id: ids.oven, label: 'Oven' };
    assert.deepEqual([operator().share(ids.oven), operator().share(ids.oven)], [oven, oven]);
    assert.deepEqual(operator().look().devices, [oven]);
    assert.deepEqual(statuses('share-code-changed'), ['claimed']);
    assert.throws(() => operator().share('nobody'), ControlProblem);
  });

  it('an event holds the device until it is ended: a stored command is carried out then', async () => {
    await share(ids.oven);
    const event = operator().begin({ description: 'evening peak' });
    assert.deepEqual(event, {
      id: event.id,
      description: 'evening peak',
      status: 'active',
      startMs: running.clock.now(),
      devices: [{ id: ids.oven, label: 'Oven' }],
    });
    await open();
    assert.equal(oven(), 'closed');
    assert.deepEqual(operator().end(event.id), [{ id: ids.oven, label: 'Oven' }]);
    assert.equal(oven(), 'open');
    assert.deepEqual(statuses('participation-changed'), ['participating', 'removed']);
    assert.deepEqual(operator().look().events, []);
    assert.equal(running.simulator.snapshot().overrideEvents[0]?.status, 'cancelled');
  });

  it('an event begins later and ends by itself, as its minutes say', async () => {
    await share(ids.oven);
    const { startMs, endMs, status } = operator().begin({ startsIn: 10, lasts: 30 });
    assert.deepEqual(
      [startMs - running.clock.now(), (endMs ?? 0) - startMs, status],
      [10 * minute, 30 * minute, 'scheduled'],
    );
    await running.clock.advance(10 * minute);
    assert.equal(operator().look().events[0]?.status, 'active');
    await running.clock.advance(30 * minute);
    assert.deepEqual(operator().look().events, []);
  });

  it('an event that every device has left can be ended', async () => {
    await share(ids.oven);
    const event = operator().begin();
    const [shared] = (await running.get('/sharedDevices')).json.data;
    await running.post(`/sharedDeviceOverrideEvents/${event.id}/sharedDeviceOptouts`, { sharedDeviceIds: [shared.id] });
    assert.deepEqual(operator().look().events[0]?.devices, []);
    assert.deepEqual(operator().end(event.id), []);
    assert.deepEqual(operator().look().events, []);
  });

  it('without an id, all its events end; without devices, an event takes all that are shared', async () => {
    await share(ids.oven, ids.lights);
    operator().begin({ devices: [ids.oven] });
    operator().begin({ devices: [ids.lights] });
    assert.deepEqual(
      operator()
        .end()
        .map(({ label }) => label),
      ['Oven', 'Lights'],
    );
    assert.equal(operator().begin().devices.length, 2);
  });

  it('is the organization of the accounts that act as it', async () => {
    await share(ids.oven);
    assert.equal(operator().credentials().id, running.simulator.controls.organization('Grid operator').id);
    assert.equal(running.simulator.snapshot().organizations.length, 3);
  });

  describe('tells why it cannot claim', () => {
    it('no code, and one that nobody made', () => {
      assert.throws(() => operator().claim('  '), problem('codeMissing'));
      assert.throws(() => operator().claim('NOBODY'), problem('codeUnknown'));
    });

    it('a code that is claimed, taken back or given back', async () => {
      const codes = [await newCode(), await newCode(), await newCode()] as const;
      for (const code of codes.slice(0, 2)) operator().claim(code);
      assert.throws(() => operator().claim(codes[0]), problem('codeClaimed'));
      const { clientId, clientSecret } = operator().credentials();
      const headers = { 'Em-Api-Subscription-Key': 'test-api-key' };
      const { json } = await running.raw('POST', '/serviceAccount/authToken', {
        headers,
        body: { clientId, clientSecret },
      });
      await running.raw('POST', `/shareDeviceCodes/${codes[1]}/relinquishment`, {
        headers: { ...headers, Authorization: `Bearer ${json.data.token}` },
      });
      assert.throws(() => operator().claim(codes[1]), problem('codeRelinquished'));
      await running.post(`/shareDeviceCodes/${codes[2]}/revocation`);
      assert.throws(() => operator().claim(codes[2]), problem('codeRevoked'));
    });

    it('an application that is full of organizations', async () => {
      const code = await newCode();
      for (let count = 0; ; count += 1)
        try {
          running.simulator.controls.organization(`Party ${count}`);
        } catch (error) {
          assert(error instanceof ControlProblem);
          break;
        }
      assert.throws(() => operator().claim(code), problem('organizationsFull'));
      assert.equal((await running.get(`/shareDeviceCodes/${code}`)).json.data.status, 'active');
    });
  });

  describe('tells why no event begins, and makes none', () => {
    const none = () => assert.deepEqual(running.simulator.snapshot().overrideEvents, []);

    it('nothing is shared', () => {
      assert.throws(() => operator().begin(), problem('nothingShared'));
      none();
    });

    it('no device chosen, and one that is not shared any more', async () => {
      await share(ids.oven);
      assert.throws(() => operator().begin({ devices: [] }), problem('noneChosen'));
      assert.throws(() => operator().begin({ devices: [ids.oven, ids.lights] }), problem('notShared'));
      none();
    });

    for (const [field, values] of [
      ['startsIn', [-1, 0.5, 10_081, Number.NaN]],
      ['lasts', [0, 1.5, 10_081, Number.NaN]],
    ] as const)
      it(`${field} beyond its bounds, or no whole number`, async () => {
        await share(ids.oven);
        for (const value of values) assert.throws(() => operator().begin({ [field]: value }), problem(field));
        none();
      });

    it('a device takes part in an event already, active or to come', async () => {
      await share(ids.oven, ids.lights);
      operator().begin({ devices: [ids.oven], startsIn: 5 });
      assert.throws(() => operator().begin(), problem('inEvent', 'Oven'));
      assert.equal(operator().look().events.length, 1);
      assert.equal(operator().begin({ devices: [ids.lights] }).devices[0]?.label, 'Lights');
    });
  });

  it('tells that there is no event to end, or that it has ended', async () => {
    assert.throws(() => operator().end(), problem('noEvent'));
    await share(ids.oven);
    const { id } = operator().begin({ lasts: 1 });
    assert.throws(() => operator().end('another'), problem('noEvent'));
    await running.clock.advance(minute);
    assert.throws(() => operator().end(id), problem('noEvent'));
  });

  it('a device whose share the house has taken back is held no longer', async () => {
    const code = await newCode();
    operator().claim(code);
    operator().begin();
    await running.post(`/shareDeviceCodes/${code}/revocation`);
    assert.deepEqual(operator().look().devices, []);
    assert.deepEqual(operator().look().events[0]?.devices, []);
  });

  it('a device that is configured for OCPP cannot be shared', async () => {
    const code = await newCode(ids.charger);
    const { json } = await running.call('application', 'POST', '/ocppCentralSystems', {
      body: { websocketBaseUrl: 'wss://ocpp.example' },
    });
    const body = { ocppCentralSystemId: json.data.id, deviceId: ids.charger };
    assert((await running.call('application', 'POST', '/ocppChargePoints', { body })).status < 300);
    assert.throws(() => operator().claim(code), problem('deviceOcpp', 'Charger'));
  });
});
