import assert from 'node:assert/strict';
import { type CircuitOptions, circuitOfDeviceData, readCircuitState } from '../../src/control';
import { holdByOverrideEvent, type SimulatedService, startServiceInProcess } from '../support/simulated-service';
import { turned } from '../support/turn-clock';

describe('the state of a circuit, read from the service (spec 2.6, 3, 4.3)', () => {
  let service: SimulatedService;
  let deviceId: string;
  beforeEach(async () => {
    service = await startServiceInProcess();
    deviceId = service.device('Kitchen outlets');
  });
  afterEach(() => service.close());

  const read = (more: Partial<CircuitOptions> = {}, client = service.client()) =>
    turned(service.clock, readCircuitState(client, deviceId, { clock: service.clock, ...more }));
  const command = (name: 'open' | 'close') =>
    turned(
      service.clock,
      service
        .client()
        .call('remoteHandle.setPosition', { path: { deviceId }, body: { command: name, reason: 'test' } }),
    );
  const reads = () => service.requests().filter(({ operation }) => operation !== 'token.create').length;

  it('live: both handles closed, connected; two calls and one list of events', async () => {
    const connected = { connected: true, mainHandle: 'closed', position: 'closed', raw: 'closed' };
    assert.deepEqual(await read(), { state: 'live', energised: true, ...connected });
    assert.equal(reads(), 3);
  });

  it('off: the remote handle is open', async () => {
    await command('open');
    const { state, energised, position } = await read();
    assert.deepEqual([state, energised, position], ['off', false, 'open']);
  });

  it('a trip and an opened main handle are one state, because the service does not distinguish them', async () => {
    for (const happens of ['tripBreaker', 'moveMainHandle'] as const) {
      if (happens === 'tripBreaker') service.simulator.controls.tripBreaker(deviceId);
      else service.simulator.controls.moveMainHandle(deviceId, 'open');
      const { state, energised, position, mainHandle } = await read();
      assert.deepEqual(
        [state, energised, position, mainHandle],
        ['tripped-or-opened-by-hand', false, 'closed', 'open'],
        happens,
      );
      service.simulator.controls.moveMainHandle(deviceId, 'closed');
    }
  });

  it('no connection: the time of the disconnection, and no state of the circuit', async () => {
    const lostAt = service.clock.now();
    service.simulator.controls.setOnline(deviceId, false);
    await service.clock.advance(90_000);
    const { state, energised, connected, since } = await read();
    assert.deepEqual([state, energised, connected], ['no-connection', undefined, false]);
    assert(since !== undefined && Math.abs(since - lostAt) <= 2_000, `${since} ${lostAt}`);
  });

  it('held by an override event: live or off, with the event', async () => {
    await holdByOverrideEvent(service, deviceId);
    const { state, energised } = await read();
    assert.deepEqual([state, energised], ['held-by-event', true]);
  });

  it('a step of the wall clock during the read changes nothing', async () => {
    const reading = readCircuitState(service.client(), deviceId, { clock: service.clock });
    service.clock.step(-3_600_000);
    const { state } = await turned(service.clock, reading);
    assert.equal(state, 'live');
  });

  it('unreadable events are read again after a minute and do not change the state', async () => {
    const client = service.client();
    service.simulator.controls.faults.inject({
      kind: 'error',
      status: 403,
      match: { operation: 'overrideEvents.list' },
    });
    const asked = () => service.requests('overrideEvents.list').length;
    assert.equal((await read({}, client)).state, 'live');
    const first = asked();
    assert(first > 0);
    await read({}, client);
    assert.equal(asked(), first);
    await service.clock.advance(61_000);
    await read({}, client);
    assert(asked() > first);
  });

  it('many devices need one list of events', async () => {
    const client = service.client();
    const ids = service.simulator.controls.devices().map(({ id }) => id);
    await turned(
      service.clock,
      Promise.all(ids.slice(0, 6).map((id) => readCircuitState(client, id, { clock: service.clock }))),
    );
    assert.equal(service.requests('overrideEvents.list').length, 1);
  });

  describe('after a command, with the position that was read back', () => {
    it('needs no read of the position, and reports that a close did not energise a tripped breaker', async () => {
      service.simulator.controls.tripBreaker(deviceId);
      const { state, energised, position } = await read({ position: 'closed' });
      assert.deepEqual([state, energised, position], ['tripped-or-opened-by-hand', false, 'closed']);
      assert.equal(service.requests('remoteHandle.getPosition').length, 0);
    });

    it('an unreadable device makes the state unknown, and the command does not fail', async () => {
      service.simulator.controls.faults.inject({ kind: 'error', status: 400, match: { operation: 'deviceData.get' } });
      const { state, energised, position } = await read({ position: 'closed' });
      assert.deepEqual([state, energised, position], ['unknown', undefined, 'closed']);
    });
  });

  it('device data of a charger without a handle have no circuit state', async () => {
    const startedMs = service.clock.monotonicMs();
    const of = (data: object) =>
      turned(
        service.clock,
        circuitOfDeviceData(service.client(), deviceId, { deviceId, ...data }, { clock: service.clock, startedMs }),
      );
    assert.equal(await of({ device: { metadata: { isConnected: { val: true } } } }), undefined);
    assert.equal((await of({ device: { metadata: { isConnected: { val: false } } } }))?.state, 'no-connection');
  });
});
