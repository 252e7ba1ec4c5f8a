import assert from 'node:assert/strict';
import { formatAmzDate, parseAmzDate } from '../../src/sigv4';

describe('X-Amz-Date', () => {
  it('is ISO 8601 in its basic form, without fractions, in UTC', () => {
    assert.equal(formatAmzDate(new Date('2024-02-29T23:59:59.999Z')), '20240229T235959Z');
    assert.equal(parseAmzDate('20240229T235959Z'), Date.UTC(2024, 1, 29, 23, 59, 59));
    assert.equal(parseAmzDate('20241130T010203Z'), Date.UTC(2024, 10, 30, 1, 2, 3));
  });

  for (const text of [
    '',
    '2024-02-29T23:59:59Z',
    '20240229T235959',
    '20240229T235959.0Z',
    '20240229T235959+0000',
    '20230229T000000Z',
    '20230431T000000Z',
    '20230100T000000Z',
    '20231301T000000Z',
    '20230001T000000Z',
    '20230101T240000Z',
    '20230101T006000Z',
    '20230101T000060Z',
    ' 20230101T000000Z',
    '20230101T000000Z0',
    '20230101T000000ZZ',
  ]) {
    it(`${JSON.stringify(text)} is no instant, whatever was read before`, () => {
      assert.notEqual(parseAmzDate('20240229T235959Z'), undefined);
      assert.equal(parseAmzDate(text), undefined);
    });
  }
});
