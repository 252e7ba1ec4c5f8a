import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import { query, type RunningSimulator, startSimulator } from './running-simulator';
import { ids, smallState } from './small-state';

const handle = `/devices/${ids.oven}/breaker/remoteHandle`;
const position = `${handle}/position`;

describe('spec 3, 4.3 the remote handle', () => {
  let running: RunningSimulator;
  beforeEach(async () => {
    running = await startSimulator();
  });
  afterEach(() => running.simulator.close());

  const command = (body: Record<string, unknown>) => running.post(position, { reason: 'test', ...body });
  const reads = async () => (await running.get(position)).json.data.position;
  const seconds = async () => (await running.get(`${handle}/secondsUntilReset`)).json.data.secondsUntilReset;
  const history = async () =>
    (await running.get(`/eventHistory/breakerRemoteHandlePosition${query({ $filter: `deviceId eq '${ids.oven}'` })}`))
      .json.data;

  it('a command moves the handle; it is read as open and closed', async () => {
    assert.equal(await reads(), 'closed');
    const { status, bytes } = await command({ command: 'open' });
    assert.equal(status, 204);
    assert.equal(bytes.length, 0);
    assert.equal(await reads(), 'open');
    await running.clock.advance(1000);
    await command({ command: 'close' });
    assert.equal(await reads(), 'closed');
  });

  it('the reason is required', async () => {
    const { status, json } = await running.post(position, { command: 'open' });
    assert.equal(status, 400);
    assert.deepEqual(json.error.validations, [{ message: 'is required', propertyName: 'reason' }]);
  });

  it('the circuit conducts only while both handles are closed', async () => {
    const amps = () => running.simulator.controls.devices().find(({ id }) => id === ids.lights)?.electrical.currentA;
    const lights = `/devices/${ids.lights}/breaker/remoteHandle/position`;
    await running.post(lights, { command: 'open', reason: 'test' });
    assert.equal(amps(), 0);
    running.simulator.controls.moveMainHandle(ids.lights, 'open');
    await running.clock.advance(1000);
    await running.post(lights, { command: 'close', reason: 'test' });
    assert.equal((await running.get(lights)).json.data.position, 'closed');
    assert.equal(amps(), 0);
    const conduction = running.simulator.snapshot().devices.find(({ id }) => id === ids.lights)?.conduction;
    assert.deepEqual(
      conduction?.map(({ closed }) => closed),
      [true, false],
    );
  });

  describe('spec 3 timer', () => {
    it('the breaker closes again after the seconds', async () => {
      assert.equal((await command({ command: 'open', secondsUntilReset: 30 })).status, 204);
      assert.equal(await seconds(), 30);
      await running.clock.advance(29_999);
      assert.equal(await reads(), 'open');
      assert.equal(await seconds(), 1);
      await running.clock.advance(1);
      assert.equal(await reads(), 'closed');
      assert.equal(await seconds(), 0);
      assert.deepEqual(
        (await history()).map(({ handlePosition, source }: Record<string, string>) => [handlePosition, source]).sort(),
        [
          ['closed', 'timer'],
          ['open', 'remote-command'],
        ],
      );
    });

    it('the breaker closes by itself while it is offline', async () => {
      await command({ command: 'open', secondsUntilReset: 30 });
      running.simulator.controls.setOnline(ids.oven, false);
      await running.clock.advance(30_000);
      assert.equal(await reads(), 'closed');
    });

    it('0 cancels a timer and leaves the breaker open', async () => {
      await command({ command: 'open', secondsUntilReset: 30 });
      await running.clock.advance(5000);
      assert.equal((await command({ command: 'open', secondsUntilReset: 0 })).status, 204);
      assert.equal(await seconds(), 0);
      await running.clock.advance(60_000);
      assert.equal(await reads(), 'open');
    });

    it('an open without seconds leaves a running timer alone', async () => {
      await command({ command: 'open', secondsUntilReset: 30 });
      await running.clock.advance(5000);
      await command({ command: 'open' });
      assert.equal(await seconds(), 25);
    });

    it('a new timer replaces the one that runs; a close ends it', async () => {
      await command({ command: 'open', secondsUntilReset: 30 });
      await running.clock.advance(5000);
      await command({ command: 'open', secondsUntilReset: 3600 });
      assert.equal(await seconds(), 3600);
      await running.clock.advance(5000);
      await command({ command: 'close' });
      assert.equal(await seconds(), 0);
      assert.equal(running.clock.pendingTimers(), 0);
    });

    it('no timer is read as 0', async () => {
      assert.equal(await seconds(), 0);
    });
  });

  describe('spec 7.2 refusals', () => {
    const refused = async (body: Record<string, unknown>, about: RegExp) => {
      const { status, json } = await command(body);
      assert.equal(status, 400, JSON.stringify(body));
      assert.equal(json.error.validations[0].propertyName, 'secondsUntilReset');
      assert.match(json.error.validations[0].message, about);
      assert.equal(await reads(), 'closed');
    };

    it('400: secondsUntilReset with close', async () => {
      await refused({ command: 'close', secondsUntilReset: 30 }, /only accepted with command open/);
      await refused({ command: 'close', secondsUntilReset: 0 }, /only accepted with command open/);
    });

    it('400: a non-zero value below 10', async () => {
      await refused({ command: 'open', secondsUntilReset: 1 }, /at least 10/);
      await refused({ command: 'open', secondsUntilReset: 9 }, /at least 10/);
      assert.equal((await command({ command: 'open', secondsUntilReset: 10 })).status, 204);
    });

    it('400: outside of 0..3600', async () => {
      await refused({ command: 'open', secondsUntilReset: 3601 }, /at most 3600/);
      await refused({ command: 'open', secondsUntilReset: -1 }, /at least 0/);
      await refused({ command: 'open', secondsUntilReset: 10.5 }, /integer/);
    });

    it('429: one breaker is commanded faster than its pace; another one is not held up', async () => {
      await command({ command: 'open' });
      const { status, json, headers } = await command({ command: 'close' });
      assert.equal(status, 429);
      assert.equal(json.error.message, 'Too Many Requests');
      assert.equal(headers['retry-after'], '1');
      assert.equal(await reads(), 'open');
      const lights = `/devices/${ids.lights}/breaker/remoteHandle/position`;
      assert.equal((await running.post(lights, { command: 'open', reason: 'test' })).status, 204);
      await running.clock.advance(1000);
      assert.equal((await command({ command: 'close' })).status, 204);
    });

    it('429: the pace can be set, and Retry-After says how long to wait', async () => {
      const slow = await startSimulator({ commandPaceMs: 10_000 });
      try {
        await slow.post(position, { command: 'open', reason: 'test' });
        await slow.clock.advance(2500);
        const { status, headers } = await slow.post(position, { command: 'close', reason: 'test' });
        assert.equal(status, 429);
        assert.equal(headers['retry-after'], '8');
      } finally {
        await slow.simulator.close();
      }
    });

    it('503: the device is offline', async () => {
      running.simulator.controls.setOnline(ids.oven, false);
      const { status, json } = await command({ command: 'open' });
      assert.equal(status, 503);
      assert.equal(json.error.message, 'Device Unavailable');
      assert.equal(await reads(), 'closed');
      running.simulator.controls.setOnline(ids.oven, true);
      assert.equal((await command({ command: 'open' })).status, 204);
    });
  });

  describe('spec 3 during an override event', () => {
    const clock = createManualClock();

    function withOverrideEvent(now: number) {
      const state = smallState(now);
      state.overrideEvents.push({
        id: 'event',
        creatorOrganizationId: ids.otherOrganization,
        startTime: now,
        status: 'active',
        createdAt: now,
        participations: [
          {
            id: 'participation',
            sharedDeviceId: 'shared',
            deviceId: ids.oven,
            status: 'participating',
            updatedAt: now,
          },
        ],
      });
      return state;
    }

    it('a command is stored and the handle does not move', async () => {
      const overridden = await startSimulator({ clock, initialState: withOverrideEvent(clock.now()) });
      try {
        assert.equal((await overridden.post(position, { command: 'open', reason: 'test' })).status, 204);
        assert.equal((await overridden.get(position)).json.data.position, 'closed');
        const stored = overridden.simulator.snapshot().devices.find(({ id }) => id === ids.oven)?.storedCommand;
        assert.deepEqual(stored, { command: 'open', reason: 'test' });
      } finally {
        await overridden.simulator.close();
      }
    });

    it('the stored command, the newest one, is applied when the device has left the event', async () => {
      const overridden = await startSimulator({ clock, initialState: withOverrideEvent(clock.now()) });
      try {
        await overridden.post(position, { command: 'close', reason: 'first' });
        await clock.advance(1000);
        await overridden.post(position, { command: 'open', reason: 'second' });
        const { status } = await overridden.post('/sharedDeviceOverrideEvents/event/sharedDeviceOptouts', {
          sharedDeviceIds: ['shared'],
        });
        assert.equal(status, 200);
        assert.equal((await overridden.get(position)).json.data.position, 'open');
        const oven = overridden.simulator.snapshot().devices.find(({ id }) => id === ids.oven);
        assert.equal(oven?.storedCommand, undefined);
        assert.equal(oven?.handleHistory.at(-1)?.source, 'override-event-end');
      } finally {
        await overridden.simulator.close();
      }
    });

    it('400: secondsUntilReset is not accepted', async () => {
      const overridden = await startSimulator({ clock, initialState: withOverrideEvent(clock.now()) });
      try {
        for (const secondsUntilReset of [0, 10]) {
          const { status, json } = await overridden.post(position, {
            command: 'open',
            reason: 'test',
            secondsUntilReset,
          });
          assert.equal(status, 400);
          assert.equal(json.error.validations[0].propertyName, 'secondsUntilReset');
        }
      } finally {
        await overridden.simulator.close();
      }
    });
  });
});
