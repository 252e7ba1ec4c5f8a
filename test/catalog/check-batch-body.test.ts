import assert from 'node:assert/strict';
import { batchPaths, type OperationId } from '../../src/catalog';
import { problemsOf } from './problems-of';

const noon = '2026-01-31T12:00:00Z';

function create(id: OperationId, body: unknown): string[] {
  return problemsOf(id, { body });
}

describe('spec 4.4 batch commands', () => {
  const command = { path: '/bargraph/settings/mode', body: { mode: 'user-defined' } };
  const batch = (body: object) => create('batchCommands.create', { deviceIds: ['d-1'], ...command, ...body });
  const color = { red: 0, green: 0, blue: 0 };

  it('devices or a location are named', () => {
    assert.deepEqual(batch({}), []);
    assert.deepEqual(batch({ deviceIds: undefined, locationId: 'l-1' }), []);
    assert.deepEqual(batch({ deviceIds: undefined }), ['deviceIds: required']);
    assert.deepEqual(batch({ deviceIds: [] }), ['deviceIds: minItems']);
    assert.deepEqual(batch({ deviceIds: ['..'] }), ['deviceIds[0]: pattern']);
  });

  it('endTime and timeZone are only valid with cronSchedule', () => {
    assert.deepEqual(batch({ endTime: noon, timeZone: 'Europe/Berlin' }), [
      'endTime: onlyWithCron',
      'timeZone: onlyWithCron',
    ]);
    assert.deepEqual(batch({ cronSchedule: '0 6 * * *', endTime: noon, timeZone: 'Europe/Berlin' }), []);
  });

  it('the end is after the start', () => {
    assert.deepEqual(batch({ cronSchedule: '0 6 * * *', startTime: noon, endTime: noon }), ['endTime: order']);
    assert.deepEqual(batch({ startTime: 'tomorrow' }), ['startTime: format']);
  });

  it('path and body are required', () =>
    assert.deepEqual(
      create('batchCommands.create', { deviceIds: ['d-1'] }).filter((line) => line.endsWith('required')),
      ['body: required', 'path: required'],
    ));

  const bodies: Record<(typeof batchPaths)[number], [good: unknown, bad: unknown, problems: string[]]> = {
    '/meter/settings/waveformConfiguration': [{ p0mVSag: 100_000 }, { p0mVSag: 120_001 }, ['body.p0mVSag: maximum']],
    '/bargraph/settings/mode': [{ mode: 'user-defined' }, { mode: 'off' }, ['body.mode: enum']],
    '/bargraph/settings/colors': [
      { led1: color, led2: color, led3: color, led4: color, led5: color },
      { led1: color, led2: color, led3: color, led4: { red: 256, green: 0, blue: 0 } },
      ['body.led4.red: maximum', 'body.led5: required'],
    ],
    '/meter/settings/loadPresentThreshold': [
      { loadPresentThreshold: 100 },
      { loadPresentThreshold: 0 },
      ['body.loadPresentThreshold: minimum'],
    ],
    '/telemetry/settings/alignment': [{ alignment: 'clock' }, { alignment: 'hour' }, ['body.alignment: enum']],
    '/breaker/remoteHandle/position': [
      { command: 'open', reason: 'shed' },
      { command: 'toggle', secondsUntilReset: 5 },
      [
        'body.command: enum',
        'body.reason: required',
        'body.secondsUntilReset: notShown (assumed)',
        'body.secondsUntilReset: tooShort',
      ],
    ],
  };
  for (const at of batchPaths)
    it(`the body at ${at} is the payload of that command`, () => {
      const [good, bad, problems] = bodies[at];
      assert.deepEqual(batch({ path: at, body: good }), []);
      assert.deepEqual(batch({ path: at, body: bad }), problems);
      assert.deepEqual(batch({ path: at, body: 'text' }), ['body: type']);
      assert.deepEqual(batch({ path: at, body: { surprise: 1 } }).includes('body.surprise: unknown'), true);
    });

  it('there are six paths, and no other is taken', () => {
    assert.deepEqual([...batchPaths].sort(), Object.keys(bodies).sort());
    assert.equal(batchPaths.length, 6);
    for (const other of ['/breaker/remoteHandle', '__proto__', 'toString', ''])
      assert.deepEqual(batch({ path: other, body: {} }), ['path: enum']);
  });

  it('a timer goes with open in a batch too', () =>
    assert.deepEqual(
      batch({
        path: '/breaker/remoteHandle/position',
        body: { command: 'close', reason: 'r', secondsUntilReset: 60 },
      }),
      ['body.secondsUntilReset: notShown (assumed)', 'body.secondsUntilReset: onlyWithOpen'],
    ));

  it('a timer is not shown for a batch: it is sent, with a warning', () =>
    assert.deepEqual(
      batch({
        path: '/breaker/remoteHandle/position',
        body: { command: 'open', reason: 'r', secondsUntilReset: 60 },
      }),
      ['body.secondsUntilReset: notShown (assumed)'],
    ));

  it('a sun batch needs a location and a schedule', () => {
    const sun = (body: object) => create('batchCommands.createSun', { ...command, ...body });
    assert.deepEqual(sun({}), ['locationId: required', 'sunSchedule: required']);
    assert.deepEqual(sun({ locationId: 'l-1', sunSchedule: { scheduleType: 'sunset', offset: -30 } }), []);
    assert.deepEqual(sun({ locationId: 'l-1', sunSchedule: { scheduleType: 'noon', offset: 1.5 } }), [
      'sunSchedule.offset: type',
      'sunSchedule.scheduleType: enum (assumed)',
    ]);
    assert.deepEqual(sun({ locationId: 'l-1', sunSchedule: { offset: 5 } }), [
      'sunSchedule.scheduleType: required (assumed)',
    ]);
    assert.deepEqual(
      sun({ locationId: 'l-1', sunSchedule: { scheduleType: 'sunrise', startTime: noon, endTime: noon } }),
      ['sunSchedule.endTime: order'],
    );
    assert.deepEqual(sun({ locationId: 'l-1', sunSchedule: { scheduleType: 'sunrise' }, body: { mode: 'off' } }), [
      'body.mode: enum',
    ]);
  });

  it('an offset that would be seconds is not refused: its unit is not shown', () =>
    assert.deepEqual(
      create('batchCommands.createSun', {
        ...command,
        locationId: 'l-1',
        sunSchedule: { scheduleType: 'sunrise', offset: -3600 },
      }),
      [],
    ));
});
