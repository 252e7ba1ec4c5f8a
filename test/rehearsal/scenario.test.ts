import assert from 'node:assert/strict';
import { scenarioProblems } from '../../src/rehearsal';

const base = { start: '2026-06-15T05:00:00Z', hours: 24 };
const fields = (scenario: object) => scenarioProblems(scenario).map(({ field }) => field);

describe('a scenario', () => {
  it('needs a start and hours only', () => assert.deepEqual(fields(base), []));

  it('may hold every kind of step', () => {
    const steps = [
      { at: '10:00', do: 'offline', device: 'Freezer' },
      { at: '10:00:30', do: 'online', device: 'Freezer' },
      { at: '13:00', do: 'trip', device: 'Freezer' },
      { at: '13:30', do: 'main-handle', device: 'Freezer', position: 'closed' },
      { at: '2026-06-15T18:00:00Z', do: 'plugIn', device: 'Van', neededWh: 20_000, carMaxA: 32 },
      { at: '19:00', do: 'unplug', device: 'Van' },
      { at: '19:00', do: 'load', device: 'Freezer', ratedA: 3 },
      { at: '19:00', do: 'load', device: 'Freezer', ratedA: 3, course: 'steady' },
      { at: '19:00', do: 'supply', percent: 85 },
      { at: '19:00', do: 'override', device: 'Freezer', minutes: 60 },
      { at: '19:00', do: 'fault', fault: { kind: 'slow', delayMs: 40_000, times: 3 } },
      { at: '06:00', do: 'press', node: 'now' },
      { at: '06:00', do: 'emit', node: 'grid limit', msg: { payload: 'open' } },
    ];
    assert.deepEqual(fields({ ...base, steps }), []);
  });

  for (const [why, scenario, expected] of [
    ['no start', { hours: 1 }, ['start']],
    ['more than 31 days', { ...base, hours: 800 }, ['hours']],
    ['an unknown field', { ...base, speed: 3 }, ['speed']],
    ['an unknown step', { ...base, steps: [{ at: '10:00', do: 'explode' }] }, ['steps[0].do']],
    ['a time that is none', { ...base, steps: [{ at: 'noon', do: 'trip', device: 'x' }] }, ['steps[0].at']],
    ['a step without its device', { ...base, steps: [{ at: '10:00', do: 'trip' }] }, ['steps[0].device']],
    [
      'an unknown fault',
      { ...base, steps: [{ at: '10:00', do: 'fault', fault: { kind: 'x' } }] },
      ['steps[0].fault.kind'],
    ],
    ['an expectation that is always met', { ...base, expect: [{ text: 'a', kind: 'error' }] }, ['expect[0]']],
    ['a power of nothing', { ...base, expect: [{ text: 'a', kind: 'power', below: 5 }] }, ['expect[0].of']],
    ['a power without a bound', { ...base, expect: [{ text: 'a', kind: 'power', of: 'all' }] }, ['expect[0]']],
    ['no object', 'scenario', ['']],
  ] as const)
    it(`is refused with the path of the problem: ${why}`, () => {
      assert.deepEqual(
        scenarioProblems(scenario).map(({ field }) => field),
        expected,
      );
    });

  it('names all its problems at once', () => {
    const steps = [
      { at: 'x', do: 'trip' },
      { at: '10:00', do: 'supply', percent: 500 },
    ];
    assert.deepEqual(fields({ ...base, steps }), ['steps[0].at', 'steps[0].device', 'steps[1].percent']);
  });
});
