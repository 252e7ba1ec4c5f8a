import assert from 'node:assert/strict';
import { chosenNodes, enabledTabs } from '../../src/rehearsal/chosen-nodes';

const flow = [
  { id: 'a', type: 'tab', label: 'House' },
  { id: 'b', type: 'tab', label: 'Garage' },
  { id: 'c', type: 'tab', label: 'Old', disabled: true },
  { id: 'account', type: 'breaker-account' },
  { id: 's', type: 'subflow' },
  { id: 'inside', type: 'function', z: 's' },
  ...['a', 'b', 'c'].map((z) => ({ id: `on ${z}`, type: 'debug', z })),
];
const ids = (names?: readonly string[]) => chosenNodes(flow, names).nodes.map(({ id }) => id);
const common = ['account', 's', 'inside'];

describe('the flows of a scenario', () => {
  it('are all that are enabled where it names none', () => {
    assert.deepEqual(
      enabledTabs(flow).map(({ label }) => label),
      ['House', 'Garage'],
    );
    assert.deepEqual(ids(), ['a', 'b', ...common, 'on a', 'on b']);
  });

  it('are named by id or label, and keep what belongs to no tab', () => {
    assert.deepEqual(ids(['a']), ['a', ...common, 'on a']);
    assert.deepEqual(ids(['Garage']), ['b', ...common, 'on b']);
  });

  it('are a problem where there is no enabled one of that name', () =>
    assert.deepEqual(
      chosenNodes(flow, ['Garage', 'Old', 'Moon']).problems.map(({ field }) => field),
      ['flows[1]', 'flows[2]'],
    ));
});
