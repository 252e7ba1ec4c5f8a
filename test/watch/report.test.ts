import assert from 'node:assert/strict';
import {
  afterStart,
  dueEvents,
  type Facts,
  type Finding,
  findingsOf,
  type Health,
  initialWatch,
  told,
  type WatchSettings,
  watchStep,
} from '../../src/watch';
import { minute, settingsWith } from './watched';

const facts = (values: Readonly<Record<string, number | boolean>>, ts = 1_768_219_200): Facts =>
  new Map(Object.entries(values).map(([path, value]) => [path, { value, ts }]));
const wellFacts = (boots = 1) => facts({ 'device.metadata.isConnected': true, 'device.metadata.numBoots': boots });
const hour = 60 * minute;
const nowMs = Date.parse('2026-01-12T12:00:00Z');

describe('watch: findings of a device', () => {
  const kinds = (values: Readonly<Record<string, number | boolean>>, ts?: number, boots?: number) =>
    findingsOf({ deviceId: 'd', facts: facts(values, ts) }, nowMs, boots).map(({ kind, value }) =>
      value === undefined ? kind : `${kind} ${value}`,
    );

  it('none of one that is well, or that tells nothing of it', () => {
    assert.deepEqual(
      kinds({
        ...{ 'device.metadata.isConnected': true, 'device.telemetry.rssi': -80, 'device.metadata.numBoots': 3 },
        ...{ 'thermometer.telemetry.temperature': 60, 'breaker.metadata.mainHandlePosition': true },
        'meter.telemetry.currentA': 4,
      }),
      [],
    );
    assert.deepEqual(kinds({}), []);
  });

  for (const [finding, values, ts, boots] of [
    ['weakRadio -81', { 'device.telemetry.rssi': -81 }],
    ['warm 61', { 'thermometer.telemetry.temperature': 61 }],
    ['lever', { 'breaker.metadata.mainHandlePosition': false }],
    ['silent', { 'meter.telemetry.currentA': 4 }, nowMs / 1_000 - 3_601],
    ['restarted', { 'device.metadata.numBoots': 4 }, undefined, 3],
    ['offline', { 'device.metadata.isConnected': false, 'device.telemetry.rssi': -90 }],
  ] as const)
    it(`${finding} alone`, () => assert.deepEqual(kinds(values, ts, boots), [finding]));

  it('that it cannot be read, with the reason', () => {
    const unread: Finding = { deviceId: 'd', kind: 'unread', code: 'TIMEOUT' };
    assert.deepEqual(findingsOf({ deviceId: 'd', code: 'TIMEOUT' }, nowMs), [unread]);
  });
});

describe('watch: the report', () => {
  const daily = settingsWith({ condition: { kind: 'report', at: '0800' }, timeZone: 'America/New_York' });

  /** A watch of one device, stepped each minute; what is due is told at once. */
  function reporting(settings: WatchSettings, startsAt: string) {
    let state = initialWatch();
    let atMs = Date.parse(startsAt);
    const reports: string[] = [];
    const step = (health: readonly Health[] | undefined, isReportAsked = false) => {
      const input = { subjects: ['d health'], observations: [], silences: [], acknowledged: [], health, isReportAsked };
      state = JSON.parse(JSON.stringify(watchStep(state, input, settings, atMs)));
      const due = dueEvents(state, settings, atMs);
      for (const { atMs: at, findings = [], count, total } of due)
        reports.push(
          [new Date(at).toISOString().slice(0, 16), `${count}/${total}`, ...findings.map(({ kind }) => kind)].join(' '),
        );
      state = told(
        state,
        due.map(({ id }) => id),
      );
    };
    return {
      reports,
      ask: (health: readonly Health[] | undefined) => step(health, true),
      until(end: string, health: readonly Health[] | 'unasked' = [{ deviceId: 'd', facts: wellFacts() }]) {
        for (; atMs < Date.parse(end); atMs += minute) step(health === 'unasked' ? undefined : health);
      },
      restart(at: string) {
        state = afterStart(JSON.parse(JSON.stringify(state)));
        atMs = Date.parse(at);
      },
    };
  }

  it('comes once a day at its time in the zone, and not at the first look', () => {
    const { until, reports } = reporting(daily, '2026-01-12T14:00:00Z');
    until('2026-01-15T00:00:00Z');
    assert.deepEqual(reports, ['2026-01-13T13:00 1/1', '2026-01-14T13:00 1/1']);
  });

  it('comes late, and once, where nothing ran at its time', () => {
    const { until, restart, reports } = reporting(daily, '2026-01-12T14:00:00Z');
    until('2026-01-12T15:00:00Z');
    restart('2026-01-14T20:00:00Z');
    until('2026-01-14T23:00:00Z');
    restart('2026-01-14T23:30:00Z');
    until('2026-01-15T14:00:00Z');
    assert.deepEqual(reports, ['2026-01-14T20:00 1/1', '2026-01-15T13:00 1/1']);
  });

  it('comes once on the days of 23 and of 25 hours', () => {
    for (const [at, from, to, days] of [
      ['0130', '2026-10-31T12:00:00Z', '2026-11-02T12:00:00Z', 2],
      ['0230', '2026-03-07T12:00:00Z', '2026-03-09T12:00:00Z', 2],
    ] as const) {
      const { until, reports } = reporting({ ...daily, condition: { kind: 'report', at } }, from);
      until(to);
      assert.equal(reports.length, days, reports.join());
    }
  });

  it('waits until each device was asked', () => {
    const { until, reports } = reporting(daily, '2026-01-12T12:00:00Z');
    until('2026-01-12T12:01:00Z');
    until('2026-01-12T13:05:00Z', 'unasked');
    assert.deepEqual(reports, []);
    until('2026-01-12T13:06:00Z', [{ deviceId: 'd', code: 'TIMEOUT' }]);
    assert.deepEqual(reports, ['2026-01-12T13:05 0/1 unread']);
  });

  it('tells a restart since the last one, once, also where Node-RED has ended between', () => {
    const { until, restart, reports } = reporting(daily, '2026-01-12T12:00:00Z');
    until('2026-01-12T14:00:00Z');
    restart('2026-01-12T15:00:00Z');
    until('2026-01-14T14:00:00Z', [{ deviceId: 'd', facts: wellFacts(2) }]);
    assert.deepEqual(reports, ['2026-01-12T13:00 1/1', '2026-01-13T13:00 0/1 restarted', '2026-01-14T13:00 1/1']);
  });

  it('comes at intervals, without drift from its steps', () => {
    const every = settingsWith({ condition: { kind: 'report', everyMs: 6 * hour } });
    const { until, reports } = reporting(every, '2026-01-12T00:00:00Z');
    until('2026-01-13T00:01:00Z');
    assert.deepEqual(
      reports.map((one) => one.slice(11, 16)),
      ['06:00', '12:00', '18:00', '00:00'],
    );
  });

  it('comes when it is asked for, and the next one at its time all the same', () => {
    const { until, ask, reports } = reporting(daily, '2026-01-12T12:30:00Z');
    ask([{ deviceId: 'd', facts: wellFacts() }]);
    until('2026-01-12T13:30:00Z');
    assert.deepEqual(reports, ['2026-01-12T12:30 1/1', '2026-01-12T13:00 1/1']);
  });

  it('comes on its first day where it is watched before its time', () => {
    const { until, reports } = reporting(
      settingsWith({ condition: { kind: 'report', at: '1300' } }),
      '2026-01-12T12:59:00Z',
    );
    until('2026-01-12T13:10:00Z');
    assert.deepEqual(reports, ['2026-01-12T13:00 1/1']);
  });
});
