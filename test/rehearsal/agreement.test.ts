import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import { read } from '../examples/example-files';
import { deviceOf, passed, simulatorOf } from '../examples/example-site';
import { openExample } from '../examples/running-example';
import type { Runtime } from '../support/runtime';
import { rehearsed } from './rehearsed';

const path = '03-automation/01-shed-a-load.json';
const minuteMs = 60_000;
/** One poll of the load manager, and what its round of reads and the command take. */
const pollMs = 10_000 + 1_500;
const minutes = 20;
const startMs = createManualClock().now();
/** At these minutes, what a load draws from then on: A. */
const loads = [
  [1, 'Water heater', 20],
  [3, 'Office server rack', 110],
  [6, 'Office server rack', 7.5],
] as const;

interface Moved {
  readonly device: string;
  readonly position: string;
  readonly at: number;
}

/**
 * The same flow lived outside of a rehearsal: in this process, by the clock of the tests, over HTTP to a simulator that listens,
 * with the real timers of Node-RED. Only the clock of the account is turned by hand: to wait for half an hour proves no more.
 */
async function lived(): Promise<Moved[]> {
  let runtime: Runtime | undefined;
  const shown = await openExample(read(path), undefined, (started) => {
    runtime = started;
  });
  try {
    const { clock } = shown;
    const simulator = await simulatorOf(shown);
    const moved: Moved[] = [];
    simulator.onEvent((event) => {
      if (event.type !== 'handle-changed') return;
      const { deviceId, position } = event as unknown as { readonly deviceId: string; readonly position: string };
      const device = simulator.devices().find(({ id }) => id === deviceId)?.label ?? deviceId;
      moved.push({ device, position, at: clock.now() });
    });
    for (const [minute, label, ratedA] of loads) {
      await passed(clock, startMs + minute * minuteMs - clock.now());
      simulator.setLoad(deviceOf(simulator, label), { kind: 'server-rack', ratedA });
    }
    await passed(clock, startMs + minutes * minuteMs - clock.now());
    return moved;
  } finally {
    await runtime?.stop();
  }
}

describe('a rehearsal of the default site', function () {
  this.timeout(600_000);

  it('commands what the same hours command outside of it, within one poll', async () => {
    const { result } = await rehearsed({
      ...{ flow: read(path), budgetMs: 500_000 },
      scenario: {
        ...{ start: new Date(startMs).toISOString(), hours: minutes / 60 },
        steps: loads.map(([minute, device, ratedA]) => ({
          ...{ at: new Date(startMs + minute * minuteMs).toISOString(), do: 'load', device, ratedA, course: 'steady' },
        })),
      },
    });
    const rehearsedMoves = result.events.flatMap((event): Moved[] =>
      event.kind === 'world' && event.type === 'handle-changed'
        ? [{ device: event.device, position: String(event.position), at: event.at }]
        : [],
    );
    const livedMoves = await lived();
    const names = (moves: readonly Moved[]) => moves.map(({ device, position }) => `${device} ${position}`);
    assert.deepEqual(names(rehearsedMoves), ['Water heater open', 'Water heater closed']);
    assert.deepEqual(names(livedMoves), names(rehearsedMoves));
    for (const [index, { at }] of livedMoves.entries())
      assert(Math.abs(at - (rehearsedMoves[index]?.at ?? 0)) <= pollMs, `${at} and ${rehearsedMoves[index]?.at}`);
  });
});
