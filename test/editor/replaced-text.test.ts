import assert from 'node:assert/strict';
import { readReplaced, valueAt, withValue } from '../../nodes/breaker-account/replaced-text';
import { settingsProblems } from '../../src/client';
import { listAssumptions } from '../../src/runtime/admin/assumptions';

const token = { operations: ['sharedDevices.list', 'sharedDevices.get'], part: 'token' } as const;
const name = { operations: ['dataReportRate.set'], part: 'names', field: 'dataReportRate' } as const;
const factor = { operations: ['dataReportRate.set'], part: 'factors', field: 'dataReportRate' } as const;

describe('what an account replaces, as its table stores it', () => {
  it('a value stands in every operation of its assumption, and goes from all of them', () => {
    const all = withValue({}, token, 'APP');
    assert.deepEqual(all, { 'sharedDevices.list': { token: 'APP' }, 'sharedDevices.get': { token: 'APP' } });
    assert.equal(valueAt(all, token), 'APP');
    assert.deepEqual(withValue(all, token, ''), {});
  });

  it('fields and factors stand side by side; a factor is a number', () => {
    const both = withValue(withValue({}, name, 'rate'), factor, '0.5');
    assert.deepEqual(both, {
      'dataReportRate.set': { names: { dataReportRate: 'rate' }, factors: { dataReportRate: 0.5 } },
    });
    assert.deepEqual([valueAt(both, name), valueAt(both, factor)], ['rate', '0.5']);
    assert.deepEqual(withValue(both, name, ''), { 'dataReportRate.set': { factors: { dataReportRate: 0.5 } } });
  });

  it('what else is stored is kept', () => {
    const stored = readReplaced('{"meter.latest": {"path": "/x/{deviceId}", "note": 1}}') ?? assert.fail();
    assert.deepEqual(withValue(stored, name, 'rate')['meter.latest'], { path: '/x/{deviceId}', note: 1 });
  });

  it('what is no object of objects is left to a person', () => {
    for (const text of ['{', '[]', '5', '{"a": 1}', '{"a": []}']) assert.equal(readReplaced(text), undefined, text);
    assert.deepEqual(readReplaced(' '), {});
  });
});

describe('the table of assumptions', () => {
  const lines = listAssumptions();

  it('has a row for each value that an account can replace, the 17 operations of sharing in one', () => {
    assert.equal(lines.length, 20);
    assert.equal(
      lines.find(({ part, operations }) => part === 'token' && operations.length > 1)?.operations.length,
      17,
    );
    for (const { titles, value, why } of lines) assert.ok(titles.length > 0 && value !== '' && why !== '');
  });

  it('every row can be set: the client takes what the table stores', () => {
    const others = { path: undefined, method: undefined, token: 'APP', names: 'other', factors: '0.1' };
    for (const line of lines) {
      const value = others[line.part] ?? line.choices?.find((choice) => choice !== line.value) ?? `/v2${line.value}`;
      const replaced = withValue({}, line, value);
      assert.equal(valueAt(replaced, line), value);
      const problems = settingsProblems({ baseUrl: 'https://api.test', apiKey: 'k', replaced: replaced as never });
      assert.deepEqual(problems, [], JSON.stringify(replaced));
    }
  });
});
