import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkCall, requestText, valuesOf } from '../../src/call-form';
import { operationIds, rowOf } from '../../src/catalog';
import { announceSeed, tries } from './tries';

/** Names that the catalog has somewhere, and some that it has nowhere. */
const names = [
  ...new Set(
    operationIds.flatMap((id) => {
      const { path, query, body, filter } = rowOf(id);
      return [
        ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
        ...[query, body].flatMap((schema) => Object.keys(schema?.json.properties ?? {})),
        ...Object.keys(filter?.fields ?? {}),
      ];
    }),
  ),
  ...['0', '1', 'ge', 'eq', 'by', 'direction', 'offset', 'limit', '', '__proto__', 'constructor', 'a~1b'],
];
const pointer = fc
  .tuple(
    fc.constantFrom('path', 'query', 'filter', 'orderby', 'page', 'body', 'other'),
    fc.array(fc.constantFrom(...names), { maxLength: 4 }),
  )
  .map(([part, rest]) => [part, ...rest].join('/'));
const typed = fc.record({
  source: fc.constantFrom('str', 'num', 'bool', 'json', 'msg', 'flow', 'env', 'jsonata', 'cred'),
  value: fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('', 'true', '-1', '{', 'value0unknown', ['$', '{X}'].join('')),
  ),
});

describe('fuzz: a stored call, whatever stands in it', () => {
  before(announceSeed);

  it('has problems and a text, and never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...operationIds),
        fc.array(fc.tuple(pointer, typed), { maxLength: 8 }),
        (id, entries) => {
          for (const values of [new Map(entries), valuesOf(id, new Map(entries))]) {
            for (const { pointer: at, message } of checkCall(id, values)) assert(at !== '' && message !== '');
            const { method, target } = requestText(id, values);
            assert.equal(method, rowOf(id).method);
            assert(target.startsWith('/'));
          }
        },
      ),
      tries(3_000),
    );
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });
});
