import assert from 'node:assert/strict';
import { type RehearsalDay, type RehearsalFaultKind, rehearsalFaults } from '../../src/admin-api';
import { scenarioProblems } from '../../src/rehearsal';
import { scenarioOfPlan } from '../../src/runtime/admin/rehearsal/scenario-of-plan';
import { seasonDay } from '../../src/simulator';

const nowMs = Date.parse('2026-06-15T15:00:00Z');
const scenario = (day: RehearsalDay, kinds: readonly RehearsalFaultKind[] = []) =>
  scenarioOfPlan(
    {
      flows: ['t'],
      day,
      hours: 24,
      faults: kinds.map((kind) => ({ kind, at: '23:30', device: 'd' })),
      expectations: [],
    },
    { nowMs, seed: 1 },
  );

describe('the plan of a rehearsal', () => {
  it('begins at midnight where Node-RED is, of today, of a day of the last week or of a day of the season', () => {
    const midnight = new Date(nowMs);
    midnight.setHours(0, 0, 0, 0);
    assert.equal(Date.parse(scenario('today').start), midnight.getTime());
    const weekAgo = new Date(nowMs);
    weekAgo.setDate(weekAgo.getDate() - 7);
    weekAgo.setHours(0, 0, 0, 0);
    assert.equal(Date.parse(scenario('ago-7').start), weekAgo.getTime());
    const winter = new Date(scenario('winter-clear').start);
    assert.deepEqual([winter.getHours(), [11, 0, 1].includes(winter.getMonth())], [0, true]);
  });

  it('makes a scenario of every fault that can be ticked, which ends what it begins, also after midnight', () => {
    const made = scenario('today', rehearsalFaults);
    assert.deepEqual(scenarioProblems(made), []);
    const steps = made.steps ?? [];
    const at = (kind: string, index: number) => steps.filter((step) => step.do === kind).at(index)?.at ?? '';
    assert.equal(Date.parse(at('online', 0)) - Date.parse(made.start), 24.5 * 3_600_000);
    assert.equal(Date.parse(at('supply', -1)) - Date.parse(made.start), (23 * 60 + 40) * 60_000);
  });

  it('knows a cloudier and a clearer day of each season, the same for the same site', () => {
    for (const season of ['winter', 'spring', 'summer', 'autumn'] as const) {
      const [clear, cloudy] = [seasonDay(1, 2026, season, 'clear'), seasonDay(1, 2026, season, 'cloudy')];
      assert.notEqual(clear, cloudy);
      assert.equal(clear, seasonDay(1, 2026, season, 'clear'));
      assert.match(clear, /^202[5-7]-\d\d-\d\d$/);
    }
  });
});
