import assert from 'node:assert/strict';
import { siteIds } from '../examples/site-ids';
import { exampleFlow, rehearsed } from './rehearsed';

const start = '2026-06-15T23:00:00Z';
const at = (minute: number) => `2026-06-15T23:${minute}:00Z`;
const minuteOf = (atMs: number) => Math.floor((atMs - Date.parse(start)) / 60_000);

describe('the limits that load managers keep in a rehearsal', function () {
  this.timeout(120_000);

  it('are recorded with each change, and with what the manager knew to be drawn in each minute', async () => {
    const { result } = await rehearsed({
      flow: exampleFlow('04-charging/06-dim-to-4-2-kw.json'),
      scenario: {
        ...{ start, hours: 0.75 },
        steps: [
          { at: at(10), do: 'plugIn', device: 'EV charger right', neededWh: 40_000, carMaxA: 32 },
          { at: at(20), do: 'press', node: 'dim' },
          { at: at(40), do: 'press', node: 'not dimmed' },
        ],
      },
    });
    const [kept, ...others] = result.samples.limits;
    assert.deepEqual([kept?.node.name, kept?.group, kept?.unit, kept?.isAverage], ['garage', '', 'W', false]);
    assert.deepEqual(others, []);
    assert.deepEqual(
      kept?.changes.map((change) => [minuteOf(change.at), change.limit]),
      [
        [0, 15_000],
        [20, 4_200],
        [40, 15_000],
      ],
    );
    const values = kept?.totals[0]?.values ?? [];
    assert.equal(values.length, result.samples.watts[0]?.length);
    assert((values[15] ?? 0) > 6_000, 'before it is dimmed');
    assert((values[30] ?? 0) <= 4_200, 'while it is dimmed');
    const told = result.events.flatMap((event) => (event.kind === 'limit' ? [[event.node.name, event.limit]] : []));
    assert.deepEqual(told, [
      ['garage', 15_000],
      ['garage', 4_200],
      ['garage', 15_000],
    ]);
  });

  it('are one for all legs of a current', async () => {
    const { result } = await rehearsed({ flow: exampleFlow('04-charging/04-two-chargers-one-fuse.json') });
    const [kept] = result.samples.limits;
    const legs = kept?.totals.map(({ leg }) => leg);
    assert.deepEqual([kept?.unit, kept?.changes.length, legs], ['A', 1, ['A', 'B']]);
  });

  it('are told for each further limit by its name', async () => {
    const charger = siteIds['circuit(EV charger left)'];
    const meter = siteIds['circuit(Water heater)'];
    const groups = [{ name: 'left', limit: 8, of: 'meter', meter, loads: [charger] }];
    const flow = exampleFlow('04-charging/06-dim-to-4-2-kw.json');
    const { result } = await rehearsed({
      flow: flow.map((node) => (node.type === 'load-manager' ? { ...node, groups } : node)),
    });
    const told = result.samples.limits.map(({ group, changes }) => [group, changes[0]?.limit]);
    assert.deepEqual(told, [
      ['', 15_000],
      ['left', 8_000],
    ]);
  });

  it('are the average of the window where a demand is kept, whatever the window leaves for now', async () => {
    const { result } = await rehearsed({ flow: exampleFlow('03-automation/08-quarter-hour-demand.json') });
    const [kept] = result.samples.limits;
    assert.deepEqual([kept?.isAverage, kept?.changes.length], [true, 1]);
  });
});
