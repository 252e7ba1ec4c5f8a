import assert from 'node:assert/strict';
import { isDateTime } from '../../src/schema';

describe('ISO 8601 date-times', () => {
  const right = [
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00Z',
    '2026-01-31T12:00:00.123Z',
    '2026-01-31T12:00:00.123456789Z',
    '2026-01-31T12:00:00+05:30',
    '2026-01-31T12:00:00-11:00',
    '2024-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
    '0099-12-31T00:00:00Z',
  ];
  for (const value of right) it(`${value} is one`, () => assert.equal(isDateTime(value), true));

  const wrong: [string, string][] = [
    ['2026-02-30T12:00:00Z', 'February has no 30th'],
    ['2026-02-29T12:00:00Z', '2026 is no leap year'],
    ['1900-02-29T12:00:00Z', '1900 was no leap year'],
    ['2026-04-31T12:00:00Z', 'April has no 31st'],
    ['2026-13-01T12:00:00Z', 'no 13th month'],
    ['2026-00-10T12:00:00Z', 'no month 0'],
    ['2026-01-00T12:00:00Z', 'no day 0'],
    ['2026-01-31T25:00:00Z', 'no 25th hour'],
    ['2026-01-31T12:60:00Z', 'no minute 60'],
    ['2026-01-31T12:00:61Z', 'no second 61'],
    ['2026-01-31T12:00:00', 'no zone'],
    ['2026-01-31', 'no time'],
    ['2026-01-31 12:00:00Z', 'no T'],
    ['2026-01-31t12:00:00z', 'small letters'],
    ['2026-1-31T12:00:00Z', 'one digit'],
    ['+002026-01-31T12:00:00Z', 'expanded year'],
    ['2026-01-31T12:00:00Z\n', 'a line end'],
    [' 2026-01-31T12:00:00Z', 'a space'],
    ["2026-01-31T12:00:00Z' or '1' eq '1", 'more than a date-time'],
    ['1769860800', 'epoch seconds'],
    ['', 'nothing'],
  ];
  for (const [value, why] of wrong)
    it(`${JSON.stringify(value)} is none: ${why}`, () => assert.equal(isDateTime(value), false));
});
