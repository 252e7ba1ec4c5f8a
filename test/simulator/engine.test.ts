import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import { createEngine } from '../../src/simulator/engine';
import type { Process, ServiceContext } from '../../src/simulator/handler';
import type { ServiceState } from '../../src/simulator/service-state';
import { smallState } from './small-state';

/** Does its work at each of the given instants. */
function scheduled(instants: number[], onRun: (at: number, seen: number) => void): Process {
  return {
    nextAt: () => instants[0],
    run({ clock }, now) {
      while (instants[0] !== undefined && instants[0] <= now) onRun(instants.shift() ?? 0, clock.now());
    },
  };
}

function engineWith(processes: Process[], clock = createManualClock(10_000), from = clock.now()) {
  const state: ServiceState = smallState(clock.now());
  const failures: Error[] = [];
  let runs = 0;
  const engine = createEngine({
    clock,
    state,
    processes,
    from,
    contextAt: (at): ServiceContext => ({
      state,
      clock: at,
      newId: () => '',
      newSecret: () => '',
      emit() {},
      settings: { tokenLifetimeMs: 0, commandPaceMs: 0 },
    }),
    onRun: () => {
      runs += 1;
    },
    onError: (error) => failures.push(error),
  });
  return { engine, clock, failures, runs: () => runs };
}

describe('the engine of the simulator', () => {
  it('runs what is due when it is due, with one timer for all', async () => {
    const seen: string[] = [];
    const { engine, clock, runs } = engineWith([
      scheduled([11_000, 14_000], (at, now) => seen.push(`a ${at} ${now}`)),
      scheduled([12_000], (at, now) => seen.push(`b ${at} ${now}`)),
    ]);
    engine.settle();
    assert.equal(clock.pendingTimers(), 1);
    await clock.advance(2500);
    assert.deepEqual(seen, ['a 11000 11000', 'b 12000 12000']);
    assert.equal(clock.pendingTimers(), 1);
    await clock.advance(2500);
    assert.deepEqual(seen.at(-1), 'a 14000 14000');
    assert.equal(clock.pendingTimers(), 0);
    assert.equal(runs(), 3);
  });

  it('makes up for what fell due meanwhile in order of its time, each with the clock at its own time', () => {
    const seen: string[] = [];
    const { engine } = engineWith(
      [
        scheduled([2000, 6000], (at, now) => seen.push(`a ${at} ${now}`)),
        scheduled([4000], (at, now) => seen.push(`b ${at} ${now}`)),
      ],
      createManualClock(10_000),
      1000,
    );
    engine.settle();
    assert.deepEqual(seen, ['a 2000 2000', 'b 4000 4000', 'a 6000 6000']);
  });

  it('time does not turn back for what is due since before', () => {
    const seen: number[] = [];
    const { engine } = engineWith([scheduled([-5], (_, now) => seen.push(now))]);
    engine.settle();
    assert.deepEqual(seen, [10_000]);
  });

  it('a process that stands still is an error, not an endless loop', async () => {
    const still: Process = { nextAt: () => 0, run() {} };
    const { engine, failures } = engineWith([still]);
    const ended = async () => {
      engine.settle();
      await engine.caughtUp();
    };
    await assert.rejects(ended, /stands still/);
    assert.equal(engine.isBehind(), false);
    assert.ok(failures.length <= 1);
  });

  it('a failure in the background is told and ends nothing else', async () => {
    const failing: Process = {
      nextAt: () => 11_000,
      run() {
        throw new Error('broken');
      },
    };
    const { engine, clock, failures } = engineWith([failing]);
    engine.settle();
    await clock.advance(1000);
    assert.deepEqual(
      failures.map(({ message }) => message),
      ['broken'],
    );
  });

  it('a stopped engine has no timer and does nothing more', async () => {
    const seen: number[] = [];
    const { engine, clock } = engineWith([scheduled([11_000], (at) => seen.push(at))]);
    engine.settle();
    engine.stop();
    assert.equal(clock.pendingTimers(), 0);
    await clock.advance(5000);
    engine.settle();
    assert.deepEqual(seen, []);
  });
});
