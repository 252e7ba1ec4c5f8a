import assert from 'node:assert/strict';
import { parseTimeOfDay, timeOfDayText } from '../../src/schedule';

const understood: Readonly<Record<string, readonly string[]>> = {
  '22:00': [
    '22:00',
    '2200',
    '10 pm',
    '10:00 PM',
    '22.00',
    '22h',
    '22 Uhr',
    '22',
    ' 22:00 ',
    '22:',
    '22.00 Uhr',
    '10pm',
  ],
  '22:30': [
    '22:30',
    '2230',
    '10:30 p.m.',
    '10.30 pm',
    '22h30',
    '22 h 30',
    '22 Uhr 30',
    '22時30分',
    '下午10:30',
    '10:30 p. m.',
  ],
  '08:00': ['8', '08', '8:00', '800', '0800', '8 am', '8 a.m.', '8h', '上午8点', '午前8時', '8:00 AM', '８：００'],
  '00:00': ['0', '00:00', '0000', '12 am', '12:00 AM', '0 Uhr', '0h', '午前12時'],
  '12:00': ['12', '1200', '12 pm', '12:00 PM', '12.00'],
  '23:59': ['23:59', '2359', '11:59 pm'],
};
const refused = [
  '',
  'noon',
  '24:00',
  '2400',
  '22:60',
  '22:0',
  '1:2',
  '13 pm',
  '0 am',
  '-1',
  '25',
  '22:00:00',
  '12345',
  '8 xm',
  'pm',
];

describe('a time of day as people write it', () => {
  for (const [time, texts] of Object.entries(understood))
    for (const text of texts) it(`reads "${text}" as ${time}`, () => assert.equal(parseTimeOfDay(text), time));

  for (const text of refused) it(`refuses "${text}"`, () => assert.equal(parseTimeOfDay(text), undefined));

  for (const language of ['en-US', 'de', 'fr', 'es-ES', 'zh-CN', 'ja', 'es-MX', 'en-GB'])
    it(`reads every minute of the day as ${language} writes it`, () => {
      for (let minute = 0; minute < 1440; minute += 1) {
        const time = new Date(minute * 60_000).toISOString().slice(11, 16);
        assert.equal(parseTimeOfDay(timeOfDayText(time, language)), time);
        assert.equal(parseTimeOfDay(timeOfDayText(time.replace(':', ''), language)), time);
      }
    });

  it('leaves a text that is no time as it is', () => {
    assert.equal(timeOfDayText('half past', 'en-US'), 'half past');
    assert.equal(timeOfDayText('2460', 'en-US'), '2460');
  });
});
