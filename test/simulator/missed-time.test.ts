import assert from 'node:assert/strict';
import fc from 'fast-check';
import sinon from 'sinon';
import { type Clock, createAcceleratedClock, createManualClock } from '../../src/clock';
import { createSimulator, type Simulator, type SimulatorSnapshot } from '../../src/simulator';
import { energyAt } from '../../src/simulator/physics';
import { createServiceClock } from '../../src/simulator/service-clock';
import type { RawAnswer } from './raw-http';
import { inProcessUrl, sendInProcess } from './raw-in-process';
import { account, apiKey, ids, smallState } from './small-state';

const secondMs = 1000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A clock that only jumps: no timer falls due, and what was missed shows when somebody looks. */
function jumpingClock(): Clock & { jump(ms: number): void } {
  const base = createManualClock();
  return { ...base, jump: base.step };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A charger whose car comes home every evening. */
function stateWithDriver(now: number): SimulatorSnapshot {
  const state = smallState(now);
  const startedAt = now - 20 * hourMs;
  const stoppedAt = now - 6 * hourMs;
  const session = { id: 'night', deviceId: ids.charger, neededWh: 9000, carMaxA: 16, draw: [], chargeSessions: [] };
  state.plugSessions.push({ ...session, startedAt, stoppedAt, leavesAt: stoppedAt });
  return state;
}

interface World {
  readonly simulator: Simulator;
  readonly clock: ReturnType<typeof jumpingClock>;
  call(method: string, path: string, body?: object): Promise<RawAnswer>;
}

async function startWorld(): Promise<World> {
  const clock = jumpingClock();
  const tokenLifetimeMs = 10_000 * dayMs;
  const initialState = stateWithDriver(clock.now());
  const simulator = await createSimulator({ clock, initialState, tokenLifetimeMs, commandPaceMs: 0 });
  const key = { 'Em-Api-Subscription-Key': apiKey };
  const send = sendInProcess(simulator);
  const { json } = await send('POST', `${inProcessUrl}/serviceAccount/authToken`, {
    headers: key,
    body: account.organization,
  });
  const headers = { ...key, Authorization: `Bearer ${json.data.token}` };
  return {
    simulator,
    clock,
    call: (method, to, body) =>
      send(method, `${inProcessUrl}${to}`, { headers, ...(body === undefined ? {} : { body }) }),
  };
}

const handle = (deviceId: string) => `/devices/${deviceId}/breaker/remoteHandle/position`;
const breakers = [ids.oven, ids.lights] as const;

const commands = fc.oneof(
  fc.record({
    kind: fc.constant('open' as const),
    deviceId: fc.constantFrom(...breakers),
    secondsUntilReset: fc.option(fc.integer({ min: 10, max: 3600 }), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('close' as const), deviceId: fc.constantFrom(...breakers) }),
  fc.record({
    kind: fc.constant('batch' as const),
    deviceId: fc.constantFrom(...breakers),
    command: fc.constantFrom('open', 'close'),
    cronSchedule: fc.constantFrom('*/20 * * * *', '7 3 * * *', '0 */5 * * 1'),
  }),
  fc.record({
    kind: fc.constant('charger' as const),
    maxCurrent: fc.integer({ min: 6, max: 32 }),
    enabled: fc.boolean(),
  }),
);
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never;

function perform({ call }: World, command: Command): Promise<RawAnswer> {
  const reason = 'test';
  switch (command.kind) {
    case 'open': {
      const { deviceId, secondsUntilReset } = command;
      const timer = secondsUntilReset === undefined ? {} : { secondsUntilReset };
      return call('POST', handle(deviceId), { command: 'open', reason, ...timer });
    }
    case 'close':
      return call('POST', handle(command.deviceId), { command: 'close', reason });
    case 'batch': {
      const { deviceId, cronSchedule } = command;
      const path = '/breaker/remoteHandle/position';
      const body = { command: command.command, reason };
      return call('POST', '/deviceBatchCommands', { deviceIds: [deviceId], cronSchedule, timeZone: 'UTC', path, body });
    }
    case 'charger': {
      const { enabled, maxCurrent } = command;
      const apiConfiguration = { enabled, restrictions: { maxCurrent, maxEnergy: 0 } };
      return call('PATCH', `/devices/${ids.charger}/evse/settings/configuration`, {
        mode: 'cloud-api',
        configuration: { apiConfiguration },
      });
    }
  }
}

describe('time that the simulator missed', () => {
  describe('what has happened', () => {
    it('is the same whether time came in one jump or in steps, with the same commands at the same instants', async () => {
      const wait = fc.integer({ min: 1, max: 3 * dayMs });
      const step = fc.record({
        command: commands,
        waitMs: wait,
        parts: fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
      });
      const live = async (
        steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
        inSteps: boolean,
      ) => {
        const world = await startWorld();
        try {
          const statuses: number[] = [];
          for (const { command, waitMs, parts } of steps) {
            statuses.push((await perform(world, command)).status);
            let doneMs = 0;
            for (const part of inSteps ? [...parts].sort((a, b) => a - b) : []) {
              const untilMs = Math.floor(part * waitMs);
              world.clock.jump(untilMs - doneMs);
              doneMs = untilMs;
              world.simulator.controls.devices();
            }
            world.clock.jump(waitMs - doneMs);
          }
          const readings = await Promise.all(
            breakers.map(async (id) => (await world.call('GET', `/devices/${id}/meter/reading`)).json.data),
          );
          const sessions = (await world.call('GET', '/plugSessions')).json;
          const state = world.simulator.snapshot();
          const now = world.simulator.controls.now();
          const registers = state.devices.map((device) => energyAt(device, now, state));
          const events = structuredClone(world.simulator.controls.events);
          return { statuses, now, state, readings, sessions, registers, events };
        } finally {
          await world.simulator.close();
        }
      };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          const [atOnce, stepped] = [await live(steps, false), await live(steps, true)];
          assert.ok(
            atOnce.statuses.every((status) => status < 300),
            atOnce.statuses.join(' '),
          );
          assert.deepEqual(stepped, atOnce);
        }),
        { numRuns: 25 },
      );
    }).timeout(60_000);

    it('has happened at its instant: a timer that ended has closed the breaker when it ended', async () => {
      const world = await startWorld();
      const start = world.clock.now();
      await world.call('POST', handle(ids.oven), { command: 'open', reason: 'test', secondsUntilReset: 90 });
      world.clock.jump(hourMs);
      assert.equal((await world.call('GET', handle(ids.oven))).json.data.position, 'closed');
      const { handleHistory, conduction } = world.simulator.snapshot().devices[0] ?? assert.fail();
      assert.deepEqual(handleHistory.at(-1), { at: start + 90 * secondMs, position: 'closed', source: 'timer' });
      assert.deepEqual(conduction.at(-1), { at: start + 90 * secondMs, closed: true });
      await world.simulator.close();
    });
  });

  describe('is made up in slices', () => {
    async function afterAYear() {
      const clock = jumpingClock();
      const simulator = await createSimulator({ clock });
      const start = clock.now();
      clock.jump(365 * dayMs);
      return { clock, simulator, start };
    }

    it('everything else has its turn in between, and the time of the service goes forward to that of the clock', async () => {
      const { clock, simulator, start } = await afterAYear();
      const shown: number[] = [];
      simulator.controls.devices();
      for (let now = simulator.controls.now(); now < clock.now(); now = simulator.controls.now()) {
        shown.push(now);
        await turn();
      }
      assert.ok(shown.length > 3, `${shown.length} turns`);
      assert.ok(shown.every((at, index) => at >= (shown[index - 1] ?? start)));
      assert.equal(simulator.controls.now(), clock.now());
      await simulator.close();
    });

    it('a request waits for its end, and sees the service as it is then', async () => {
      const { clock, simulator } = await afterAYear();
      const { apiKey: key, application } = simulator.credentials;
      const { status, headers, json } = await sendInProcess(simulator)(
        'POST',
        `${inProcessUrl}/serviceAccount/authToken`,
        {
          headers: { 'Em-Api-Subscription-Key': key },
          body: application,
        },
      );
      assert.equal(status, 200);
      assert.equal(Date.parse(headers.date ?? ''), clock.now() - (clock.now() % secondMs));
      assert.equal(Date.parse(json.data.expiresAt), clock.now() + hourMs);
      await simulator.close();
    });

    it('a simulator that is closed meanwhile remembers how far it came, and goes on from there', async () => {
      const { clock, simulator } = await afterAYear();
      simulator.controls.devices();
      await turn();
      const cameTo = simulator.controls.now();
      const initialState = simulator.snapshot();
      await simulator.close();
      assert.ok(cameTo < clock.now());
      const next = await createSimulator({ clock, initialState, initialStateAt: cameTo });
      assert.equal(next.controls.now(), clock.now());
      const nights = next.snapshot().plugSessions.filter(({ startedAt }) => startedAt > clock.now() - 30 * dayMs);
      assert.ok(nights.length >= 2 * 29, `${nights.length} sessions of two cars in the last 30 days`);
      await next.close();
    });
  });

  describe('is bounded', () => {
    it('of more than ten years only the last ten are lived through, and the registers never turn back', async () => {
      const world = await startWorld();
      const { clock, simulator } = world;
      await perform(world, { kind: 'batch', deviceId: ids.oven, command: 'open', cronSchedule: '7 3 * * *' });
      const registers = () => {
        const state = simulator.snapshot();
        return state.devices.map((device) => energyAt(device, simulator.controls.now(), state).deliveredWH);
      };
      const before = registers();
      clock.jump(30 * 365 * dayMs);
      simulator.controls.devices();
      while (simulator.controls.now() < clock.now()) await turn();
      const state = simulator.snapshot();
      assert.ok(state.plugSessions.every(({ startedAt }) => startedAt > clock.now() - 3651 * dayMs));
      const [oven] = state.devices;
      assert.equal(oven?.handleHistory.length, 1);
      assert.ok((oven?.handleHistory[0]?.at ?? 0) > clock.now() - 3651 * dayMs);
      assert.ok(registers().every((wattHours, index) => wattHours >= (before[index] ?? 0)));
      await simulator.close();
    }).timeout(60_000);

    it('a charger keeps its newest plug sessions, and its registers what the forgotten ones took', async () => {
      const clock = jumpingClock();
      const simulator = await createSimulator({ clock, initialState: smallState(clock.now()) });
      const { controls } = simulator;
      const register = () => {
        const state = simulator.snapshot();
        const charger = state.devices.find(({ id }) => id === ids.charger) ?? assert.fail();
        return energyAt(charger, controls.now(), state).deliveredWH;
      };
      const visit = () => {
        controls.plugInCar(ids.charger, { neededWh: 1000, carMaxA: 16 });
        clock.jump(minuteMs);
        controls.unplugCar(ids.charger);
        clock.jump(minuteMs);
      };
      visit();
      const one = register();
      for (let count = 2; count <= 1200; count++) visit();
      const before = register();
      visit();
      assert.equal(simulator.snapshot().plugSessions.length, 1000);
      const gained = register() - before;
      assert.ok(gained > 60 && Math.abs(before - one - 1199 * gained) < 1, `${one} ${before} ${gained}`);
      await simulator.close();
    });
  });

  it('is noticed within a minute when the wall clock is set forward or the machine slept, without a request', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const base = createManualClock();
      const clock = createAcceleratedClock(base);
      const simulator = await createSimulator({ clock });
      base.step(2 * dayMs);
      timers.tick(minuteMs);
      await turn();
      assert.ok(simulator.controls.events.some(({ type }) => type === 'evse-changed'));
      await simulator.close();
    } finally {
      timers.restore();
    }
  });
});

describe('the time of the service', () => {
  it('neither turns back nor stands still when the clock is set back', () => {
    let now = 5000.7;
    const clock = createServiceClock({ ...createManualClock(), now: () => now });
    assert.equal(clock.now(), 5000);
    now = 1000;
    assert.equal(clock.now(), 5000);
    now = 1250;
    assert.equal(clock.now(), 5250);
  });

  it('goes on from where a state is dated that is ahead of the clock', () => {
    let now = 1000;
    const clock = createServiceClock({ ...createManualClock(), now: () => now }, 9000);
    assert.equal(clock.now(), 9000);
    now = 1100;
    assert.equal(clock.now(), 9100);
  });
});
