import assert from 'node:assert/strict';
import { isTimeZone, nextCronRuns } from '../../src/schedule';

describe('IANA time zones', () => {
  it('every zone the runtime knows is one, and so are UTC and older names', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    assert.ok(zones.length > 400, String(zones.length));
    for (const zone of zones) assert.equal(isTimeZone(zone), true, zone);
    for (const zone of ['UTC', 'GMT', 'Etc/UTC', 'Etc/GMT+5', 'US/Pacific', 'Asia/Kolkata', 'EST', 'CET', 'NZ']) {
      assert.equal(isTimeZone(zone), true, zone);
    }
  });

  it('offsets, abbreviations, other spellings and unknown names are not', () => {
    const others = ['', ' ', '+02:00', 'UTC+2', 'GMT+2', 'Z', 'local', 'Europe/Atlantis', 'Europe', 'Berlin'];
    const spellings = ['europe/berlin', 'EUROPE/BERLIN', 'Europe/berlin', ' Europe/Berlin', 'utc', 'asia/kolkata'];
    const abbreviations = ['PST', 'CST', 'IST', 'BST', 'JST', 'AET', 'PDT', 'CEST'];
    for (const zone of [...others, ...spellings, ...abbreviations]) assert.equal(isTimeZone(zone), false, zone);
  });

  it('have the offsets of the time zone database at noon of each day, in every zone', () => {
    let compared = 0;
    const changed = new Set<string>();
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const fromMs = Date.parse('2026-01-01T00:00Z');
      const runs = nextCronRuns({ cron: '0 12 */8 * *', timeZone, fromMs, count: 48 });
      assert.ok(runs.ok);
      const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
      for (const { atMs, utcOffsetMinutes } of runs.value) {
        const text = format.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value ?? '';
        const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? [];
        const expected = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
        assert.equal(utcOffsetMinutes, expected, `${timeZone} ${new Date(atMs).toISOString()}`);
        compared += 1;
        if (utcOffsetMinutes !== runs.value[0]?.utcOffsetMinutes) changed.add(timeZone);
      }
    }
    assert.ok(compared > 15_000, String(compared));
    assert.ok(changed.size > 100, String(changed.size));
  }).timeout(30_000);

  it('a visit of one week to another offset is not overlooked', () => {
    // America/Recife had summer time from 8 to 15 October 2000, 6.96 days: the shortest since 2000.
    const runs = nextCronRuns({
      cron: '0 12 * * *',
      timeZone: 'America/Recife',
      fromMs: Date.parse('2000-10-01T00:00Z'),
      count: 40,
    });
    assert.ok(runs.ok);
    const offsets = runs.value.map((run) => run.utcOffsetMinutes);
    const changes = offsets.filter((offset, index) => index > 0 && offset !== offsets[index - 1]);
    assert.deepEqual(changes, [-120, -180]);
    assert.equal(offsets.filter((offset) => offset === -120).length, 7);
  });
});
