import assert from 'node:assert/strict';
import { type DayTimes, days, isWithinAny } from '../../src/charging';

const zone = 'Europe/Berlin';
/** A Tuesday in winter; Berlin is an hour ahead. */
const at = (utc: string) => Date.parse(`2026-01-13T${utc}:00Z`);

describe('Times of the week', () => {
  for (const [what, times, utc, expected] of [
    ['hold from their first minute', { days: ['tuesday'], from: '1000', to: '1200' }, '09:00', true],
    ['do not hold at the minute at which they end', { days: ['tuesday'], from: '1000', to: '1200' }, '11:00', false],
    ['do not hold on another day', { days: ['wednesday'], from: '1000', to: '1200' }, '09:30', false],
    [
      'that end earlier than they begin go on the next day',
      { days: ['monday'], from: '2200', to: '0600' },
      '04:59',
      true,
    ],
    ['of a night end in the morning', { days: ['monday'], from: '2200', to: '0600' }, '05:00', false],
    [
      'of a night belong to the day on which it begins',
      { days: ['tuesday'], from: '2200', to: '0600' },
      '04:00',
      false,
    ],
    ['that begin and end alike last a day', { days: ['monday'], from: '1200', to: '1200' }, '10:59', true],
  ] as const satisfies readonly (readonly [string, DayTimes, string, boolean])[])
    it(what, () => assert.equal(isWithinAny([times], at(utc), zone), expected));

  it('none of them is never', () => assert.equal(isWithinAny([], at('09:00'), zone), false));

  it('hold where one of them does', () => {
    const morning = { days, from: '0600', to: '0800' };
    const noon = { days, from: '1000', to: '1400' };
    assert.equal(isWithinAny([morning, noon], at('09:00'), zone), true);
  });

  it('follow the wall clock into summer time', () => {
    const night = { days, from: '0200', to: '0300' };
    // On that day the hour does not exist.
    const instants = Array.from({ length: 24 }, (_, hour) => Date.parse('2026-03-29T00:00:00Z') + hour * 3_600_000);
    assert.ok(instants.slice(0, 22).every((instant) => !isWithinAny([night], instant, zone)));
  });
});
