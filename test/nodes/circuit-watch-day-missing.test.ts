import assert from 'node:assert/strict';
import { missingForDay } from '../../nodes/circuit-watch/day-missing';

describe('circuit-watch: what a plot of the last 24 hours needs', () => {
  const cases: [string, Parameters<typeof missingForDay>[0], string[]][] = [
    ['all is there', { hasAccount: true, picked: 1, measure: 'amperes' }, []],
    ['no device', { hasAccount: true, picked: 0, measure: 'amperes' }, ['noDevice']],
    ['no account, of which devices are picked', { hasAccount: false, picked: 0, measure: 'amperes' }, ['noAccount']],
    ['a location', { hasAccount: true, picked: undefined, measure: 'watts' }, ['location']],
    ['a measure that no history has', { hasAccount: true, picked: 1, measure: 'handLever' }, ['measure']],
    [
      'a new node: a device, and another measure',
      { hasAccount: true, picked: 0, measure: 'events' },
      ['noDevice', 'measure'],
    ],
  ];
  for (const [title, chosen, missing] of cases) it(title, () => assert.deepEqual(missingForDay(chosen), missing));
});
