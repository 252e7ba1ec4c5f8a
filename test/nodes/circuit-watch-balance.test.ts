import assert from 'node:assert/strict';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import circuitWatch from '../../nodes/circuit-watch/circuit-watch';
import { circuit } from '../directory/circuits';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turnUntil } from '../support/turn-clock';

const minute = 60_000;
const labels = ['Kitchen outlets', 'Office server rack', 'Refrigerator', 'Water heater'] as const;

describe('circuit-watch: balance of the legs', () => {
  let service: SimulatedService;
  let red: Runtime | undefined;

  beforeEach(async () => {
    service = await startService();
    for (const label of labels) draws(label, 1);
  });
  afterEach(async () => {
    await red?.stop();
    red = undefined;
    await service.close();
  });

  /** About so many amperes, all day. */
  const draws = (label: (typeof labels)[number], amperes: number) =>
    service.simulator.controls.setLoad(service.device(label), { kind: 'server-rack', ratedA: amperes / 0.6 });

  async function start(legs: readonly ('A' | 'B' | 'both' | undefined)[]): Promise<Runtime> {
    const row = (label: string, index: number) => {
      const leg = legs[index];
      return circuit(service.device(label), label, leg === undefined ? {} : { leg });
    };
    red = await startRuntime({
      clock: service.clock,
      flow: flowAround(
        {
          ...{ type: 'circuit-watch', name: '', account: 'account', target: 'devices', preset: 'balance' },
          devices: labels.map((label) => service.device(label)),
          ...{ measure: 'imbalance', condition: 'above', value: 8, deadBand: 2, for: 3_600, wellFor: 60, unread: 10 },
          ...{ zone: 'America/New_York', wires: [['outputs'], ['outputs'], ['outputs']] },
        },
        serviceAccount(service).account,
        { id: 'directory', type: 'breaker-directory', account: 'account', circuits: labels.map(row) },
      ),
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

  it('one alarm after an hour, with the circuit whose move helps, and one all-clear', async () => {
    draws('Kitchen outlets', 9);
    draws('Refrigerator', 4);
    const runtime = await start(['A', 'B', 'A', 'both']);
    await pass(50 * minute);
    assert.deepEqual(told(runtime), []);
    await pass(20 * minute);
    const [alarm] = events(runtime);
    assert.match(
      String(alarm?.payload),
      /^All circuits: difference of the legs 1[0-4](\.\d)? A, above 8 A since \d\d:\d\d\. In the last hour: leg A 1[\d.]+ A, leg B [\d.]+ A\. \w[\w ]+ \([\d.]+ A\) moved from leg A to leg B would leave a difference of [0-6](\.\d+)? A\.$/,
    );
    const { move, legs } = alarm as unknown as { move: { name: string; from: string }; legs: Record<string, number> };
    assert.ok(['Kitchen outlets', 'Refrigerator'].includes(move.name));
    assert.deepEqual([move.from, Object.keys(legs)], ['A', ['A', 'B']]);
    assert.equal('deviceId' in (alarm ?? {}), false);
    draws('Kitchen outlets', 1);
    draws('Refrigerator', 1);
    await pass(120 * minute);
    assert.deepEqual(told(runtime), ['alarm', 'all-clear']);
  });

  it('nothing of a circuit that is on both legs alike', async () => {
    draws('Water heater', 20);
    const runtime = await start(['A', 'B', 'A', 'both']);
    await pass(90 * minute);
    assert.deepEqual(told(runtime), []);
  });

  it('that it cannot be read where one circuit cannot: nobody knows what that carries', async () => {
    const runtime = await start(['A', 'B', 'A', 'both']);
    await pass(5 * minute);
    service.simulator.controls.setOnline(service.device('Refrigerator'), false);
    await pass(60 * minute);
    service.simulator.controls.setOnline(service.device('Refrigerator'), true);
    await pass(20 * minute);
    assert.deepEqual(told(runtime), ['unread', 'read-again']);
  });

  it('does not start before every circuit has a leg, and names those without', async () => {
    const runtime = await start(['A', undefined, 'A', 'both']);
    await pass(5 * minute);
    await runtime.run({ payload: 'ack' });
    assert.match(String(runtime.caught[0]?.error.message), /no leg of Office server rack/);
    assert.equal(service.requests('meter.reading').length, 0);
  });
});
