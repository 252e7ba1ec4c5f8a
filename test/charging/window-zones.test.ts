import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ChargeWindow,
  days,
  nextShiftChange,
  openWindow,
  sameWindows,
  shiftWindows,
  zoneShift,
} from '../../src/charging';

const minuteMs = 60_000;
const zoneNames = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Chicago',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
);
const zones = fc.record({ drawn: zoneNames, charger: zoneNames });
const edge = fc.record({
  day: fc.constantFrom(...days),
  time: fc
    .integer({ min: 0, max: 1439 })
    .map((minute) => new Date(minute * minuteMs).toISOString().slice(11, 16).replace(':', '')),
});
const windows: fc.Arbitrary<ChargeWindow[]> = fc.array(
  fc
    .record({ start: edge, stop: edge, restrictions: fc.constantFrom({}, { maxCurrent: 16 }) })
    .filter(({ start, stop }) => start.day !== stop.day || start.time !== stop.time),
  { minLength: 1, maxLength: 4 },
);
const instants = fc
  .integer({ min: Date.UTC(2026, 0, 1) / minuteMs, max: Date.UTC(2028, 0, 1) / minuteMs })
  .map((minute) => minute * minuteMs);

describe('charge windows of one zone at a charger of another', () => {
  it('are open at the same instants, as long as the clocks do not change against each other', () => {
    fc.assert(
      fc.property(windows, zones, instants, (drawn, both, atMs) => {
        const sent = shiftWindows(drawn, zoneShift(atMs, both));
        assert.equal(openWindow(sent, atMs, both.charger), openWindow(drawn, atMs, both.drawn));
      }),
    );
  });

  it('the next change is the first minute at which they would not be', () => {
    fc.assert(
      fc.property(zones, instants, (both, atMs) => {
        const next = nextShiftChange(atMs, both);
        const shift = zoneShift(atMs, both);
        if (next === undefined) return;
        assert(next > atMs);
        assert.notEqual(zoneShift(next, both), shift);
        assert.equal(zoneShift(next - minuteMs, both), shift);
      }),
      { numRuns: 40 },
    );
  });

  it('shifting back gives the windows again', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: -1440, max: 1440 }), (drawn, minutes) => {
        assert(sameWindows(shiftWindows(shiftWindows(drawn, minutes), -minutes), drawn));
      }),
    );
  });

  it('both changes of a year are known, on both hemispheres; UTC never changes', () => {
    const changes = (drawn: string) => {
      const first = nextShiftChange(Date.UTC(2026, 0, 10), { drawn, charger: 'UTC' }) ?? 0;
      const second = nextShiftChange(first, { drawn, charger: 'UTC' }) ?? 0;
      return [first, second].map((atMs) => new Date(atMs).toISOString());
    };
    assert.deepEqual(changes('Europe/Berlin'), ['2026-03-29T01:00:00.000Z', '2026-10-25T01:00:00.000Z']);
    assert.deepEqual(changes('Australia/Sydney'), ['2026-04-04T16:00:00.000Z', '2026-10-03T16:00:00.000Z']);
    assert.equal(nextShiftChange(Date.UTC(2026, 0, 10), { drawn: 'Asia/Kolkata', charger: 'UTC' }), undefined);
  });

  it('lists are the same in any order, with 0 for no limit; what is no list is the same as nothing', () => {
    const one = { start: { day: 'monday', time: '2200' }, stop: { day: 'tuesday', time: '0600' } } as const;
    const other = { start: { day: 'friday', time: '2200' }, stop: { day: 'saturday', time: '0600' } } as const;
    assert(sameWindows([one, other], [{ ...other, restrictions: { maxCurrent: 0 } }, one]));
    assert(!sameWindows([one], [one, one]));
    assert(!sameWindows([one], [{ ...one, restrictions: { maxCurrent: 6 } }]));
    assert(!sameWindows(undefined, undefined));
  });
});
