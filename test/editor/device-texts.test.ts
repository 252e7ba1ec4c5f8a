import assert from 'node:assert/strict';
import { mentions, replaceInValue, textsIn } from '../../src/editor/circuits/device-texts';

const old = { id: 'aaaa-1', serialNumber: '30001' };
const next = { id: 'bbbb-2', serialNumber: '30002' };
const replace = (value: unknown) => replaceInValue(value, old, next);

describe('replace a device in the settings of a node', () => {
  const replaced: [string, unknown, unknown][] = [
    ['a text that is its id', 'aaaa-1', 'bbbb-2'],
    ['its serial number becomes that of the new one', '30001', '30002'],
    ['in any case, with the blanks around it', ' AAAA-1 ', ' bbbb-2 '],
    ['an item of a list', ['x', 'aaaa-1'], ['x', 'bbbb-2']],
    ['an item of a list with commas', 'x, aaaa-1,y', 'x, bbbb-2,y'],
    ['a line of a text', 'x\naaaa-1', 'x\nbbbb-2'],
    ['a text in rows', [{ a: 1, to: 'aaaa-1' }], [{ a: 1, to: 'bbbb-2' }]],
    ['a key of an object', { 'aaaa-1': 2 }, { 'bbbb-2': 2 }],
    [
      'a text in JSON',
      '{"path/deviceId":{"type":"str","value":"aaaa-1"}}',
      '{"path/deviceId":{"type":"str","value":"bbbb-2"}}',
    ],
    ['JSON in JSON', JSON.stringify({ v: '["30001"]' }), JSON.stringify({ v: '["30002"]' })],
    ['JSON keeps its lines', '{\n  "id": "aaaa-1"\n}', '{\n  "id": "bbbb-2"\n}'],
    ['a device that the list has already stands once', ['aaaa-1', 'c', 'bbbb-2'], ['bbbb-2', 'c']],
    ['one that is named by id and by serial number stands once', '30001,aaaa-1,c', '30002,c'],
  ];
  for (const [what, before, after] of replaced)
    it(`${what}`, () => {
      const { value, isLeft, replaced: done } = replace(before);
      assert.deepEqual([value, isLeft], [after, false]);
      assert(done.length > 0);
    });

  const left: [string, unknown][] = [
    ['in the middle of a text', 'house/aaaa-1/set'],
    ['in an expression', '$lookup(devices, "aaaa-1")'],
    ['in JSON with a number that would be written otherwise', '{"a":1.0,"b":"aaaa-1"}'],
    ['as a key beside the new one', { 'aaaa-1': 1, 'bbbb-2': 2 }],
  ];
  for (const [where, value] of left)
    it(`stays, and is told of, ${where}`, () => {
      assert.deepEqual(replace(value), { value, replaced: [], isLeft: true });
    });

  it('part of another id, a number and what is none of both stay', () => {
    for (const value of ['aaaa-12', 'xaaaa-1', 30001, '{"n":30001}', true, null, '', ['c'], '{not json', 'c,d'])
      assert.deepEqual(replace(value), { value, replaced: [], isLeft: false });
  });

  it('without a serial number of its own the new device is called by its id', () => {
    assert.equal(replaceInValue('30001', old, { id: 'bbbb-2' }).value, 'bbbb-2');
    assert.equal(replaceInValue('', { id: 'aaaa-1', serialNumber: '' }, next).value, '');
  });

  it('the texts of a value are those in lists, objects and JSON', () => {
    assert.deepEqual(
      [...textsIn({ a: ['b', '{"c":"d"}'], e: 'f, g' })].map(({ text, isKey }) => (isKey ? `${text}:` : text.trim())),
      ['a:', 'b', 'c:', 'd', 'e:', 'f, g', 'f', 'g'],
    );
  });

  it('a text mentions a device by a word of its own', () => {
    assert.deepEqual(['"30001"', '130001', 'x-aaaa-1', '(AAAA-1)'].map(mentions(old)), [true, false, false, true]);
  });
});
