import assert from 'node:assert/strict';
import { loadTypeRows, withLoadType } from '../../nodes/breaker-account/load-types';

describe('the types of load that an account never operates', () => {
  const known = [
    { type: 'outlets', devices: 2 },
    { type: 'Freezer', devices: 1 },
  ];
  const rows = (stored: string, of: typeof known | undefined = known, offered: readonly string[] = []) =>
    loadTypeRows({ stored, known: of, offered }).map(({ type, devices, isTicked }) => [type, devices, isTicked]);

  it('are those of its devices, and those that are stored although no device has them', () => {
    assert.deepEqual(rows('sauna'), [
      ['Freezer', 1, false],
      ['outlets', 2, false],
      ['sauna', 0, true],
    ]);
  });
  it('are the same in upper and lower case, in the spelling of the service', () => {
    assert.deepEqual(rows('FREEZER'), [
      ['Freezer', 1, true],
      ['outlets', 2, false],
    ]);
  });
  it('are the stored ones alone, of an unknown number of devices, while the service has not answered', () => {
    assert.deepEqual(loadTypeRows({ stored: 'sauna, oven', known: undefined, offered: [] }), [
      { type: 'oven', devices: undefined, isTicked: true },
      { type: 'sauna', devices: undefined, isTicked: true },
    ]);
  });
  it('stay in the list without a tick once they were offered', () => {
    assert.deepEqual(rows('', known, ['sauna']).at(-1), ['sauna', 0, false]);
  });
  it('are stored as before, separated by commas, and nothing else of the text is changed', () => {
    assert.equal(withLoadType('', 'oven', true), 'oven');
    assert.equal(withLoadType('freezer,  Medical', 'oven', true), 'freezer, Medical, oven');
    assert.equal(withLoadType('freezer, Medical', 'medical', false), 'freezer');
    assert.equal(withLoadType('freezer,Medical', 'MEDICAL', true), 'freezer,Medical');
    assert.equal(withLoadType('freezer', 'oven', false), 'freezer');
  });
});
