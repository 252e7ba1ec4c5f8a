import assert from 'node:assert/strict';
import type { JsonSchema } from '../../src/schema';
import { documentedFields, schemaFields } from './field-list';

/** Compares names both ways and the types that the document shows; returns how many fields there were. */
export function assertFields(lines: string, json: JsonSchema, kind: 'request' | 'answer', where: string): number {
  const expected = documentedFields(lines);
  const actual = schemaFields(json, kind === 'request');
  assert.deepEqual([...actual.keys()].sort(), [...expected.keys()].sort(), where);
  for (const [name, type] of expected) {
    // A reader takes any text where the document shows a date-time, a sender sends only date-times.
    const lenient = kind === 'answer' && type === 'date-time' && actual.get(name) === 'string';
    if (type !== '?' && !lenient) assert.equal(actual.get(name), type, `${where}: ${name}`);
  }
  return expected.size;
}
