import assert from 'node:assert/strict';
import type { CheckedDevice } from '../../src/admin-api';
import { findingsText, siteFindings } from '../../src/editor/sidebar/first-run/site-findings';

const dayMs = 86_400_000;

/** A key and its parameters stand for the text. */
const words = {
  text: (key: string, params: object = {}) => [key, ...Object.values(params)].join(' '),
  language: 'en-US',
};

const circuit = { remoteHandle: 'closed', mainHandle: 'closed', connected: true, readAgeMs: 0 } as const;

function checked(
  load: string,
  live: Partial<CheckedDevice['live']>,
  sources?: CheckedDevice['sources'],
): CheckedDevice {
  const device = { id: load, load, serialNumber: `30000${load.length}000` };
  return { device, live: { circuit, ageMs: 60_000, ...live }, ...(sources === undefined ? {} : { sources }) };
}

describe('the check list of a site', () => {
  const linesOf = (name: string, ...devices: CheckedDevice[]) =>
    siteFindings({ checked: devices }, words).find((finding) => finding.name === name)?.lines ?? [];

  it('adds up what one source did to all devices, most movements first', () => {
    const lines = linesOf(
      'sources',
      checked('oven', {}, [{ source: 'app', movements: 2, newestAgeMs: 3 * dayMs }]),
      checked('dryer', {}, [
        { source: '', movements: 1, newestAgeMs: dayMs },
        { source: 'app', movements: 1, newestAgeMs: dayMs },
      ]),
    );
    assert.deepEqual(lines, [
      'siteCheck.source app 3 1 day ago oven, dryer',
      'siteCheck.source siteCheck.noSource 1 1 day ago dryer',
    ]);
  });

  it('names running timers, and devices without a connection with the time that it is missing', () => {
    const offline = { circuit: { ...circuit, connected: false, connectionAgeMs: 2 * dayMs } };
    const devices = [checked('oven', { timerSeconds: 40 }, []), checked('dryer', offline, [])];
    assert.deepEqual(linesOf('timers', ...devices), ['oven …4000: live.timer 40']);
    assert.deepEqual(linesOf('offline', ...devices), ['dryer …5000: 2 days ago']);
  });

  it('lists the age of each reading, the oldest first, and what has none as not measured', () => {
    const { ageMs: _, ...unmeasured } = checked('spare', {}, []).live;
    const devices = [
      checked('oven', { ageMs: 60_000 }, []),
      checked('dryer', { ageMs: 600_000 }, []),
      { ...checked('spare', {}, []), live: unmeasured },
    ];
    assert.deepEqual(linesOf('meters', ...devices), ['dryer …5000: 10 min. ago', 'oven …4000: 1 min. ago']);
    assert.deepEqual(linesOf('unmeasured', ...devices), ['spare …5000']);
  });

  it('says what could not be read, and takes it for nothing else', () => {
    const devices = [{ ...checked('oven', {}), live: { error: 'Not permitted' } }, checked('dryer', {})];
    assert.deepEqual(linesOf('unread', ...devices), ['oven …4000: Not permitted', 'dryer …5000: siteCheck.noHistory']);
    assert.deepEqual(linesOf('unmeasured', ...devices), []);
    assert.deepEqual(linesOf('sources', ...devices), []);
  });

  it('is copied with every question, answered or not', () => {
    const text = findingsText(
      { finished: true, total: 1, devices: 1, days: 7, checked: [checked('oven', {}, [])] },
      words,
    );
    assert.deepEqual(
      text.split('\n\n').map((part) => part.split('\n')[0]),
      ['sources', 'timers', 'offline', 'meters', 'unmeasured', 'unread'].map((name) => `siteCheck.title.${name} 7`),
    );
    assert.match(text, /siteCheck\.title\.timers 7\n- siteCheck\.none/);
  });
});
