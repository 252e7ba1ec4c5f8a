import assert from 'node:assert/strict';
import {
  type BatchOrder,
  fingerprint,
  isBatchOf,
  type KnownBatch,
  type ListedBatch,
  planSchedules,
} from '../../src/schedule';

const nowMs = Date.parse('2026-01-15T12:00:00Z');
const body = { command: 'open', reason: 'night' };
const path = '/breaker/remoteHandle/position';
const nightly: BatchOrder = {
  deviceIds: ['a', 'b'],
  path,
  body,
  cronSchedule: '0 22 * * 1-5',
  timeZone: 'Europe/Berlin',
};
const once: BatchOrder = { deviceIds: ['a'], path, body, startTime: '2026-02-01T08:00:00Z' };
const evening: BatchOrder = {
  locationId: 'home',
  deviceIds: ['a'],
  path,
  body,
  sunSchedule: { scheduleType: 'sunset', offset: -15 },
};

/** The batch as a service lists it, with the end that it fills in. */
function listed(order: BatchOrder, id: string, createdAt = '2026-01-10T00:00:00.000Z'): ListedBatch {
  const { startTime, endTime, cronSchedule, timeZone, sunSchedule, ...rest } = order;
  const farEnd = '2126-01-10T00:00:00.000Z';
  return {
    ...rest,
    id,
    createdAt,
    ...(sunSchedule === undefined
      ? {
          clockSchedule: {
            startTime,
            endTime: endTime ?? (cronSchedule === undefined ? undefined : farEnd),
            cronSchedule,
            timeZone: cronSchedule === undefined ? undefined : (timeZone ?? 'UTC'),
          },
        }
      : { sunSchedule: { ...sunSchedule, endTime: sunSchedule.endTime ?? farEnd } }),
  };
}

const foreign = (order: BatchOrder, id: string): KnownBatch => ({ batch: listed(order, id) });
const ours = (order: BatchOrder, id: string): KnownBatch => ({ batch: listed(order, id), ours: fingerprint(order) });
const summary = (wanted: BatchOrder[], existing: KnownBatch[]) => {
  const { create, keep, remove, over } = planSchedules(wanted, existing, nowMs);
  return {
    create,
    keep: keep.map(({ id, ours: isOurs }) => [id, isOurs]),
    remove: remove.map(({ id }) => id),
    over,
  };
};

describe('spec 2.8 what makes two batches the same', () => {
  it('is found again in what the service lists, end and zone filled in', () => {
    for (const order of [nightly, once, evening, { ...nightly, timeZone: undefined }])
      assert.ok(isBatchOf(order, listed(order, 'x')), JSON.stringify(order));
  });

  it('does not depend on spelling: order of names and devices, names of days, instants in another zone', () => {
    const spelled: BatchOrder = {
      path,
      body: { reason: 'night', command: 'open' },
      deviceIds: ['b', 'a', 'a'],
      cronSchedule: ' 0  22 * * MON-FRI ',
      timeZone: 'Europe/Berlin',
    };
    assert.ok(isBatchOf(spelled, listed(nightly, 'x')));
    assert.equal(fingerprint(spelled), fingerprint(nightly));
    assert.ok(isBatchOf({ ...once, startTime: '2026-02-01T09:00:00+01:00' }, listed(once, 'x')));
  });

  it('does not depend on how a service writes it: letters, numbers as text, null for absent', () => {
    const dimmed = {
      ...nightly,
      locationId: 'home',
      path: '/bargraph/settings/mode',
      body: { mode: 'user-defined', level: 5 },
    };
    const written = listed(dimmed, 'x');
    for (const change of [
      { deviceIds: ['B', 'A'], locationId: 'HOME' },
      { body: { mode: 'USER_DEFINED', level: '5.0' } },
      { body: { level: 5, mode: 'user-defined', note: null } },
      { createdAt: undefined },
    ] as Partial<ListedBatch>[])
      assert.ok(isBatchOf(dimmed, { ...written, ...change }), JSON.stringify(change));
    for (const change of [
      { body: { mode: 'user-defined', level: '-5' } },
      { body: { mode: 'user-defined', level: 0 } },
      { body: { mode: 'user-defined' } },
    ])
      assert.ok(!isBatchOf(dimmed, { ...written, ...change }), JSON.stringify(change));
    const byUtc = { ...nightly, timeZone: 'UTC' };
    assert.ok(isBatchOf({ ...nightly, timeZone: 'Etc/UTC' }, listed(byUtc, 'x')));
  });

  it('takes an empty list of devices for none', () => {
    const whole: BatchOrder = { ...evening, deviceIds: [] };
    assert.ok(isBatchOf(whole, { ...listed(whole, 'x'), deviceIds: ['p', 'q'] }));
  });

  it('does not take times for equal whose digits run together', () => {
    assert.notEqual(
      fingerprint({ ...nightly, cronSchedule: '1 22 * * *' }),
      fingerprint({ ...nightly, cronSchedule: '12 2 * * *' }),
    );
  });

  const others: [string, BatchOrder][] = [
    ['command', { ...nightly, body: { ...body, command: 'close' } }],
    ['reason', { ...nightly, body: { ...body, reason: 'day' } }],
    ['path', { ...nightly, path: '/bargraph/settings/mode' }],
    ['devices', { ...nightly, deviceIds: ['a'] }],
    ['cron', { ...nightly, cronSchedule: '1 22 * * 1-5' }],
    ['zone', { ...nightly, timeZone: 'Europe/London' }],
    ['start', { ...nightly, startTime: '2026-02-01T00:00:00Z' }],
    ['end', { ...nightly, endTime: '2027-02-01T00:00:00Z' }],
    ['kind', { ...evening, deviceIds: ['a', 'b'] }],
  ];
  for (const [what, order] of others)
    it(`does depend on the ${what}`, () => {
      assert.ok(!isBatchOf(order, listed(nightly, 'x')));
      assert.notEqual(fingerprint(order), fingerprint(nightly));
    });

  it('does depend on event, offset and location of the sun', () => {
    for (const order of [
      { ...evening, sunSchedule: { scheduleType: 'sunrise', offset: -15 } },
      { ...evening, sunSchedule: { scheduleType: 'sunset', offset: 15 } },
      { ...evening, locationId: 'office' },
    ])
      assert.ok(!isBatchOf(order, listed(evening, 'x')));
  });

  it('takes a batch for a whole location by the location, whatever devices are listed', () => {
    const whole: BatchOrder = { ...nightly, deviceIds: undefined, locationId: 'home' };
    assert.ok(isBatchOf(whole, { ...listed(whole, 'x'), deviceIds: ['p', 'q'] }));
    assert.ok(!isBatchOf(whole, { ...listed(whole, 'x'), locationId: 'office' }));
  });

  it('keeps an end that was asked for', () => {
    const ending = { ...nightly, endTime: '2027-01-01T00:00:00Z' };
    assert.ok(isBatchOf(ending, listed(ending, 'x')));
    assert.ok(!isBatchOf(nightly, listed(ending, 'x')));
  });
});

describe('a plan of declared schedules', () => {
  it('creates what is missing', () => {
    assert.deepEqual(summary([nightly, evening], []), { create: [nightly, evening], keep: [], remove: [], over: [] });
  });

  it('keeps what is there, whoever made it, and creates no duplicate', () => {
    assert.deepEqual(summary([nightly, evening], [foreign(nightly, '1'), ours(evening, '2')]), {
      create: [],
      keep: [
        ['1', false],
        ['2', true],
      ],
      remove: [],
      over: [],
    });
  });

  it('removes what is ours and not wanted, never what is not ours', () => {
    assert.deepEqual(summary([nightly], [ours(evening, '1'), foreign(once, '2')]), {
      create: [nightly],
      keep: [],
      remove: ['1'],
      over: [],
    });
  });

  it('does not take a cancelled batch for one that exists', () => {
    const cancelled = { ...ours(nightly, '1'), cancelled: true };
    assert.deepEqual(summary([nightly], [cancelled]), { create: [nightly], keep: [], remove: [], over: [] });
  });

  it('knows its own batch by its id, in whatever words the service lists it', () => {
    const reworded = { batch: { id: '1', path: 'else' }, ours: fingerprint(nightly) };
    assert.deepEqual(summary([nightly], [reworded]).keep, [['1', true]]);
  });

  it('knows its own batch by a print that an earlier version has stored', () => {
    const order: BatchOrder = {
      ...nightly,
      deviceIds: ['AB'],
      body: { command: 'open', reason: 'Night-rate, as always' },
    };
    const stored =
      '/breaker/remoteHandle/position {"command":"open","reason":"Night-rate, as always"} ' +
      '{"cron":"0 22 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31 ' +
      '1,2,3,4,5,6,7,8,9,10,11,12 1,2,3,4,5 both fixed","zone":"Europe/Berlin"}  AB';
    const reworded = { batch: { id: '1', path: 'else' }, ours: stored };
    assert.deepEqual(summary([order], [reworded]).keep, [['1', true]]);
  });

  it('keeps one of several duplicates and removes the others that are ours', () => {
    const older = { batch: listed(nightly, '2', '2026-01-01T00:00:00Z'), ours: fingerprint(nightly) };
    assert.deepEqual(summary([nightly], [ours(nightly, '1'), older, foreign(nightly, '3')]), {
      create: [],
      keep: [['2', true]],
      remove: ['1'],
      over: [],
    });
  });

  it('makes one batch of two equal wishes', () => {
    assert.equal(summary([nightly, { ...nightly, deviceIds: ['b', 'a'] }], []).create.length, 1);
  });

  it('never creates what is over: it would run at once', () => {
    const missed = { ...once, startTime: '2026-01-15T11:59:00Z' };
    const ended = { ...nightly, endTime: '2026-01-15T12:00:00Z' };
    assert.deepEqual(summary([missed, ended], []), { create: [], keep: [], remove: [], over: [missed, ended] });
    assert.deepEqual(summary([missed], [ours(missed, '1')]).keep, [['1', true]]);
  });

  it('comes to rest: after it was carried out there is nothing to do', () => {
    const wanted = [nightly, once, evening];
    const made = planSchedules(wanted, [], nowMs).create.map((order, index) => ours(order, String(index)));
    const again = planSchedules(wanted, made, nowMs);
    assert.deepEqual([again.create, again.remove, again.keep.length], [[], [], 3]);
  });
});
