import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dateTimeText, parseDateTime } from '../../src/schedule';

describe('a date and a time as people write them', () => {
  const written: [string, { date?: string; time?: string }][] = [
    ['2026-03-01 22:00', { date: '2026-03-01', time: '22:00' }],
    ['2026-03-01T22:00', { date: '2026-03-01', time: '22:00' }],
    ['2026-03-01, 10 pm', { date: '2026-03-01', time: '22:00' }],
    ['2026-3-1 2200', { date: '2026-03-01', time: '22:00' }],
    ['2026/03/01 22h', { date: '2026-03-01', time: '22:00' }],
    ['1.3.2026 22 Uhr', { date: '2026-03-01', time: '22:00' }],
    ['1.3.2026, 22.30', { date: '2026-03-01', time: '22:30' }],
    ['2026年3月1日 午後10時', { date: '2026-03-01', time: '22:00' }],
    ['2026-03-01 22:00:15', { date: '2026-03-01', time: '22:00:15' }],
    ['2026-03-01 22:00:00', { date: '2026-03-01', time: '22:00' }],
    ['2026-03-01', { date: '2026-03-01' }],
    ['22:00', { time: '22:00' }],
    ['2200', { time: '22:00' }],
    ['10 pm', { time: '22:00' }],
  ];
  for (const [text, expected] of written) it(`reads ${text}`, () => assert.deepEqual(parseDateTime(text), expected));

  for (const [text, why] of [
    ['03/01/2026 22:00', 'the month could be either'],
    ['2026-02-30 22:00', 'there is no such day'],
    ['2026-13-01', 'there is no such month'],
    ['2026-00-10', 'there is no such month'],
    ['2026-03-01 25:00', 'there is no such time'],
    ['2026-03-01 24:00', 'it is the next day'],
    ['2026-03-01 22:00 CET', 'the zone stands beside it'],
    ['2026-03-01 22:00:60', 'there is no such second'],
    ['tomorrow', 'it is no date'],
    ['', 'there is none'],
  ])
    it(`refuses "${text}": ${why}`, () => assert.equal(parseDateTime(text ?? ''), undefined));

  for (const language of ['en-US', 'de', 'fr', 'es-ES', 'zh-CN', 'ja'])
    it(`reads each as ${language} shows it`, () => {
      const seconds = fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2099, 0, 1) / 1000 });
      fc.assert(
        fc.property(seconds, fc.boolean(), (second, hasSeconds) => {
          const iso = new Date(hasSeconds ? second * 1000 : second * 60_000).toISOString();
          const wall = iso.slice(0, iso.slice(17, 19) === '00' ? 16 : 19);
          const [date, time] = wall.split('T');
          assert.deepEqual(parseDateTime(dateTimeText(wall, language)), { date, time });
        }),
      );
    });
});
