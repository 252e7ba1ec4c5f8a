import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import circuitWatch from '../../nodes/circuit-watch/circuit-watch';
import { circuit } from '../directory/circuits';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

const minute = 60_000;
const above16 = { measure: 'amperes', condition: 'above', value: 16, for: 0, wellFor: 0 };

/** Nothing of the node is replaced here: from the meter to the message. */
describe('circuit-watch', () => {
  let service: SimulatedService;
  let red: Runtime | undefined;
  let rack: string;
  let charger: string;

  beforeEach(async () => {
    service = await startService();
    rack = service.device('Office server rack');
    charger = service.device('EV charger left');
    draws(5);
  });
  afterEach(async () => {
    await red?.stop();
    red = undefined;
    await service.close();
  });

  /** About so many amperes, all day. */
  const draws = (amperes: number) =>
    service.simulator.controls.setLoad(rack, { kind: 'server-rack', ratedA: amperes / 0.6 });

  const flow = (more: object = {}, account: object = {}) =>
    flowAround(
      {
        ...{ type: 'circuit-watch', name: '', account: 'account', target: 'devices', devices: [rack] },
        ...{ zone: 'America/New_York', wires: [['outputs'], ['outputs'], ['outputs']] },
        ...more,
      },
      serviceAccount(service, account as never).account,
      { id: 'directory', type: 'breaker-directory', account: 'account', circuits: [circuit(rack, 'Rack')] },
    );

  async function start(more: object = {}, account: object = {}): Promise<Runtime> {
    red = await startRuntime({
      clock: service.clock,
      flow: flow(more, account),
      credentials: serviceAccount(service).credentials,
      nodes: [withTexts(breakerDirectory), withTexts(circuitWatch)],
    });
    await settled();
    return red;
  }
  async function pass(ms: number): Promise<void> {
    const untilMs = service.clock.now() + ms;
    await turnUntil(service.clock, () => service.clock.now() >= untilMs, { withinMs: ms + minute });
    await settled();
  }
  const events = ({ outputs }: Runtime) => outputs.filter(({ event }) => event !== undefined);
  const told = (runtime: Runtime) => events(runtime).map(({ event }) => event);
  const badge = ({ statuses }: Runtime) => statuses.at(-1);

  describe('tells', () => {
    it('an alarm in words, with its value and name, and when it is well again', async () => {
      const runtime = await start(above16);
      await pass(2 * minute);
      assert.deepEqual(told(runtime), []);
      assert.deepEqual(badge(runtime), { fill: 'green', shape: 'dot', text: 'watched: 1, all well' });
      draws(22);
      await pass(3 * minute);
      const [alarm] = events(runtime);
      assert.match(String(alarm?.payload), /^Rack: current 2\d(\.\d)? A, above 16 A since \d\d:\d\d\.$/);
      assert.deepEqual(
        [alarm?.topic, alarm?.name, alarm?.deviceId, alarm?.event, alarm?.severity, alarm?.measure],
        ['Rack', 'Rack', rack, 'alarm', 'alarm', 'amperes'],
      );
      assert.equal(typeof alarm?.value, 'number');
      assert.equal(badge(runtime)?.text, 'alarms: 1, watched: 1');
      draws(4);
      await pass(3 * minute);
      assert.deepEqual(told(runtime), ['alarm', 'all-clear']);
    });

    it('a warning first where its dialog says so, with when it becomes an alarm', async () => {
      const runtime = await start({ ...above16, warnFor: 10 });
      await pass(2 * minute);
      draws(22);
      await pass(5 * minute);
      const [warning] = events(runtime);
      assert.match(
        String(warning?.payload),
        /^Rack: current 2\d(\.\d)? A, above 16 A since [\d:]+\. It becomes an alarm in 10 min if this goes on\.$/,
      );
      assert.deepEqual([warning?.event, warning?.severity], ['warning', 'warning']);
      assert.equal(badge(runtime)?.text, 'watched: 1, all well');
      await pass(10 * minute);
      assert.deepEqual(told(runtime), ['warning', 'alarm']);
      assert.equal(badge(runtime)?.text, 'alarms: 1, watched: 1');
    });

    it('that a device cannot be read, which is neither an alarm nor an all-clear', async () => {
      const runtime = await start({ ...above16, unread: 5 });
      await pass(2 * minute);
      service.simulator.controls.setOnline(rack, false);
      await pass(30 * minute);
      service.simulator.controls.setOnline(rack, true);
      await pass(10 * minute);
      assert.deepEqual(told(runtime), ['unread', 'read-again']);
      assert.match(String(events(runtime)[0]?.payload), /^Rack: current cannot be read since/);
    });

    it('as one message that no device of several can be read, and that they can again', async () => {
      const both = [rack, service.device('Refrigerator')];
      const runtime = await start({ ...above16, name: 'House', devices: both, unread: 5 });
      await pass(2 * minute);
      for (const device of both) service.simulator.controls.setOnline(device, false);
      await pass(30 * minute);
      for (const device of both) service.simulator.controls.setOnline(device, true);
      await pass(10 * minute);
      assert.deepEqual(told(runtime), ['unread', 'read-again']);
      const [began, ended] = events(runtime);
      assert.match(String(began?.payload), /^2 of 2 circuits cannot be read since \d\d:\d\d: /);
      assert.match(String(ended?.payload), /^2 of 2 circuits can be read again, after \d+ min\.$/);
      assert.deepEqual([began?.topic, began?.count, began?.total, 'deviceId' in (began ?? {})], ['House', 2, 2, false]);
    });

    it('what happens to a device, each once and named, and nothing at the first look', async () => {
      const runtime = await start({ preset: 'events', measure: 'events', condition: 'changes' });
      const { controls } = service.simulator;
      await pass(3 * minute);
      assert.deepEqual(told(runtime), []);
      controls.tripBreaker(rack);
      await pass(5 * minute);
      controls.moveMainHandle(rack, 'closed');
      await pass(5 * minute);
      controls.setOnline(rack, false);
      await pass(5 * minute);
      controls.setOnline(rack, true);
      await pass(5 * minute);
      assert.deepEqual(told(runtime), ['tripped-or-opened', 'closed-by-hand', 'offline', 'back']);
      assert.match(String(events(runtime)[0]?.payload), /^Rack: tripped or opened by hand at \d\d:\d\d\./);
    });

    it('a trip with the last current and with what was captured of it', async () => {
      const runtime = await start({ measure: 'handLever', condition: 'is', state: 'open', for: 0 });
      draws(12);
      await pass(20 * minute);
      await turned(service.clock, service.client().call('waveforms.capture', { path: { deviceId: rack } }));
      service.simulator.controls.tripBreaker(rack);
      await pass(3 * minute);
      const [alarm] = events(runtime);
      assert.match(
        String(alarm?.payload),
        /^Rack: hand lever open: tripped or opened by hand, since [\d:]+\. Last known current: 1\d(\.\d)? A at [\d:]+\.$/,
      );
      assert.match(String(alarm?.waveform), /^<svg .*<path d="M/);
      assert(((alarm?.currents ?? []) as unknown[]).length > 0);
    });

    it('a trip without a capture where there is none of it', async () => {
      const runtime = await start({ measure: 'events', condition: 'changes' });
      await turned(service.clock, service.client().call('waveforms.capture', { path: { deviceId: rack } }));
      await pass(20 * minute);
      service.simulator.controls.moveMainHandle(rack, 'open');
      await pass(3 * minute);
      assert.deepEqual(told(runtime), ['tripped-or-opened']);
      assert.equal('waveform' in (events(runtime)[0] ?? {}), false);
    });

    it('what happens at a charger', async () => {
      const runtime = await start({ devices: [charger], measure: 'events', condition: 'changes' });
      await pass(3 * minute);
      const before = told(runtime).length;
      const { controls } = service.simulator;
      const [device] = controls.devices().filter(({ id }) => id === charger);
      if (device?.pluggedIn) {
        controls.unplugCar(charger);
        await pass(3 * minute);
      }
      controls.plugInCar(charger, { neededWh: 100_000, carMaxA: 16 });
      await pass(5 * minute);
      controls.unplugCar(charger);
      await pass(3 * minute);
      const names = told(runtime).slice(before);
      assert.equal(names.at(-1), 'car-unplugged');
      assert(names.includes('charging') || names.includes('car-plugged'), names.join());
    });

    for (const [measure, value] of [
      ['ratingPercent', 400],
      ['watts', 50_000],
      ['energyToday', 5_000],
      ['volts', 300],
      ['temperature', 110],
    ] as const)
      it(`${measure} of a device that is well`, async () => {
        const runtime = await start({ measure, condition: 'above', value, for: 0 });
        await pass(10 * minute);
        assert.deepEqual(told(runtime), []);
        const table = runtime.outputs.at(-1)?.payload as { look: string; text: string }[];
        assert.equal(table[0]?.look, 'well');
        assert.match(String(table[0]?.text), /^-?\d/);
      });

    it('the table of all that is watched', async () => {
      const runtime = await start(above16);
      await pass(3 * minute);
      const table = runtime.outputs.at(-1);
      assert.equal(table?.topic, 'circuit-watch');
      const [row] = (table?.payload ?? []) as Record<string, unknown>[];
      assert.deepEqual([row?.name, row?.deviceId, row?.look, row?.measure], ['Rack', rack, 'well', 'amperes']);
    });
  });

  describe('takes', () => {
    it('readings of messages, and tells within a second', async () => {
      const runtime = await start(above16);
      await pass(minute);
      const ts = Math.floor(service.clock.now() / 1_000);
      await runtime.run({ payload: { deviceId: 'Rack', currentA: 25, ts } });
      await pass(1_000);
      assert.deepEqual(told(runtime), ['alarm']);
      assert.equal(runtime.caught.length, 0);
      assert.equal(runtime.completed.length, 1);
    });

    it('nothing of a device that it does not watch, and that is no error', async () => {
      const runtime = await start(above16);
      await pass(minute);
      await runtime.run({ payload: { deviceId: charger, currentA: 99 } });
      assert.deepEqual([told(runtime), runtime.caught], [[], []]);
    });

    it('an acknowledgment by name, and repeats no alarm after it', async () => {
      const runtime = await start({ ...above16, repeat: 0.5 });
      draws(22);
      await pass(40 * minute);
      assert.deepEqual(told(runtime), ['alarm', 'repeat']);
      await runtime.run({ payload: { ack: 'Rack' } });
      await pass(60 * minute);
      assert.deepEqual(told(runtime), ['alarm', 'repeat']);
    });

    for (const payload of ['hello', 'report', 7, { ack: 7 }, { ack: 'Nobody' }, { note: 1 }])
      it(`not ${JSON.stringify(payload)}: one error at Catch`, async () => {
        const runtime = await start(above16);
        await pass(minute);
        await runtime.run({ payload });
        assert.equal(runtime.caught.length, 1);
      });

    it('no message that goes back in time: once an error at Catch', async () => {
      const runtime = await start(above16);
      await pass(5 * minute);
      const ts = Math.floor(service.clock.now() / 1_000);
      for (const age of [0, 240, 241]) await runtime.run({ payload: { deviceId: rack, currentA: 5, ts: ts - age } });
      await pass(1_000);
      assert.equal(runtime.caught.length, 1);
      assert.match(String(runtime.caught[0]?.error.message), /older than the one before/);
    });
  });

  describe('over deploys', () => {
    it('goes on with the incident that it has told', async () => {
      const runtime = await start(above16);
      draws(22);
      await pass(3 * minute);
      await runtime.deploy(flow({ ...above16, name: 'renamed' }));
      await pass(3 * minute);
      assert.deepEqual(told(runtime), ['alarm']);
      draws(4);
      await pass(3 * minute);
      assert.deepEqual(told(runtime), ['alarm', 'all-clear']);
    });

    it('watches through the account that was deployed again', async () => {
      const runtime = await start(above16);
      await pass(2 * minute);
      await runtime.deploy(flow(above16, { name: 'other' }), 'nodes');
      await settled();
      draws(22);
      await pass(5 * minute);
      assert.deepEqual(told(runtime), ['alarm']);
    });

    it('leaves nothing behind when it is deleted', async () => {
      const runtime = await start(above16);
      draws(22);
      await pass(3 * minute);
      const file = join(runtime.userDir, 'breakerflow-watch.json');
      assert(existsSync(file));
      await runtime.deploy(flow(above16).filter(({ id }) => id !== 'n'));
      await settled();
      assert.doesNotMatch(readFileSync(file, 'utf8'), /alarm|condition/);
    });
  });

  it('leaves nothing behind when it is deleted while it cannot start', async () => {
    const runtime = await start(above16);
    draws(22);
    await pass(3 * minute);
    await runtime.deploy(flow({ ...above16, value: 900 }));
    await settled();
    const file = join(runtime.userDir, 'breakerflow-watch.json');
    assert.match(readFileSync(file, 'utf8'), /condition/);
    await runtime.deploy(flow(above16).filter(({ id }) => id !== 'n'));
    await settled();
    assert.doesNotMatch(readFileSync(file, 'utf8'), /condition/);
  });

  describe('does not start', () => {
    it('with a threshold that the sensor cannot tell, says so, and fails its inputs', async () => {
      const runtime = await start({ ...above16, value: 900 });
      await runtime.run({ payload: 'ack' });
      assert.match(String(runtime.caught[0]?.error.message), /Threshold: is nothing that the sensor can tell/);
    });

    it('without its account, and tells so', async () => {
      const runtime = await start({ ...above16, account: 'gone' });
      await pass(2 * minute);
      assert.equal(badge(runtime)?.fill, 'yellow');
      await runtime.run({ payload: 'ack' });
      assert.match(String(runtime.caught[0]?.error.message), /Account: is missing: choose one/);
    });

    it('where no device can tell what is watched', async () => {
      const runtime = await start({ measure: 'charger', condition: 'changes' });
      await pass(2 * minute);
      assert.equal(badge(runtime)?.text, 'wrong hardware');
    });
  });
});
