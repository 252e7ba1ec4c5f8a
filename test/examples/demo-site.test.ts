import assert from 'node:assert/strict';
import { breakers } from '../../src/simulator/site/circuits';
import { read } from './example-files';
import { siteIds } from './site-ids';

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
interface Page {
  /** What the page shows of what was read, and the points of the chart. */
  panel(payload: object): readonly [{ readonly payload: readonly Shown[] }, readonly Point[] | null];
  /** The command that a request of the page becomes; null where it is refused. */
  command(deviceId: string, payload: string): object | null;
}

const example = read('dashboard/01-demo-site.json');
const codeOf = (named: string) => String(example.find(({ type, name }) => type === 'function' && name === named)?.func);

function memory() {
  const kept = new Map<string, unknown>();
  return { get: (name: string) => kept.get(name), set: (name: string, value: unknown) => kept.set(name, value) };
}

/** The functions of the flow, with a clock of their own. */
function pageAt(now: () => number): Page {
  const [context, flow] = [memory(), memory()];
  const panel = new Function('msg', 'context', 'flow', 'Date', codeOf('panel'));
  const command = new Function('msg', 'flow', 'node', codeOf('only this panel'));
  return {
    panel: (payload) => panel({ payload }, context, flow, { now }),
    command: (deviceId, payload) => command({ deviceId, payload }, flow, { warn() {} }),
  };
}

describe('the demo site', () => {
  let now: number;
  let page: Page;
  beforeEach(() => {
    now = 1_000_000;
    page = pageAt(() => now);
  });
  const ids = breakers.map(({ label }) => siteIds[`circuit(${label})`] ?? assert.fail(`no circuit ${label}`));

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
    const [{ payload }] = page.panel({ results: [tripped, circuit(ids[1] ?? '')] });
    assert.deepEqual(
      payload.map(({ state }) => state),
      ['tripped-or-opened-by-hand', 'live'],
    );
  });

  it('what is not read any more is unknown, with its amperes: also when the clock steps back', () => {
    page.panel({ results: ids.map((id) => circuit(id)) });
    page.panel({ results: ids.map((id) => meter(id, 10, 0)) });
    for (const laterMs of [31_000, -3_600_000]) {
      now = 1_000_000 + laterMs;
      const [{ payload }] = page.panel({
        results: ids.map((deviceId) => ({ deviceId, error: { code: 'DEVICE_OFFLINE' } })),
      });
      for (const { state, amperes } of payload) assert.deepEqual([state, amperes], ['unknown', undefined]);
    }
  });

  it('what feeds in is not added to the load', () => {
    const [solar = '', ...loads] = ids;
    const [, points] = page.panel({ results: [meter(solar, 5, 900, 7), ...loads.map((id) => meter(id, 100, 0, 1))] });
    assert.deepEqual(sums(points), { load: loads.length, 'feed-in': 7 });
  });

  it('which way a current flows follows what the counters grew by since the last reading', () => {
    const [solar = ''] = ids;
    page.panel({ results: [meter(solar, 5, 900, 7)] });
    const [{ payload }] = page.panel({ results: [meter(solar, 6, 900, 1)] });
    assert.equal(payload[0]?.feedsIn, false);
  });

  it('unread is not 0: a sum of some circuits says of how many', () => {
    const read = ids.slice(2).map((id) => meter(id, 100, 0, 1));
    const failed = ids.slice(0, 2).map((deviceId) => ({ deviceId, error: { code: 'DEVICE_OFFLINE' } }));
    const [, points] = page.panel({ results: [...read, ...failed] });
    const [series] = Object.keys(sums(points));
    assert.equal(series, `load, ${read.length} of ${ids.length} circuits`);
    assert.equal(page.panel({ results: failed })[1], null);
  });

  it('shows the circuits that are read, of any site: by name, by serial number, or by id', () => {
    const named = circuit('a', { name: 'Workshop', serialNumber: '30611' });
    const numbered = circuit('b', { serialNumber: '30612' });
    const failed = { deviceId: 'c', error: { code: 'DEVICE_OFFLINE' } };
    const [{ payload }] = page.panel({ results: [named, numbered, failed] });
    assert.deepEqual(
      payload.map(({ id, name, state }) => [id, name, state]),
      [
        ['a', 'Workshop', 'live'],
        ['b', '30612', 'live'],
        ['c', 'c', undefined],
      ],
    );
  });

  it('operates what it has read of late, by open and close, and nothing else', () => {
    assert.equal(page.command('a', 'open'), null);
    page.panel({ results: [circuit('a'), { deviceId: 'b', error: { code: 'DEVICE_OFFLINE' } }] });
    assert.deepEqual(page.command('a', 'open'), { deviceId: 'a', payload: 'open' });
    for (const [id, payload] of [
      ['a', 'toggle'],
      ['b', 'open'],
      ['c', 'close'],
    ] as const)
      assert.equal(page.command(id, payload), null, `${id} ${payload}`);
    now += 31_000;
    page.panel({ results: [circuit('d')] });
    assert.equal(page.command('a', 'open'), null);
  });
});
