import assert from 'node:assert/strict';
import { checkInput } from '../../src/catalog';
import {
  byPhaseName,
  byPhaseNumber,
  readThresholds,
  spelledByPhaseName,
  thresholdNames,
  thresholdRanges,
} from '../../src/device-settings';
import { waveformConfigurationByPhaseName } from '../../src/simulator/physics';
import { seededRandom } from '../waveform/seeded-random';

const deviceId = '00000000-0000-4000-8000-000000000001';
const cases = 3_000;

describe('spec 2.3 thresholds', () => {
  const random = seededRandom(23);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  /** In range, at its edges, beyond them, or of another type. */
  function anyValue(name: (typeof thresholdNames)[number]): unknown {
    const range = thresholdRanges[name];
    if (range === 'flag') return pick([true, false, true, false, 'true', 1, null]);
    const { min, max } = range;
    const inside = min + Math.floor(random() * (max - min + 1));
    return pick([inside, inside, inside, min, max, min - 1, max + 1, inside + 0.5, String(inside), Number.NaN, null]);
  }
  function anyThresholds(): Record<string, unknown> {
    const names = thresholdNames.filter(() => random() < 0.3);
    const entries = names.map((name) => [name, anyValue(name)] as const);
    return Object.fromEntries(random() < 0.1 ? [...entries, ['p2mVSag', 1]] : entries);
  }

  it('there are twenty: nine for each phase and two for both', () => {
    assert.equal(thresholdNames.length, 20);
    assert.equal(thresholdNames.filter((name) => name.startsWith('p0')).length, 9);
  });

  it(`every field that the catalog refuses is named, and no other, in ${cases} bodies`, () => {
    let refused = 0;
    for (let count = 0; count < cases; count += 1) {
      const body = anyThresholds();
      const expected = new Set(
        checkInput('waveformConfiguration.set', { path: { deviceId }, body } as never).problems.map(
          ({ field }) => field,
        ),
      );
      const { problems, thresholds } = readThresholds(body);
      assert.deepEqual(new Set(problems.map(({ path }) => path)), expected, JSON.stringify(body));
      if (problems.length === 0) assert.deepEqual(thresholds, body);
      else refused += 1;
    }
    assert(refused > cases / 4 && refused < cases, `${refused} were refused`);
  });

  it('both spellings and the wrapping of device data mean the same', () => {
    for (let count = 0; count < cases; count += 1) {
      const body = anyThresholds();
      const named = Object.fromEntries(Object.entries(body).map(([name, value]) => [byPhaseName(name), value]));
      const one = readThresholds(body);
      const other = readThresholds(named);
      assert.deepEqual(other.thresholds, one.thresholds);
      assert.deepEqual(
        other.problems.map(({ path, rule }) => [byPhaseNumber(path), rule]),
        one.problems.map(({ path, rule }) => [path, rule]),
      );
      assert.deepEqual(readThresholds({ val: named, ts: 1 }), other);
      if (one.problems.length > 0) continue;
      assert.deepEqual(readThresholds(spelledByPhaseName(one.thresholds)).thresholds, one.thresholds);
      // The simulator spells by code of its own.
      assert.deepEqual(spelledByPhaseName(one.thresholds), waveformConfigurationByPhaseName(one.thresholds as never));
    }
  });

  it('one field in two spellings is refused unless both say the same', () => {
    assert.deepEqual(readThresholds({ p0mVSag: 1, pAmVSag: 2, pBmVSag: 1 }).problems, [
      { path: 'pAmVSag', rule: 'thresholdTwice' },
    ]);
    assert.deepEqual(readThresholds({ p0mVSag: 1, pAmVSag: 1 }), { thresholds: { p0mVSag: 1 }, problems: [] });
  });

  it('what is no object, and what every object has, is no threshold', () => {
    for (const value of [undefined, null, 'p0mVSag', 7, [], [{ p0mVSag: 1 }]])
      assert.deepEqual(readThresholds(value).problems, [{ path: '', rule: 'thresholdList' }]);
    assert.deepEqual(readThresholds(JSON.parse('{"__proto__": 1, "constructor": 2}')).problems, [
      { path: '__proto__', rule: 'thresholdName' },
      { path: 'constructor', rule: 'thresholdName' },
    ]);
    assert.deepEqual(readThresholds({ p0mVSag: undefined }), { thresholds: {}, problems: [] });
  });
});
