import assert from 'node:assert/strict';
import { documentedLimits } from '../data/errors-and-limits';
import { credentialLimits } from './limits/credentials';
import { keyAndCommandLimits } from './limits/keys-and-commands';
import { listLimits } from './limits/lists';
import { textAndStreamLimits } from './limits/texts-and-streams';

const tests = { ...credentialLimits, ...textAndStreamLimits, ...keyAndCommandLimits, ...listLimits };

describe('spec 8 limits, through the client and over raw HTTP', () => {
  for (const [limit] of documentedLimits)
    describe(limit, () => {
      for (const [title, test] of Object.entries(tests[limit] ?? {})) it(title, test);
    });

  it('every row of the table has its tests, and nothing else has', () => {
    assert.equal(documentedLimits.length, 16);
    assert.deepEqual(Object.keys(tests).sort(), documentedLimits.map(([limit]) => limit).sort());
    for (const [limit, rows] of Object.entries(tests)) assert.ok(Object.keys(rows).length > 0, limit);
  });
});
