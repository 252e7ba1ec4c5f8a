import assert from 'node:assert/strict';
import { checkInput, isIdentifier, operationIds, pathParameters, rowOf } from '../../src/catalog';
import { problemsOf } from './problems-of';

const path = { deviceId: 'd-1' };
const noon = '2026-01-31T12:00:00Z';

describe('checkInput: the input as a whole', () => {
  it('no operation throws on malformed input, whatever stands where', () => {
    const values = [undefined, null, 0, '', 'text', [], [[]], {}, { a: 1 }, true, Number.NaN];
    let checked = 0;
    for (const id of operationIds)
      for (const value of values) {
        for (const input of [
          value,
          { path: value, query: value, filter: value, orderby: value, page: value, body: value },
          {
            path: { deviceId: value },
            filter: { deviceId: value, capturedAt: value, startedAt: value },
            orderby: { by: value, direction: value },
            page: { offset: value, limit: value },
            query: { startTime: value, endTime: value },
            body: {
              path: '/breaker/remoteHandle/position',
              body: value,
              command: value,
              secondsUntilReset: value,
              sunSchedule: value,
              configuration: { apiConfiguration: value, windowConfiguration: { windows: [value] } },
            },
          },
        ]) {
          assert.ok(Array.isArray(checkInput(id, input).problems), id);
          checked += 1;
        }
      }
    assert.equal(checked, operationIds.length * values.length * 3);
  });

  it('a part that the operation does not take is named', () =>
    assert.deepEqual(
      problemsOf('devices.get', { path, body: {}, filter: {}, query: {}, page: {}, orderby: {}, deviceId: 'd-1' }),
      ['body: unknown', 'deviceId: unknown', 'filter: unknown', 'orderby: unknown', 'page: unknown', 'query: unknown'],
    ));

  it('a path is named once where the operation has none', () =>
    assert.deepEqual(problemsOf('devices.list', { path }), ['path: unknown']));

  it('a part that is undefined is not there', () =>
    assert.deepEqual(problemsOf('devices.get', { path, body: undefined, filter: undefined }), []));

  it('a part named __proto__ or constructor is unknown like any other', () => {
    assert.deepEqual(problemsOf('roles.list', JSON.parse('{"__proto__": {"path": {}}}')), ['__proto__: unknown']);
    assert.deepEqual(problemsOf('roles.list', JSON.parse('{"constructor": 1}')), ['constructor: unknown']);
  });

  it('all problems of all parts come at once', () =>
    assert.deepEqual(
      problemsOf('waveforms.list', {
        path: { deviceId: '..' },
        filter: { capturedAt: { eq: noon, le: noon }, size: '1' },
        body: {},
      }),
      ['body: unknown', 'deviceId: identifier', 'filter.capturedAt: exclusive', 'filter.size: unknown'],
    ));
});

describe('checkInput: identifiers in a path', () => {
  const wrong = [
    '..',
    '.',
    '....',
    ':/',
    'a%3A',
    '...',
    '%2e%2e',
    '%2E%2E',
    '..%2f',
    'a/b',
    'a\\b',
    'a?b',
    'a#b',
    'a b',
    ' a',
    'a ',
    'a;b',
    "a'b",
    'a\nb',
    'a\n',
    'a\r\nHost: x',
    'a\u0000',
    'é',
    'ａ',
    '\u202e',
    '🔌',
    'a'.repeat(129),
  ];
  for (const value of wrong)
    it(`${JSON.stringify(value).slice(0, 20)} goes nowhere`, () => {
      assert.deepEqual(problemsOf('devices.get', { path: { deviceId: value } }), ['deviceId: identifier']);
      assert.equal(isIdentifier(value), false);
    });

  for (const value of [1, true, {}, [], ['a'], null, Number.NaN])
    it(`${JSON.stringify(value)} is not an identifier`, () => {
      assert.deepEqual(problemsOf('devices.get', { path: { deviceId: value } }), ['deviceId: identifier']);
      assert.equal(isIdentifier(value), false);
    });

  for (const value of ['', undefined])
    it(`${value === '' ? 'an empty one' : 'none'} is required`, () =>
      assert.deepEqual(problemsOf('devices.get', { path: { deviceId: value } }), ['deviceId: required']));

  for (const value of [
    'a',
    '30000c2a-690b-11ee-8c99-0242ac120002',
    'A_b-9',
    '0',
    '-a',
    '_a',
    '.a',
    'a.',
    'a..b',
    'urn:dev:1',
    'Zm9v==',
    'EV.7:a=b',
    'a'.repeat(128),
  ])
    it(`${value.slice(0, 40)} can stand in a path`, () => {
      assert.deepEqual(problemsOf('devices.get', { path: { deviceId: value } }), []);
      assert.equal(isIdentifier(value), true);
    });

  it('every parameter of every path is checked', () => {
    let parameters = 0;
    for (const id of operationIds) {
      const names = pathParameters(rowOf(id).path);
      const found = checkInput(id, { path: Object.fromEntries(names.map((name) => [name, '%2e%2e'])) }).problems;
      for (const name of names) {
        assert.ok(
          found.some(({ field, rule }) => field === name && (rule === 'identifier' || rule === 'enum')),
          `${id} ${name}`,
        );
        parameters += 1;
      }
    }
    assert.equal(parameters, 77);
  });

  it('an inherited parameter is no parameter', () =>
    assert.deepEqual(problemsOf('devices.get', { path: { id: 'd-1' } }), ['deviceId: required', 'id: unknown']));

  it('4.8 secretName is secret1 or secret2', () => {
    const input = (secretName: string) => ({ path: { serviceAccountId: 's-1', secretName } });
    assert.deepEqual(problemsOf('serviceAccounts.rotateSecret', input('secret2')), []);
    assert.deepEqual(problemsOf('serviceAccounts.rotateSecret', input('secret3')), ['secretName: enum']);
  });

  it('an identifier in a body follows the same pattern', () =>
    assert.deepEqual(problemsOf('deviceStreams.create', { body: { deviceId: '../x', streamId: 's-1' } }), [
      'deviceId: pattern',
    ]));
});
