import assert from 'node:assert/strict';
import { relativeTime } from '../../src/admin-api';
import { powerText } from '../../src/editor/sidebar/time-text';

describe('times and powers in words', () => {
  const times: [number, string, string][] = [
    [-12_000, 'en-US', '12 sec. ago'],
    [-90_000, 'en-US', '1 min. ago'],
    [-3 * 3_600_000, 'en-US', '3 hr. ago'],
    [10 * 86_400_000, 'en-US', 'in 10 days'],
    [-12_000, 'de', 'vor 12 Sek.'],
  ];
  for (const [ms, language, text] of times)
    it(`${ms} ms in ${language}: ${text}`, () => assert.equal(relativeTime(ms, language), text));

  it('watts up to a kilowatt, kilowatts above', () => {
    assert.equal(powerText(949.6, 'en-US'), '950 W');
    assert.equal(powerText(7512, 'en-US'), '7.51 kW');
    assert.equal(powerText(7512, 'de'), '7,51 kW');
    assert.equal(powerText(-1500, 'en-US'), '-1.5 kW');
  });
});
