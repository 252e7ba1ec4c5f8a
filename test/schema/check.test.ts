import assert from 'node:assert/strict';
import {
  always,
  anything,
  boolean,
  createCheck,
  integer,
  known,
  list,
  map,
  oneOf,
  optional,
  type Problem,
  record,
  text,
  view,
} from '../../src/schema';

function lines(problems: readonly Problem[]): string[] {
  return problems.map(({ field, rule, message }) => `${field} | ${rule} | ${message}`).sort();
}

const edge = record({ day: oneOf(['sunday', 'monday']), time: text() });
const windows = record({ windows: list(record({ start: edge, stop: edge })) });

describe('check: what is wrong, by field', () => {
  it('a fitting value has no problem', () =>
    assert.deepEqual(createCheck(record({ a: text(), b: optional(integer()) }))({ a: 'x' }), []));

  it('all problems come at once', () => {
    const check = createCheck(
      record({
        name: text({ min: 1, max: 3 }),
        seconds: integer({ min: 10, max: 20 }),
        mode: oneOf(['a', 'b']),
        ids: list(text(), { min: 1, max: 2 }),
        at: text({ format: 'date-time' }),
        needed: boolean(),
      }),
    );
    assert.deepEqual(lines(check({ name: 'long', seconds: 9, mode: 'c', ids: [], at: 'today', extra: 1 })), [
      'at | format | must be an ISO 8601 date-time with a zone, such as 2026-01-31T12:00:00Z',
      'extra | unknown | is not a field of this operation',
      'ids | minItems | must have at least 1 item',
      'mode | enum | must be one of a, b',
      'name | maxLength | must have at most 3 characters',
      'needed | required | is required',
      'seconds | minimum | must be at least 10',
    ]);
    assert.deepEqual(lines(check({ name: '', seconds: 21, mode: 'a', ids: ['1', '2', '3'], at: 5, needed: 'yes' })), [
      'at | type | must be a string',
      'ids | maxItems | must have at most 2 items',
      'name | minLength | must not be empty',
      'needed | type | must be a boolean',
      'seconds | maximum | must be at most 20',
    ]);
  });

  it('a field is named by its path, items by their index', () =>
    assert.deepEqual(
      lines(
        createCheck(windows)({
          windows: [
            { start: { day: 'Sunday', time: '0800' }, stop: { day: 'monday' } },
            { start: { day: 'sunday', time: 800 }, stop: { day: 'monday', time: '0900', zone: 'UTC' } },
          ],
        }),
      ),
      [
        'windows[0].start.day | enum | must be one of sunday, monday',
        'windows[0].stop.time | required | is required',
        'windows[1].start.time | type | must be a string',
        'windows[1].stop.zone | unknown | is not a field of this operation',
      ],
    ));

  it('paths start at the root that was given', () =>
    assert.deepEqual(
      createCheck(windows, 'body')({ windows: [{ start: { day: 'x', time: '' } }] }).map(({ field }) => field),
      ['body.windows[0].stop', 'body.windows[0].start.day'],
    ));

  it('a value of another kind is a problem of the whole', () => {
    for (const value of [undefined, null, 'text', 5, []])
      assert.deepEqual(lines(createCheck(windows)(value)), [' | type | must be an object'], String(value));
  });

  it('an integer is neither a fraction nor a text', () => {
    const check = createCheck(record({ n: integer() }));
    for (const n of [1.5, '1', Number.NaN, Number.POSITIVE_INFINITY])
      assert.deepEqual(lines(check({ n })), ['n | type | must be an integer']);
    assert.deepEqual(check({ n: -0 }), []);
  });

  it('characters are counted, not UTF-16 units', () => {
    const check = createCheck(record({ name: text({ max: 2 }) }));
    assert.deepEqual(check({ name: '🔌🔌' }), []);
    assert.equal(check({ name: '🔌🔌🔌' }).length, 1);
  });

  it('slashes and tildes in free keys are written as they are', () =>
    assert.deepEqual(
      createCheck(map(text()))({ 'a/b~c': 1 }).map(({ field }) => field),
      ['a/b~c'],
    ));

  it('a known value is only a proposal', () => assert.deepEqual(createCheck(known(['idle']))('charging'), []));

  it('the value is not changed', () => {
    const value = Object.freeze({ a: 'x' });
    createCheck(record({ a: text({ default: 'y' }), b: optional(integer({ default: 1 })) }))(value);
    assert.deepEqual(value, { a: 'x' });
  });
});

describe('check: what comes in', () => {
  const received = createCheck(view({ id: always(text()), n: integer() }));

  it('more fields than known are taken', () => assert.deepEqual(received({ id: '1', future: { any: [1] } }), []));

  it('missing stays missing', () => assert.deepEqual(received({ id: '1' }), []));

  it('what is always there is needed', () =>
    assert.deepEqual(lines(received({ n: 1 })), ['id | required | is required']));

  it('anything takes anything', () => {
    for (const value of [null, 0, '', [], { a: 1 }]) assert.deepEqual(createCheck(anything())(value), []);
  });
});

describe('check: no prototype tricks', () => {
  const check = createCheck(record({ name: optional(text()) }));

  it('keys such as __proto__ are unknown fields like any other', () => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])
      assert.deepEqual(
        check(JSON.parse(`{"${key}": {"name": "x"}}`)),
        [{ field: key, rule: 'unknown', message: 'is not a field of this operation' }],
        key,
      );
  });

  it('an inherited field is not a field', () => {
    const needed = createCheck(record({ toString: text(), name: text() }));
    assert.deepEqual(
      needed(Object.create({ name: 'inherited' })).map(({ field }) => field),
      ['toString', 'name'],
    );
  });

  it('checking leaves the prototypes as they were', () => {
    check(JSON.parse('{"__proto__": {"polluted": true}}'));
    assert.equal('polluted' in {}, false);
  });
});
