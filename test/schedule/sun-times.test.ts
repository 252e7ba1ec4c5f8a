import assert from 'node:assert/strict';
import { type SunTimes, sunTimes } from '../../src/schedule';
import { type AlmanacYear, almanacDays, almanacPolarDays, almanacSunlessDays, almanacYears } from './almanac';

const minuteMs = 60_000;
const dayLengthMs = 86_400_000;

function timesOf(input: Parameters<typeof sunTimes>[0]): SunTimes {
  const times = sunTimes(input);
  assert.ok(times.ok, JSON.stringify(times));
  return times.value;
}

function eventsOf(input: Parameters<typeof sunTimes>[0]): { sunriseMs: number; sunsetMs: number } {
  const times = timesOf(input);
  if (times.kind !== 'normal') assert.fail(`${input.date}: ${times.kind}`);
  return times;
}

/** The largest difference seen, in minutes, and where. */
function createWorst() {
  let minutes = 0;
  let where = '';
  let events = 0;
  return {
    add(computedMs: number, publishedMs: number, label: string) {
      events += 1;
      const difference = Math.abs(computedMs - publishedMs) / minuteMs;
      if (difference > minutes) {
        minutes = difference;
        where = label;
      }
      return difference;
    },
    events: () => events,
    text: (title: string) => `${title}: ${events} events, worst ${minutes.toFixed(2)} min (${where})`,
  };
}

describe('sun times against the almanac of the U.S. Naval Observatory', () => {
  const below65 = createWorst();
  const beyond65 = createWorst();
  const places = new Set<string>();

  after(() => {
    console.log(`      ${below65.text(`below 65 degrees, ${places.size} places`)}`);
    console.log(`      ${beyond65.text('beyond 65 degrees')}`);
  });

  for (const table of almanacYears) {
    it(`agrees within 2 minutes through ${table.year} at ${table.place}`, () => {
      places.add(table.place);
      for (const { publishedMs, event, label } of eventsInTable(table)) {
        const nearestMs = nearest(table, publishedMs, event);
        assert.ok(below65.add(nearestMs, publishedMs, label) <= 2, label);
      }
    });
  }

  it('agrees within 2 minutes on single days, on the civil date of the place', () => {
    for (const day of almanacDays) {
      places.add(day.place);
      const label = `${day.place} ${day.date}`;
      const { sunriseMs, sunsetMs } = eventsOf(day);
      assert.ok(below65.add(sunriseMs, Date.parse(day.rise), `${label} sunrise`) <= 2, label);
      assert.ok(below65.add(sunsetMs, Date.parse(day.set), `${label} sunset`) <= 2, label);
    }
  });

  it('was compared at no fewer than 8 places and 400 events', () => {
    assert.ok(places.size >= 8, String(places.size));
    assert.ok(below65.events() >= 400, String(below65.events()));
  });

  it('agrees within 2 minutes beyond 65 degrees, too', () => {
    for (const day of almanacPolarDays) {
      const label = `${day.place} ${day.date}`;
      const riseMs = Date.parse(day.rise);
      const setMs = Date.parse(day.set);
      assert.ok(beyond65.add(nearest(day, riseMs, 'sunriseMs'), riseMs, `${label} sunrise`) <= 2, label);
      assert.ok(beyond65.add(nearest(day, setMs, 'sunsetMs'), setMs, `${label} sunset`) <= 2, label);
    }
    assert.ok(beyond65.events() >= 20);
  });

  it('has polar days and nights as results, on the days the almanac has them', () => {
    const met = { 'polar-day': 0, 'polar-night': 0 };
    for (const { place, kind, ...day } of almanacSunlessDays) {
      assert.deepEqual(timesOf(day), { date: day.date, kind }, place);
      met[kind] += 1;
    }
    assert.ok(met['polar-day'] >= 4 && met['polar-night'] >= 4, JSON.stringify(met));
  });
});

/** A date of Universal Time may hold the sunset of the civil date before it: the computed event nearest to the published one. */
function nearest(
  place: { latitude: string; longitude: string },
  publishedMs: number,
  event: 'sunriseMs' | 'sunsetMs',
): number {
  const found = [-dayLengthMs, 0, dayLengthMs].flatMap((shiftMs) => {
    const date = new Date(publishedMs + shiftMs).toISOString().slice(0, 10);
    const times = timesOf({ latitude: place.latitude, longitude: place.longitude, date });
    return times.kind === 'normal' ? [times[event]] : [];
  });
  return found.reduce((a, b) => (Math.abs(a - publishedMs) < Math.abs(b - publishedMs) ? a : b));
}

function* eventsInTable(table: AlmanacYear) {
  for (const [day, row] of Object.entries(table.rows)) {
    const cells = row.split(/ +/);
    assert.equal(cells.length, 24);
    for (const [index, cell] of cells.entries()) {
      if (cell === '....') continue;
      const month = Math.floor(index / 2);
      const wallMs = Date.UTC(table.year, month, Number(day), Number(cell.slice(0, 2)), Number(cell.slice(2)));
      const event: 'sunriseMs' | 'sunsetMs' = index % 2 === 0 ? 'sunriseMs' : 'sunsetMs';
      const label = `${table.place} ${table.year}-${month + 1}-${day} ${event}`;
      yield { publishedMs: wallMs - table.utcOffsetMinutes * minuteMs, event, label };
    }
  }
}

describe('the civil date of sun times', () => {
  it('is the date of the place: sunrise and sunset fall on it in every zone from -11 to +14 hours', () => {
    const zones: [string, string, string][] = [
      ['Pacific/Pago_Pago', '-14.27', '-170.7'],
      ['America/Anchorage', '61.2', '-149.9'],
      ['Atlantic/Azores', '37.74', '-25.67'],
      ['Asia/Kathmandu', '27.7', '85.32'],
      ['Asia/Urumqi', '43.8', '87.6'],
      ['Asia/Shanghai', '39.47', '75.99'],
      ['Pacific/Kiritimati', '1.87', '-157.43'],
    ];
    let met = 0;
    for (const [timeZone, latitude, longitude] of zones) {
      const local = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
      for (let dayMs = Date.UTC(2026, 0, 1); dayMs < Date.UTC(2027, 0, 1); dayMs += dayLengthMs) {
        const date = new Date(dayMs).toISOString().slice(0, 10);
        const { sunriseMs, sunsetMs } = eventsOf({ latitude, longitude, timeZone, date });
        assert.equal(local.format(sunriseMs), date, timeZone);
        assert.equal(local.format(sunsetMs), date, timeZone);
        met += 1;
      }
    }
    assert.equal(met, 7 * 365);
  });

  it('has the sunset of a northern summer after midnight, on the next date of the calendar', () => {
    const { sunsetMs } = eventsOf({
      latitude: '64.15',
      longitude: '-21.94',
      timeZone: 'Atlantic/Reykjavik',
      date: '2026-06-21',
    });
    assert.equal(new Date(sunsetMs).toISOString().slice(0, 13), '2026-06-22T00');
  });
});

describe('inputs of sun times', () => {
  const fields = (input: Parameters<typeof sunTimes>[0]) => {
    const times = sunTimes(input);
    return times.ok ? [] : times.problems.map((problem) => `${problem.field} ${problem.code}`);
  };

  it('coordinates are text or numbers of decimal degrees', () => {
    const date = '2026-06-21';
    assert.deepEqual(
      timesOf({ latitude: ' 52.52 ', longitude: '+13.405', date }),
      timesOf({ latitude: 52.52, longitude: 13.405, date }),
    );
  });

  it('everything that is wrong is said at once', () => {
    const wrong = { latitude: '90.01', longitude: '13,4', timeZone: 'Mars/Olympus', date: '2026-02-30' };
    assert.deepEqual(fields(wrong), [
      'latitude out-of-range',
      'longitude not-degrees',
      'timeZone unknown-time-zone',
      'date not-a-date',
    ]);
  });

  it('empty, infinite, signed twice or lettered coordinates are refused before the sun is asked', () => {
    const refused = ['', ' ', 'N52', '52.5N', '--1', '1e1', '0x10', Number.NaN, Number.POSITIVE_INFINITY, 91, -91];
    for (const latitude of refused) {
      assert.equal(fields({ latitude, longitude: '0', date: '2026-06-21' }).length, 1, String(latitude));
    }
    assert.deepEqual(fields({ latitude: '0', longitude: '180.5', date: '2026-06-21' }), ['longitude out-of-range']);
  });

  it('the poles and the date line are places', () => {
    assert.equal(timesOf({ latitude: '90', longitude: '180', date: '2026-06-21' }).kind, 'polar-day');
    assert.equal(timesOf({ latitude: '-90', longitude: '-180', date: '2026-06-21' }).kind, 'polar-night');
  });

  it('29 February is a date in leap years only', () => {
    assert.deepEqual(fields({ latitude: '0', longitude: '0', date: '2028-02-29' }), []);
    assert.deepEqual(fields({ latitude: '0', longitude: '0', date: '2026-02-29' }), ['date not-a-date']);
    assert.deepEqual(fields({ latitude: '0', longitude: '0', date: '21.06.2026' }), ['date not-a-date']);
  });
});
