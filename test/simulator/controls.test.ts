import assert from 'node:assert/strict';
import { createAcceleratedClock, createManualClock } from '../../src/clock';
import { ControlProblem, createSimulator, type SimulatorEvent } from '../../src/simulator';
import { createIdentifiers } from '../../src/simulator/identifiers';
import { type RunningSimulator, startSimulator } from './running-simulator';
import { ids, smallState } from './small-state';

function problem(status: number) {
  return (error: unknown) => error instanceof ControlProblem && error.status === status;
}

describe('the controls of the simulator', () => {
  let running: RunningSimulator;
  let heard: SimulatorEvent[];
  beforeEach(async () => {
    running = await startSimulator();
    heard = [];
    running.simulator.controls.onEvent((event) => heard.push(event));
  });
  afterEach(() => running.simulator.close());

  const panel = (id: string) => {
    const device = running.simulator.controls.devices().find((known) => known.id === id);
    assert.ok(device);
    return device;
  };

  it('list the devices with their labels and what they measure', () => {
    assert.deepEqual(
      running.simulator.controls.devices().map(({ label }) => label),
      ['Oven', 'Lights', 'Charger', 'Breaker'],
    );
    const { electrical, load, pluggedIn } = panel(ids.oven);
    assert.equal(load, 'oven');
    assert.equal(pluggedIn, false);
    assert.ok(Number.isFinite(electrical.powerW));
  });

  it('a device goes offline and comes back', () => {
    running.simulator.controls.setOnline(ids.oven, false);
    assert.equal(panel(ids.oven).online, false);
    running.simulator.controls.setOnline(ids.oven, true);
    assert.equal(panel(ids.oven).online, true);
    assert.equal(running.simulator.snapshot().devices[0]?.offlineSince, undefined);
  });

  it('a device that comes back online carries out the command that waited', async () => {
    const initialState = smallState(running.clock.now());
    const oven = initialState.devices.find(({ id }) => id === ids.oven);
    assert.ok(oven);
    oven.online = false;
    oven.storedCommand = { command: 'open', reason: 'test' };
    const other = await startSimulator({ initialState });
    try {
      other.simulator.controls.setOnline(ids.oven, true);
      const after = other.simulator.snapshot().devices.find(({ id }) => id === ids.oven);
      assert.equal(after?.remoteHandle, 'open');
      assert.equal(after?.storedCommand, undefined);
    } finally {
      await other.simulator.close();
    }
  });

  it('the main handle moves by hand, with history and an event', async () => {
    running.simulator.controls.moveMainHandle(ids.oven, 'open');
    assert.equal(panel(ids.oven).mainHandle, 'open');
    assert.equal(panel(ids.oven).remoteHandle, 'closed');
    const at = running.clock.now();
    assert.deepEqual(heard, [
      { type: 'handle-changed', deviceId: ids.oven, handle: 'main', position: 'open', source: 'manual', at },
    ]);
    running.simulator.controls.moveMainHandle(ids.oven, 'open');
    assert.equal(heard.length, 1);
  });

  it('a trip records why and opens the main handle', async () => {
    running.simulator.controls.tripBreaker(ids.oven);
    assert.deepEqual(
      heard.map(({ type }) => type),
      ['waveform-captured', 'handle-changed'],
    );
    assert.equal(panel(ids.oven).electrical.currentA, 0);
    assert.deepEqual((await running.get(`/devices/${ids.oven}/waveforms`)).json.data[0].triggers, [
      'Phase 0 Overcurrent',
    ]);
  });

  it('a car is plugged in and out', async () => {
    const { controls } = running.simulator;
    const session = controls.plugInCar(ids.charger, { neededWh: 10_000, carMaxA: 16 });
    assert.equal(panel(ids.charger).pluggedIn, true);
    await running.clock.advance(600_000);
    assert.ok(panel(ids.charger).electrical.currentA > 10);
    assert.throws(() => controls.plugInCar(ids.charger, { neededWh: 1, carMaxA: 16 }), problem(409));
    controls.unplugCar(ids.charger);
    assert.equal(panel(ids.charger).electrical.currentA, 0);
    const past = running.simulator.snapshot().plugSessions.find(({ id }) => id === session);
    assert.equal(past?.stoppedAt, running.clock.now());
    assert.throws(() => controls.unplugCar(ids.charger), problem(409));
    assert.throws(() => controls.plugInCar(ids.oven, { neededWh: 1, carMaxA: 16 }), problem(400));
    assert.throws(() => controls.plugInCar(ids.charger, { neededWh: Number.NaN, carMaxA: 16 }), problem(400));
    assert.throws(() => controls.plugInCar(ids.charger, { neededWh: 1, carMaxA: 0 }), problem(400));
  });

  it('another load does not make the register jump', async () => {
    await running.clock.advance(3_600_000 - 1);
    const energy = async () =>
      (await running.get(`/devices/${ids.oven}/data/telemetry/meter/reading`)).json.data.energy;
    const before = (await energy()).deliveredWH;
    running.simulator.controls.setLoad(ids.oven, { kind: 'server-rack', ratedA: 25 });
    assert.ok(Math.abs((await energy()).deliveredWH - before) < 1);
    assert.ok(panel(ids.oven).electrical.powerW > 500);
    assert.throws(() => running.simulator.controls.setLoad(ids.oven, { ratedA: -1 }), problem(400));
  });

  it('the voltage of the grid sinks for all devices, and comes back', () => {
    const { controls } = running.simulator;
    const volts = () => controls.devices().map(({ electrical }) => Math.round(electrical.voltageAN / 12) * 12);
    controls.setSupply(80);
    assert.deepEqual(new Set(volts()), new Set([96]));
    controls.setSupply(100);
    assert.deepEqual(new Set(volts()), new Set([120]));
    for (const percent of [19, 151, Number.NaN]) assert.throws(() => controls.setSupply(percent), problem(400));
  });

  it('spec 3: a device that is commissioned is announced and answers', async () => {
    const deviceId = running.simulator.controls.commissionDevice({ hardwareType: 'ev-emcb', label: 'Second charger' });
    assert.equal(heard[0]?.type, 'device-commissioned');
    const { json } = await running.get(`/devices/${deviceId}`);
    assert.equal(json.data.hardwareType, 'ev-emcb');
    assert.equal(heard[0]?.type === 'device-commissioned' && heard[0].payload.serialNumber, json.data.serialNumber);
    assert.equal((await running.get(`/devices/${deviceId}/evse/metadata/state`)).status, 200);
    const { controls } = running.simulator;
    const { serialNumber } = json.data;
    assert.throws(() => controls.commissionDevice({ hardwareType: 'emcb', serialNumber }), problem(409));
    assert.throws(() => controls.commissionDevice({ hardwareType: 'emcb', locationId: ids.house }), problem(400));
    assert.throws(() => controls.commissionDevice({ hardwareType: 'emcb', locationId: 'nothing' }), problem(404));
  });

  it('spec 3: a pending role becomes active when its user verifies an account', async () => {
    const grant = { locationId: ids.house, roleId: ids.role, email: 'new@installer.example' };
    assert.equal((await running.post('/userRoles', grant)).json.data.status, 'pending');
    running.simulator.controls.verifyUser('new@installer.example');
    assert.equal((await running.get('/userRoles')).json.data[0].status, 'active');
    const { payload } = heard.at(-1) as SimulatorEvent & { type: 'permission-changed' };
    assert.equal(payload.permissionChangeType, 'assigned');
    assert.equal(payload.locationId, ids.house);
    assert.throws(() => running.simulator.controls.verifyUser('nobody'), problem(400));
  });

  it('spec 2.10: an invite code is accepted within its restrictions', async () => {
    const { controls } = running.simulator;
    const { code } = (
      await running.post('/inviteCodes', {
        locationId: ids.house,
        roleId: ids.role,
        restrictions: {
          userLimit: 2,
          emailDomain: 'installer.example',
          expirationDate: new Date(running.clock.now() + 60_000).toISOString(),
        },
      })
    ).json.data;
    controls.acceptInviteCode(code, 'a@installer.example');
    assert.throws(() => controls.acceptInviteCode(code, 'a@installer.example'), problem(409));
    assert.throws(() => controls.acceptInviteCode(code, 'b@other.example'), problem(409));
    assert.throws(() => controls.acceptInviteCode('nothing', 'b@installer.example'), problem(404));
    controls.acceptInviteCode(code, 'b@installer.example');
    assert.throws(() => controls.acceptInviteCode(code, 'c@installer.example'), problem(409));
    const roles = (await running.get('/userRoles')).json.data;
    assert.deepEqual(
      roles.map(({ inviteType, status }: Record<string, string>) => [inviteType, status]),
      [
        ['inviteCode', 'active'],
        ['inviteCode', 'active'],
      ],
    );
    await running.clock.advance(60_000);
    await running.post('/userRoles', { locationId: ids.house, roleId: ids.role, email: 'x@y.example' });
    assert.throws(() => controls.acceptInviteCode(code, 'd@installer.example'), /expired/);
  });

  it('an unknown device is a problem, not a crash', () => {
    const { controls } = running.simulator;
    for (const act of [
      () => controls.setOnline('nothing', true),
      () => controls.tripBreaker('nothing'),
      () => controls.unplugCar('nothing'),
    ])
      assert.throws(act, problem(404));
  });

  it('a listener that has ended hears nothing more', () => {
    let count = 0;
    const end = running.simulator.controls.onEvent(() => {
      count += 1;
    });
    running.simulator.controls.moveMainHandle(ids.oven, 'open');
    end();
    running.simulator.controls.moveMainHandle(ids.oven, 'closed');
    assert.equal(count, 1);
    assert.equal(running.simulator.controls.events.length, 2);
  });

  it('the speed changes on an accelerated clock only', async () => {
    assert.equal(running.simulator.controls.clock.speed(), 1);
    assert.throws(() => running.simulator.controls.clock.setSpeed(2), problem(409));
    const base = createManualClock();
    const simulator = await createSimulator({ clock: createAcceleratedClock(base) });
    try {
      simulator.controls.clock.setSpeed(60);
      assert.equal(simulator.controls.clock.speed(), 60);
      const before = simulator.controls.now();
      await base.advance(1000);
      assert.equal(simulator.controls.now(), before + 60_000);
      assert.throws(() => simulator.controls.clock.setSpeed(0), problem(400));
    } finally {
      await simulator.close();
    }
  });
});

describe('identifiers', () => {
  it('depend on the seed and on how many were made before', () => {
    const counter = { sequence: 0 };
    const made = createIdentifiers(7, counter);
    const [first, second] = [made.newId(), made.newSecret()];
    assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.match(second, /^[\w-]{43}$/);
    assert.equal(counter.sequence, 2);
    assert.equal(createIdentifiers(7, { sequence: 1 }).newSecret(), second);
    assert.notEqual(createIdentifiers(8, { sequence: 1 }).newSecret(), second);
  });
});
