import assert from 'node:assert/strict';
import { checkInput } from '../../src/catalog';
import {
  dimmed,
  hexOf,
  type LedColors,
  ledNames,
  levelColors,
  litLeds,
  luminance,
  parseColor,
  parseLedColors,
} from '../../src/device-settings';
import { samples } from './samples';

const path = { deviceId: 'd1' };
/** What the catalog has against a body of colours. */
const refused = (body: unknown) => checkInput('bargraphColors.set', { path, body }).problems.length > 0;
const whole = (color: unknown) => Object.fromEntries(ledNames.map((led) => [led, color]));

function colorsOf(value: unknown): LedColors {
  const parsed = parseLedColors(value);
  assert('colors' in parsed, JSON.stringify(parsed));
  return parsed.colors;
}
function problemsOf(value: unknown): string[] {
  const parsed = parseLedColors(value);
  assert('problems' in parsed);
  return parsed.problems.map(({ path, rule }) => `${path}: ${rule}`);
}

describe('spec 2.3 colours', () => {
  const { random, anything } = samples(7);
  const part = () => Math.floor(random() * 256);

  it('an object is a colour exactly when the catalog takes it', () => {
    let taken = 0;
    for (let round = 0; round < 4000; round++) {
      const color: Record<string, unknown> = { red: part(), green: part(), blue: part() };
      const names = ['red', 'green', 'blue', 'alpha'];
      for (const name of names) if (random() < 0.15) color[name] = anything();
      if (random() < 0.1) delete color[names[Math.floor(random() * 3)] ?? 'red'];
      const parsed = parseColor(color);
      assert.equal(parsed !== undefined, !refused(whole(color)), JSON.stringify(color));
      if (parsed !== undefined) taken += 1;
    }
    assert(taken > 500 && taken < 3500, `${taken}`);
  });

  it('#rrggbb there and back', () => {
    for (let round = 0; round < 2000; round++) {
      const color = { red: part(), green: part(), blue: part() };
      assert.deepEqual(parseColor(hexOf(color)), color);
      assert.deepEqual(parseColor(hexOf(color).toUpperCase()), color);
    }
  });

  it('what is no colour is none', () => {
    for (const value of ['', '#12345', '#1234567', 'ff0000', '#gggggg', 'toString', 3, null, [], true, undefined])
      assert.equal(parseColor(value), undefined, String(value));
  });

  it('colours have names', () => {
    assert.deepEqual(parseColor('off'), { red: 0, green: 0, blue: 0 });
    assert.deepEqual(parseColor(' Green '), { red: 0, green: 255, blue: 0 });
  });

  it('the eye sees green brighter than red, and red brighter than blue', () => {
    const [red, green, blue] = ['red', 'green', 'blue'].map((name) => luminance(parseColor(name) ?? assert.fail()));
    assert.deepEqual([red, green, blue], [0.2126, 0.7152, 0.0722]);
    assert.equal(luminance({ red: 255, green: 255, blue: 255 }).toFixed(6), '1.000000');
  });
});

describe('spec 2.3 the five LEDs', () => {
  const { random } = samples(11);
  const part = () => Math.floor(random() * 256);
  const anyColors = (): LedColors => colorsOf(ledNames.map(() => ({ red: part(), green: part(), blue: part() })));

  it('one colour is for all, a list of five for each', () => {
    assert.deepEqual(colorsOf('#010203').led5, { red: 1, green: 2, blue: 3 });
    const five = ['red', 'off', '#102030', 'blue', { red: 9, green: 8, blue: 7 }];
    const colors = colorsOf(five);
    assert.deepEqual(
      ledNames.map((led) => hexOf(colors[led])),
      ['#ff0000', '#000000', '#102030', '#0000ff', '#090807'],
    );
  });

  it('every problem is named at once, by its LED', () => {
    assert.deepEqual(problemsOf({ led1: 'red', led2: 'purple-ish', led3: 256, led4: 'off', led6: 'red' }), [
      'led6: unknownLed',
      'led2: color',
      'led3: color',
      'led5: color',
    ]);
    assert.deepEqual(problemsOf(['red']), [': fiveColors']);
    assert.deepEqual(problemsOf(17), [': colors']);
    assert.deepEqual(problemsOf({}), [': colors']);
    assert.deepEqual(problemsOf('pink-ish'), [': colors']);
  });

  it('whatever was parsed, dimmed or lit by a level is taken by the catalog', () => {
    for (let round = 0; round < 500; round++) {
      const colors = anyColors();
      const dim = dimmed(colors, random() * 140 - 20);
      const level = levelColors(random() * 30 - 10, { empty: random() * 10, full: 10 + random() * 10 }, colors);
      for (const body of [colors, dim, level]) assert(!refused(body), JSON.stringify(body));
    }
  });

  it('brightness never brightens, and keeps the order of two brightnesses', () => {
    for (let round = 0; round < 500; round++) {
      const colors = anyColors();
      const [low, high] = [random() * 100, random() * 100].sort((a, b) => a - b) as [number, number];
      const [darker, lighter] = [dimmed(colors, low), dimmed(colors, high)];
      for (const led of ledNames)
        for (const name of ['red', 'green', 'blue'] as const) {
          assert(darker[led][name] <= lighter[led][name]);
          assert(lighter[led][name] <= colors[led][name]);
        }
    }
    const colors = anyColors();
    assert.deepEqual(dimmed(colors, 100), colors);
    assert.deepEqual(dimmed(colors, 0), colorsOf('off'));
  });

  it('a level lights none at its beginning, one above it, all from its end on', () => {
    const scale = { empty: 0, full: 1000 };
    assert.deepEqual(
      [-5, 0, 1, 200, 201, 400, 600, 601, 999, 1000, 5000].map((value) => litLeds(value, scale)),
      [0, 0, 1, 1, 2, 2, 3, 4, 5, 5, 5],
    );
    assert.equal(litLeds(Number.NaN, scale), 0);
  });

  it('more is never fewer LEDs, on any scale and also on one that falls', () => {
    for (let round = 0; round < 500; round++) {
      const empty = random() * 200 - 100;
      const full = empty + (random() < 0.5 ? -1 : 1) * (0.001 + random() * 1000);
      const up = (share: number) => litLeds(empty + (full - empty) * share, { empty, full });
      const shares = Array.from({ length: 20 }, () => random() * 1.4 - 0.2).sort((a, b) => a - b);
      for (let index = 1; index < shares.length; index++) assert(up(shares[index - 1] ?? 0) <= up(shares[index] ?? 0));
      for (let lit = 0; lit <= 5; lit++) assert.equal(up(lit / 5), lit);
    }
  });

  it('LEDs above the level are off, those below keep their colour', () => {
    const colors = colorsOf(['green', 'green', 'yellow', 'orange', 'red']);
    const lit = levelColors(55, { empty: 0, full: 100 }, colors);
    assert.deepEqual(
      ledNames.map((led) => hexOf(lit[led])),
      ['#00ff00', '#00ff00', '#ffff00', '#000000', '#000000'],
    );
  });
});
