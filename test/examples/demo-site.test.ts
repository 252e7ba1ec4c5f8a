import assert from 'node:assert/strict';
import { read } from './example-files';

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly state?: string;
  readonly position?: string;
  readonly amperes?: number;
  readonly feedsIn?: boolean;
}
interface Point {
  readonly payload: { readonly y: number; readonly series: string };
}
type Panel = (payload: object) => readonly [{ readonly payload: readonly Shown[] }, readonly Point[] | null];

const flow = read('dashboard/01-demo-site.json');
const func = String(flow.find(({ type, name }) => type === 'function' && name === 'panel')?.func);

/** The function of the flow, with a clock of its own. */
function panelAt(now: () => number): Panel {
  const kept = new Map<string, unknown>();
  const context = {
    get: (name: string) => kept.get(name),
    set: (name: string, value: unknown) => kept.set(name, value),
  };
  const run = new Function('msg', 'context', 'Date', func);
  return (payload) => run({ payload }, context, { now });
}

describe('the demo site', () => {
  let now: number;
  let panel: Panel;
  let ids: readonly string[];
  beforeEach(() => {
    now = 1_000_000;
    panel = panelAt(() => now);
    ids = panel({ results: [] })[0].payload.map(({ id }) => id);
  });

  const circuit = (deviceId: string, more: object = {}) => ({
    deviceId,
    position: 'closed',
    mainHandle: 'closed',
    state: 'live',
    ...more,
  });
  const meter = (deviceId: string, deliveredWh: number, generatedWh: number, currentA = 2) => ({
    deviceId,
    currentA,
    voltageAN: 120,
    energyDeliveredWh: deliveredWh,
    energyGeneratedWh: generatedWh,
  });
  const sums = (points: readonly Point[] | null) =>
    Object.fromEntries((points ?? []).map(({ payload }) => [payload.series, payload.y]));

  it('shows the effective state of a circuit, never the position of one handle', () => {
    const tripped = circuit(ids[0] ?? '', { mainHandle: 'open', state: 'tripped-or-opened-by-hand' });
    const [{ payload }] = panel({ results: [tripped, circuit(ids[1] ?? '')] });
    assert.deepEqual(
      payload.slice(0, 3).map(({ state }) => state),
      ['tripped-or-opened-by-hand', 'live', undefined],
    );
  });

  it('what is not read any more is unknown, with its amperes: also when the clock steps back', () => {
    panel({ results: ids.map((id) => circuit(id)) });
    panel({ results: ids.map((id) => meter(id, 10, 0)) });
    for (const laterMs of [31_000, -3_600_000]) {
      now = 1_000_000 + laterMs;
      const [{ payload }] = panel({
        results: ids.map((deviceId) => ({ deviceId, error: { code: 'DEVICE_OFFLINE' } })),
      });
      for (const { state, amperes } of payload) assert.deepEqual([state, amperes], ['unknown', undefined]);
    }
  });

  it('what feeds in is not added to the load', () => {
    const [solar = '', ...loads] = ids;
    const [, points] = panel({ results: [meter(solar, 5, 900, 7), ...loads.map((id) => meter(id, 100, 0, 1))] });
    assert.deepEqual(sums(points), { load: loads.length, 'feed-in': 7 });
  });

  it('which way a current flows follows what the counters grew by since the last reading', () => {
    const [solar = ''] = ids;
    panel({ results: [meter(solar, 5, 900, 7)] });
    const [{ payload }] = panel({ results: [meter(solar, 6, 900, 1)] });
    assert.equal(payload[0]?.feedsIn, false);
  });

  it('unread is not 0: a sum of some circuits says of how many', () => {
    const read = ids.slice(2).map((id) => meter(id, 100, 0, 1));
    const failed = ids.slice(0, 2).map((deviceId) => ({ deviceId, error: { code: 'DEVICE_OFFLINE' } }));
    const [, points] = panel({ results: [...read, ...failed] });
    const [series] = Object.keys(sums(points));
    assert.equal(series, `load, ${read.length} of ${ids.length} circuits`);
    assert.equal(panel({ results: failed })[1], null);
  });
});
