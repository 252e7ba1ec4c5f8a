import assert from 'node:assert/strict';
import { type BatchOrder, batchConflicts, batchRuns, type ListedBatch, sunTimes } from '../../src/schedule';

const fromMs = Date.parse('2026-01-15T12:00:00Z');
const path = '/breaker/remoteHandle/position';
const open = { command: 'open', reason: 'x' };
const close = { command: 'close', reason: 'x' };
const order = (cronSchedule: string, body: unknown = open): BatchOrder => ({
  deviceIds: ['a', 'b'],
  path,
  body,
  cronSchedule,
  timeZone: 'Europe/Berlin',
});
const listed = (cronSchedule: string, body: unknown, change: Partial<ListedBatch> = {}): ListedBatch => ({
  id: 'other',
  deviceIds: ['b', 'c'],
  path,
  body,
  clockSchedule: { cronSchedule, timeZone: 'Europe/Berlin' },
  ...change,
});
const conflicts = (mine: BatchOrder, batch: ListedBatch) => batchConflicts({ order: mine }, [{ batch }], fromMs);

describe('two batches that contradict each other', () => {
  it('are named with the devices that both have and the first shared minute', () => {
    assert.deepEqual(conflicts(order('0 8 * * *'), listed('*/30 * * * *', close)), [
      { batchId: 'other', deviceIds: ['b'], atMs: Date.parse('2026-01-16T07:00:00Z') },
    ]);
  });

  it('may meet rarely: on one day of the year', () => {
    const [found] = conflicts(order('0 8 29 3 *'), listed('0 8 * * SUN', close));
    assert.equal(found?.atMs, Date.parse('2026-03-29T06:00:00Z'));
  });

  it('are none when they never share a minute, tell the same, or have no device or no kind of command in common', () => {
    assert.deepEqual(conflicts(order('0 8 * * *'), listed('1 8 * * *', close)), []);
    assert.deepEqual(conflicts(order('0 8 * * 1'), listed('0 8 * * 2', close)), []);
    assert.deepEqual(conflicts(order('0 8 * * *'), listed('0 8 * * *', open)), []);
    assert.deepEqual(conflicts(order('0 8 * * *'), listed('0 8 * * *', close, { deviceIds: ['c'] })), []);
    assert.deepEqual(
      conflicts(order('0 8 * * *'), listed('0 8 * * *', { mode: 'x' }, { path: '/bargraph/settings/mode' })),
      [],
    );
  });

  it('are compared in real time, across zones', () => {
    const london = listed('0 7 * * *', close, {
      clockSchedule: { cronSchedule: '0 7 * * *', timeZone: 'Europe/London' },
    });
    assert.equal(conflicts(order('0 8 * * *'), london).length, 1);
  });

  it('only within start and end', () => {
    const ended = { cronSchedule: '0 8 * * *', timeZone: 'Europe/Berlin', endTime: '2026-01-16T06:59:59Z' };
    assert.deepEqual(conflicts(order('0 8 * * *'), listed('', close, { clockSchedule: ended })), []);
  });

  it('include single runs and runs by the sun', () => {
    const location = {
      latitude: '40.6936',
      longitude: '-89.589',
      timeZone: 'America/Chicago',
      offsetUnit: 'minutes',
    } as const;
    const sun = sunTimes({ ...location, date: '2026-01-20' });
    assert.ok(sun.ok && sun.value.kind === 'normal');
    const { sunsetMs } = sun.value;
    const evening: BatchOrder = {
      deviceIds: ['b'],
      path,
      body: open,
      sunSchedule: { scheduleType: 'sunset', offset: 0 },
    };
    const once = listed('', close, { clockSchedule: { startTime: new Date(sunsetMs).toISOString() } });
    const found = batchConflicts({ order: evening, location }, [{ batch: once }], fromMs);
    assert.deepEqual(
      found.map(({ atMs }) => Math.floor(atMs / 60_000)),
      [Math.floor(sunsetMs / 60_000)],
    );
  });

  it('end in time when both run every minute but never together with a device', () => {
    const odd = order('1-59/2 * * * *');
    assert.deepEqual(conflicts(odd, listed('*/2 * * * *', close)), []);
  });
});

describe('the runs of an order', () => {
  it('are one for a time, none for at once, none by a sun without a location', () => {
    const single = batchRuns({ path, body: open, startTime: '2026-01-16T00:00:00Z' });
    const now = batchRuns({ path, body: open });
    const sun = batchRuns({ path, body: open, sunSchedule: { scheduleType: 'sunset' } });
    assert.ok(single.ok && now.ok && sun.ok);
    assert.equal(single.value(fromMs), Date.parse('2026-01-16T00:00:00Z'));
    assert.equal(single.value(Date.parse('2026-01-16T00:00:00Z')), undefined);
    assert.equal(now.value(fromMs), undefined);
    assert.equal(sun.value(fromMs), undefined);
  });

  it('come with the problems of a schedule that cannot be read', () => {
    const runs = batchRuns({ path, body: open, cronSchedule: '@daily', timeZone: 'Mars/Olympus' });
    assert.deepEqual(runs.ok ? [] : runs.problems.map(({ field }) => field), ['cron', 'timeZone']);
    assert.deepEqual(conflicts(order('@daily'), listed('* * * * *', close)), []);
  });
});
