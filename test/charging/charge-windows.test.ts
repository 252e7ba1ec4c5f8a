import assert from 'node:assert/strict';
import {
  type ChargeWindow,
  type Day,
  nextWindowChange,
  openWindow,
  spansOf,
  windowLength,
  windowOverlaps,
  windowProblems,
  windowWarnings,
} from '../../src/charging';
import { nextWindowEdge, openWindow as simulatedOpenWindow } from '../../src/simulator/charging/charge-windows';

function window(start: string, stop: string): ChargeWindow {
  const edge = (text: string) => {
    const [day, time] = text.split(' ') as [Day, string];
    return { day, time };
  };
  return { start: edge(start), stop: edge(stop) };
}

const night = window('friday 2200', 'saturday 0600');
const weekend = window('saturday 1200', 'sunday 1200');
const minute = 60_000;

describe('spec 2.11 charge windows', () => {
  it('every problem is named at once, by its place', () => {
    const windows = [
      { start: { day: 'Monday', time: '24:00' }, stop: { day: 'monday', time: '0600' } },
      { ...window('monday 0600', 'monday 0600') },
      { ...night, restrictions: { maxCurrent: 5, maxEnergy: -1 } },
      undefined,
    ];
    assert.deepEqual(
      windowProblems(windows).map(({ path, rule }) => `${path} ${rule}`),
      [
        '[0].start.day windowDay',
        '[0].start.time windowTime',
        '[1].stop windowLength',
        '[2].restrictions.maxCurrent windowCurrent',
        '[2].restrictions.maxEnergy windowEnergy',
        '[3].start.day windowDay',
        '[3].start.time windowTime',
        '[3].stop.day windowDay',
        '[3].stop.time windowTime',
      ],
    );
  });

  it('0 A and 6 A and more are limits, 1 to 5 A are none', () => {
    const withLimit = (maxCurrent: number) => windowProblems([{ ...night, restrictions: { maxCurrent } }]).length === 0;
    assert.deepEqual([0, 6, 6.5, 32, 48].map(withLimit), [true, true, true, true, true]);
    assert.deepEqual([1, 5, 5.9, -1, Number.NaN].map(withLimit), [false, false, false, false, false]);
  });

  it('more than 32 A and 200000 Wh are warnings, by the number of the window', () => {
    const restricted = (maxCurrent: number, maxEnergy: number) => ({
      ...night,
      restrictions: { maxCurrent, maxEnergy },
    });
    assert.deepEqual(windowWarnings([restricted(32, 200_000), restricted(33, 200_001), night]), [
      { number: 2, rule: 'windowCurrent', limit: 32 },
      { number: 2, rule: 'windowEnergy', limit: 200_000 },
    ]);
    assert.deepEqual(windowWarnings('none'), []);
  });

  it('what is no list has one problem', () => {
    assert.deepEqual(windowProblems({}), [{ path: '', rule: 'windowList' }]);
  });

  it('a window that passes midnight has a part on each day', () => {
    assert.equal(windowLength(night), 8 * 60);
    assert.deepEqual(spansOf(night), [
      { day: 'friday', fromMinute: 1320, toMinute: 1440, first: true, last: false },
      { day: 'saturday', fromMinute: 0, toMinute: 360, first: false, last: true },
    ]);
  });

  it('a window that ends at midnight has no part on the next day', () => {
    assert.deepEqual(spansOf(window('friday 2200', 'saturday 0000')), [
      { day: 'friday', fromMinute: 1320, toMinute: 1440, first: true, last: true },
    ]);
  });

  it('a window that passes the end of the week goes on with Sunday', () => {
    assert.deepEqual(
      spansOf(weekend).map(({ day, toMinute }) => [day, toMinute]),
      [
        ['saturday', 1440],
        ['sunday', 720],
      ],
    );
  });

  it('two windows overlap where both are open, over midnight and over the end of the week, too', () => {
    assert.deepEqual(windowOverlaps([night, window('saturday 0500', 'saturday 0700')]), [
      { first: 0, second: 1, fromMinute: 6 * 1440 + 300, minutes: 60 },
    ]);
    assert.deepEqual(windowOverlaps([weekend, window('sunday 0000', 'sunday 0100')]), [
      { first: 0, second: 1, fromMinute: 0, minutes: 60 },
    ]);
    assert.deepEqual(windowOverlaps([window('sunday 0000', 'sunday 0100'), weekend]), [
      { first: 0, second: 1, fromMinute: 0, minutes: 60 },
    ]);
  });

  it('windows that touch do not overlap', () => {
    assert.deepEqual(windowOverlaps([night, window('saturday 0600', 'saturday 0700')]), []);
  });

  it('a window holds its start and not its stop', () => {
    const startMs = Date.UTC(2026, 0, 16, 22);
    assert.equal(openWindow([night], startMs - 1, 'UTC'), -1);
    assert.equal(openWindow([night], startMs, 'UTC'), 0);
    assert.equal(openWindow([night], startMs + 8 * 60 * minute - 1, 'UTC'), 0);
    assert.equal(openWindow([night], startMs + 8 * 60 * minute, 'UTC'), -1);
  });

  it('of windows that overlap, the first of the list counts', () => {
    const windows = [window('saturday 0500', 'saturday 0700'), night];
    assert.equal(openWindow(windows, Date.UTC(2026, 0, 17, 5, 30), 'UTC'), 0);
  });

  it('agrees with the simulator at every quarter of an hour of two weeks', () => {
    const windows = [night, weekend, window('tuesday 0115', 'tuesday 0130')];
    let open = 0;
    for (let atMs = Date.UTC(2026, 0, 1); atMs < Date.UTC(2026, 0, 15); atMs += 15 * minute) {
      const simulated = simulatedOpenWindow(windows as Parameters<typeof simulatedOpenWindow>[0], atMs);
      const place = openWindow(windows, atMs, 'UTC');
      assert.equal(windows[place], simulated);
      if (place >= 0) open += 1;
    }
    assert.equal(open, 2 * (8 * 4 + 24 * 4 + 1));
  });

  it('the next change is the next edge, as the simulator finds it', () => {
    const windows = [night, weekend];
    for (const hour of [0, 100, 119, 130]) {
      const atMs = Date.UTC(2026, 0, 11, hour);
      assert.equal(
        nextWindowChange(windows, atMs, 'UTC'),
        nextWindowEdge(windows as Parameters<typeof nextWindowEdge>[0], atMs),
      );
    }
  });

  it('a seam between two windows is a change of the window, one inside a window is none', () => {
    const later = window('saturday 0600', 'saturday 0700');
    assert.equal(nextWindowChange([night, later], Date.UTC(2026, 0, 17, 5), 'UTC'), Date.UTC(2026, 0, 17, 6));
    const inside = window('saturday 0100', 'saturday 0200');
    assert.equal(nextWindowChange([night, inside], Date.UTC(2026, 0, 17, 0), 'UTC'), Date.UTC(2026, 0, 17, 6));
    assert.equal(nextWindowChange([], Date.UTC(2026, 0, 17), 'UTC'), undefined);
  });

  it('in a zone the clock on the wall counts: a night is an hour shorter when the clock goes forward', () => {
    const saturdayNight = window('saturday 2200', 'sunday 0600');
    // Berlin changes to summer time on Sunday, 29 March 2026, at 01:00 UTC.
    const startMs = Date.UTC(2026, 2, 28, 21);
    assert.equal(openWindow([saturdayNight], startMs - 1, 'Europe/Berlin'), -1);
    assert.equal(openWindow([saturdayNight], startMs, 'Europe/Berlin'), 0);
    assert.equal(nextWindowChange([saturdayNight], startMs, 'Europe/Berlin'), Date.UTC(2026, 2, 29, 4));
  });

  it('a window that lies in the hour that is left out does not open', () => {
    const skipped = window('sunday 0215', 'sunday 0245');
    assert.equal(nextWindowChange([skipped], Date.UTC(2026, 2, 28), 'Europe/Berlin'), undefined);
  });
});
