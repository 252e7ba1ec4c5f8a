import assert from 'node:assert/strict';
import {
  checkConfig,
  type FieldTable,
  fieldWarnings,
  groupedChoice,
  readConfig,
  storedProperties,
} from '../../src/fields';

const table = {
  name: { kind: 'text', default: '' },
  mode: { kind: 'choice', default: 'a', options: ['a', 'b'] },
  url: { kind: 'text', default: '', required: true, when: ({ mode }) => mode === 'b' },
  header: {
    kind: 'text',
    default: 'X-Key',
    required: true,
    check: (value) => (value === 'bad' ? 'headerName' : undefined),
  },
  count: { kind: 'number', default: 3, min: 1, max: 5, integer: true },
  devices: { kind: 'list', default: [], required: true, when: ({ mode }) => mode === 'a' },
  value: { kind: 'typed', default: 'payload', sources: ['msg', 'num', 'json'], required: true },
  account: { kind: 'config', type: 'breaker-account', required: true },
  secret: { kind: 'secret', max: 8 },
  on: { kind: 'flag', default: true },
  step: { kind: 'choice', default: 'read', ...groupedChoice({ reading: ['read'], writing: ['write', 'delete'] }) },
  rate: {
    kind: 'typed',
    default: '1',
    sources: ['num', 'msg', 'json', 'str'],
    check: (value) => (Number(value) >= 1 ? undefined : 'loadPresentThreshold'),
  },
  limit: { kind: 'number', default: 5, suits: (value, { count }) => (value === count ? 'atMost' : undefined) },
} as const satisfies FieldTable;
const good = { devices: ['d'], account: 'x' };
const problems = (stored: object) =>
  checkConfig(table, { ...good, ...stored }).map(({ field, key }) => `${field} ${key}`);

describe('what a flow file stores', () => {
  it('what an older version did not store takes its default: it is no problem', () => {
    assert.deepEqual(problems({}), []);
  });
  it('a condition sees the default of what is not stored', () => {
    assert.deepEqual(problems({ devices: [] }), ['devices required']);
  });
  it('what was emptied by hand is missing', () => {
    assert.deepEqual(problems({ header: '', value: '', account: '' }), [
      'header required',
      'value required',
      'account required',
    ]);
  });
  it('a config node that is still to be added is missing', () => {
    assert.deepEqual(problems({ account: '_ADD_' }), ['account required']);
  });
  it('a value that only a message brings is not checked in advance', () => {
    assert.deepEqual(problems({ rate: '0', rateType: 'msg' }), []);
  });
  it('options under headings are the options of the choice', () => {
    assert.deepEqual(table.step.options, ['read', 'write', 'delete']);
    assert.deepEqual(problems({ step: 'delete' }), []);
  });
  it('fields that do not count are not checked', () => {
    assert.deepEqual(problems({ mode: 'b', devices: [], url: 'u' }), []);
    assert.deepEqual(problems({ mode: 'b' }), ['url required']);
  });
  for (const [stored, problem] of [
    [{ mode: 'c' }, 'mode choice'],
    [{ count: 'x' }, 'count number'],
    [{ count: 1.5 }, 'count integer'],
    [{ count: 0 }, 'count atLeast'],
    [{ count: 6 }, 'count atMost'],
    [{ header: 'bad' }, 'header headerName'],
    [{ value: 'x', valueType: 'num' }, 'value number'],
    [{ value: '{', valueType: 'json' }, 'value json'],
    [{ secret: '123456789' }, 'secret tooLong'],
    [{ step: 'restart' }, 'step choice'],
    [{ rate: '0' }, 'rate loadPresentThreshold'],
    [{ rate: 'x' }, 'rate number'],
    [{ rate: '[0]', rateType: 'json' }, 'rate loadPresentThreshold'],
    [{ rate: 'x', rateType: 'str' }, 'rate loadPresentThreshold'],
    [{ limit: 3 }, 'limit atMost'],
  ] as const)
    it(`${JSON.stringify(stored)}: ${problem}`, () => {
      assert.deepEqual(problems(stored), [problem]);
    });

  it('is read with its defaults and credentials', () => {
    assert.deepEqual(readConfig(table, { ...good, count: '4', valueType: '' }, { secret: 's' }), {
      name: '',
      mode: 'a',
      url: '',
      header: 'X-Key',
      count: 4,
      devices: ['d'],
      value: { value: 'payload', source: 'msg' },
      account: 'x',
      secret: 's',
      on: true,
      step: 'read',
      rate: { value: '1', source: 'num' },
      limit: 5,
    });
  });
  it('values of the wrong kind are not passed on', () => {
    const read = readConfig(table, { name: 7, devices: ['d', 8], account: {}, on: 'false', count: '' }, { secret: 9 });
    assert.deepEqual(
      {
        name: read.name,
        devices: read.devices,
        account: read.account,
        on: read.on,
        count: read.count,
        secret: read.secret,
      },
      { name: '', devices: ['d'], account: '', on: false, count: 3, secret: '' },
    );
  });
  it('what differs from what is only assumed is a warning, and no problem', () => {
    const warned = {
      amperes: { kind: 'number', default: '', min: 6, assumedMax: 32 },
      list: { kind: 'text', default: '', warn: (text) => (text === 'odd' ? [{ key: 'form' }] : []) },
      rate: {
        kind: 'typed',
        default: '1',
        sources: ['num', 'msg'],
        warn: (value) => (value === 0 ? [{ key: 'reportRate' }] : []),
      },
    } as const satisfies FieldTable;
    const all = (stored: object) =>
      Object.entries(warned).flatMap(([name, field]) =>
        fieldWarnings(name, field, { amperes: 16, list: '', rate: '1', ...stored }).map(({ key }) => `${name} ${key}`),
      );
    assert.deepEqual(all({}), []);
    assert.deepEqual(all({ amperes: 33, list: 'odd', rate: '0' }), ['amperes maximum', 'list form', 'rate reportRate']);
    assert.deepEqual(checkConfig(warned, { amperes: 33, list: 'odd', rate: '0' }), []);
    // What is a problem is not a warning too, and what only a message tells is not known.
    assert.deepEqual(all({ amperes: 5, rate: '0', rateType: 'msg' }), []);
  });

  it('secrets are never stored in the flow file', () => {
    assert.deepEqual(
      Object.entries(table).flatMap(([name, field]) => storedProperties(name, field)),
      [
        'name',
        'mode',
        'url',
        'header',
        'count',
        'devices',
        'value',
        'valueType',
        'account',
        'on',
        'step',
        'rate',
        'rateType',
        'limit',
      ],
    );
  });
});
