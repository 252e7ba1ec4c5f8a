import assert from 'node:assert/strict';
import { catalog, type OperationId, operationIds } from '../../src/catalog';
import {
  always,
  anything,
  boolean,
  createReading,
  integer,
  type JsonSchema,
  known,
  list,
  map,
  number,
  type Schema,
  TooDeepError,
  text,
  type Unread,
  view,
} from '../../src/schema';

function reading(schema: Schema<unknown>, value: unknown): { read: unknown; unread: Unread[] } {
  const unread: Unread[] = [];
  return { read: createReading(schema.json)(structuredClone(value), unread), unread };
}

/** What is read of a field, and that nothing of it is unread. */
function fieldOf(schema: Schema<unknown>, value: unknown): unknown {
  const { read, unread } = reading(view({ field: schema }), { field: value });
  assert.deepEqual(unread, []);
  return (read as { field?: unknown }).field;
}

const mode = known(['no-restrictions', 'user-defined']);
const instant = text({ format: 'date-time' });
const sample = view({ val: number(), ts: integer() });
const item = view({ id: always(text()), volts: number() });

describe('spec 2: a value is read for what it plainly says', () => {
  const cases: readonly [string, Schema<unknown>, unknown, unknown][] = [
    ['a number as text', number(), '120.4', 120.4],
    ['a negative number as text, with spaces', number(), ' -7 ', -7],
    ['a small number as text', number(), '1.5e-3', 0.0015],
    ['zero as text', integer(), '0', 0],
    ['true in capitals', boolean(), 'TRUE', true],
    ['false as a number', boolean(), 0, false],
    ['a handle position in place of a boolean, in which true is closed', boolean(), 'CLOSED', true],
    ['an id that is a number', text(), 17, '17'],
    ['an instant in epoch seconds', instant, 1_768_478_400, '2026-01-15T12:00:00.000Z'],
    ['an instant in epoch milliseconds', instant, 1_768_478_400_000, '2026-01-15T12:00:00.000Z'],
    ['a known text in capitals', mode, 'USER-DEFINED', 'user-defined'],
    ['a known text with underscores', mode, 'NO_RESTRICTIONS', 'no-restrictions'],
    ['a known text in camel case', mode, 'userDefined', 'user-defined'],
    ['a new text', mode, 'Solar_First', 'Solar_First'],
    ['a text that is not known, as it is', text(), 'User_Defined', 'User_Defined'],
    ['an object in a list', sample, [{ val: 4 }], { val: 4 }],
    ['a value without its object', sample, 4.2, { val: 4.2 }],
    ['a value in an object too much', number(), { val: '4.2', ts: 1 }, 4.2],
    ['a list of one number', number(), ['4.2'], 4.2],
    ['one object in place of a list', list(item), { id: 'a' }, [{ id: 'a' }]],
    ['one text in place of a list', list(text()), 'a', ['a']],
    ['an object without fields in place of a list', list(item), {}, []],
    ['a list without its null items', list(item), [null, { id: 'a' }], [{ id: 'a' }]],
    ['an empty list that is no measurement', list(text()), [], []],
    ['samples as text', list(integer()), ['1', '-2'], [1, -2]],
    ['samples keep their places', list(integer()), [1, null, 3], [1, null, 3]],
    ['free fields', map(text()), { a: 1, b: null }, { a: '1' }],
    ['anything', anything(), { a: null, b: '1' }, { a: null, b: '1' }],
  ];
  for (const [name, schema, given, expected] of cases)
    it(name, () => assert.deepEqual(fieldOf(schema, given), expected));

  describe('absent', () => {
    for (const [schema, values] of [
      [number(), [null, '', 'N/A', 'NaN', '-', [], [null], { val: null }]],
      [boolean(), [null, '', 'null', []]],
      [text(), [null, []]],
      [sample, [null, '', []]],
      [list(integer()), [null, [], '', {}]],
      [list(item), [null, '']],
    ] as const)
      for (const value of values)
        it(`${JSON.stringify(value)} for ${schema.json.type}`, () => {
          const { read, unread } = reading(view({ field: schema as Schema<unknown> }), { field: value, other: 1 });
          assert.deepEqual([read, unread], [{ other: 1 }, []]);
        });
  });

  describe('never guessed', () => {
    for (const [schema, value, expected] of [
      [number(), '120,4', 'a number'],
      [number(), '16 A', 'a number'],
      [number(), '0x10', 'a number'],
      [number(), true, 'a number'],
      [number(), [1, 2], 'a number'],
      [number(), {}, 'a number'],
      [boolean(), 'perhaps', 'true or false'],
      [boolean(), 2, 'true or false'],
      [text(), { a: 1 }, 'a text'],
      [instant, 3_600, 'an instant'],
      [item, 'text', 'an object'],
      [item, [{ id: 'a' }, { id: 'b' }], 'an object'],
    ] as const)
      it(`${JSON.stringify(value)} as ${expected}`, () =>
        assert.deepEqual(reading(view({ a: view({ field: schema as Schema<unknown> }) }), { a: { field: value } }), {
          read: { a: {} },
          unread: [{ field: 'a.field', expected, value }],
        }));
  });

  it('what needs nothing is the same object', () => {
    const value = { id: 'a', volts: 1, more: { b: null } };
    assert.equal(createReading(item.json)(value, []), value);
    assert.deepEqual(value, { id: 'a', volts: 1, more: { b: null } });
  });

  it('of a secret that cannot be read only its place is told', () =>
    assert.deepEqual(reading(view({ key: text({ secret: true }) }), { key: { value: 'hush' } }).unread, [
      { field: 'key', expected: 'a text' },
    ]));

  it('a field like those of every object is a field', () =>
    assert.deepEqual(reading(item, JSON.parse('{"id":"a","__proto__":{"x":1},"constructor":2}')).read, {
      id: 'a',
      ...JSON.parse('{"__proto__":{"x":1}}'),
      constructor: 2,
    }));

  it('a wrapper within wrappers ends, and so does what is not known', () => {
    const deep = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
    for (const value of [{ id: deep(50_000) }, { other: deep(50_000) }, deep(50_000)])
      assert.throws(() => createReading(item.json)(value, []), TooDeepError);
    assert.deepEqual(reading(item, { id: 'a', other: deep(63) }).unread, []);
  });
});

describe('spec 2: the answers of all operations', () => {
  const spellings: (readonly string[])[] = [];
  function collect({ known: words, enum: values, items, properties = {} }: JsonSchema): void {
    const all = values ?? words;
    if (all !== undefined) spellings.push(all);
    if (items !== undefined) collect(items);
    for (const inner of Object.values(properties)) collect(inner);
  }
  for (const id of operationIds) {
    const { answer } = catalog[id as OperationId];
    if ('data' in answer) collect(answer.data.json);
  }

  it('no two known texts differ by letter case and separators alone', () => {
    assert(spellings.length > 20);
    for (const words of spellings)
      assert.equal(new Set(words.map((word) => word.toLowerCase().replaceAll(/[-_\s]/g, ''))).size, words.length);
  });
});
