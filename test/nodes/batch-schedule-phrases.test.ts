import assert from 'node:assert/strict';
import { phraseText, type Words } from '../../nodes/batch-schedule/phrase-text';
import { textKey } from '../../src/admin-api/text-key';
import { describeCron, describeSun } from '../../src/schedule';
import { nodeText } from '../support/node-texts';

const months = 'January February March April May June July August September October November December'.split(' ');
const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const words: Words = {
  text: (key, params) => nodeText(textKey(`batch-schedule.${key}`), params),
  month: (month) => months[month - 1] ?? '',
  weekday: (day) => days[day - 1] ?? '',
  time: (time) => time,
};

describe('a schedule in the words of the locale files', () => {
  const crons = `* * * * *|*/15 * * * *|5-59/15 * * * *|0 * * * *|17 * * * *|1,2,3,30 * * * *|0 */6 * * *|0 8-17 * * *
|*/15 8-17 * * 1-5|* 8 * * *|* 8-10 * * *|0 8,12,18 * * *|1,2,4,7 1,3,5,9 * * *|5 1,2,5,7,9,11,13,14,15,16,19,20,22 * * *
|1,2,4,5,7,9,11,13,14,15,16,19,20,22 3 * * *|0 8 * * 1-5|0 8 * * 1|0 8 * * 1,3,5|0 8 1 * *|0 8 1,15 * *|0 8 1-7 * *
|0 8 */5 * *|0 8 29 2 *|0 8 13 * 5|0 8 1,13 * 5,6|0 8 */2 * 1|0 8 1-7,9 * */2|0 8 * 6-8 *|0 8 1 1,6 1|0 0 31 * 0,6`;
  for (const cron of crons.split('|').map((text) => text.trim()))
    it(`says ${cron} as the English description does`, () => {
      const described = describeCron(cron);
      assert.ok(described.ok);
      assert.equal(phraseText(described.value.parts, words), described.value.english);
    });

  for (const scheduleType of ['sunrise', 'sunset'] as const)
    for (const offset of [0, 1, -1, 30, -45])
      for (const offsetUnit of ['minutes', 'seconds'] as const)
        it(`says ${offset} ${offsetUnit} from ${scheduleType} as the English description does`, () => {
          const rule = { scheduleType, offset, offsetUnit, latitude: 40, longitude: -89, cronSchedule: '0 0 * * 6,7' };
          const described = describeSun(rule);
          assert.ok(described.ok);
          assert.equal(phraseText(described.value.parts, words), described.value.english);
        });

  it('has every time of day as the language writes it', () => {
    const spoken: Words = { ...words, time: (time) => `<${time}>` };
    const sentences = '0 8 * * *|0 8,12 * * *|0 8-17 * * *|*/15 8-17 * * *|* 8 * * *|0 */6 * * *'
      .split('|')
      .map((cron) => {
        const described = describeCron(cron);
        assert.ok(described.ok);
        return phraseText(described.value.parts, spoken);
      });
    for (const sentence of sentences) {
      assert.match(sentence, /<\d\d:\d\d>/);
      assert.doesNotMatch(sentence, /(?<!<)\b\d\d:\d\d/);
    }
  });
});
