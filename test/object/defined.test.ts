import assert from 'node:assert/strict';
import { defined } from '../../src/object';

describe('object: properties that have a value', () => {
  it('stay as they are, in their order; undefined ones are absent', () => {
    const given = { a: 1, b: undefined, c: null, d: false, e: 0, f: '', g: Number.NaN };
    const result: { a?: number } = defined(given);
    assert.deepEqual(Object.entries(result), Object.entries({ a: 1, c: null, d: false, e: 0, f: '', g: Number.NaN }));
    assert.deepEqual(Object.keys(given).length, 7);
  });

  it('are own properties, whatever they are called', () => {
    const result = defined(JSON.parse('{"__proto__":{"polluted":true}}') as object);
    assert.equal(Object.getPrototypeOf(result), Object.prototype);
    assert.deepEqual(Object.keys(result), ['__proto__']);
  });
});
