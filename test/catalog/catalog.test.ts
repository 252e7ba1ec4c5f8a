import assert from 'node:assert/strict';
import { isOperationId, operationIds, pathParameters, rowOf } from '../../src/catalog';
import { createCheck, type JsonSchema } from '../../src/schema';

describe('catalog', () => {
  it('knows its operations by name, and nothing that only looks like one', () => {
    for (const id of operationIds) assert.equal(isOperationId(id), true, id);
    for (const other of ['', 'devices', 'devices.', 'toString', '__proto__', 'constructor', undefined, null, 5, {}])
      assert.equal(isOperationId(other), false, String(other));
  });

  it('names the parameters of a path in order', () => {
    assert.deepEqual(pathParameters('/a/{first}/b/{second}'), ['first', 'second']);
    assert.deepEqual(pathParameters('/a'), []);
  });

  it('every title says what the operation does, once', () => {
    const titles = operationIds.map((id) => rowOf(id).title);
    assert.equal(new Set(titles).size, operationIds.length);
    for (const title of titles) assert.match(title, /^[A-Z].{6,79}$/);
  });

  it('every schema compiles in strict mode', () => {
    let schemas = 0;
    for (const id of operationIds) {
      const { body, query, answer } = rowOf(id);
      for (const schema of [body, query, answer.kind === 'empty' ? undefined : answer.data]) {
        if (schema === undefined) continue;
        assert.doesNotThrow(() => createCheck(schema)({}), id);
        schemas += 1;
      }
    }
    assert(schemas >= operationIds.length, `${schemas}`);
  });

  it('every path to a secret leads to a field that the answer has', () => {
    let paths = 0;
    for (const id of operationIds) {
      const { answer, secrets = [] } = rowOf(id);
      for (const path of secrets) {
        assert.notEqual(answer.kind, 'empty', id);
        let json = answer.kind === 'empty' ? undefined : answer.data.json;
        for (const name of path.split('.')) json = json?.properties?.[name] ?? json?.items?.properties?.[name];
        assert.ok(json, `${id}: ${path}`);
        paths += 1;
      }
    }
    assert.equal(paths, 26);
  });

  it('every field marked as secret in an answer is on the list of its row', () => {
    const marked = (json: JsonSchema, path: string[]): string[] => {
      if (json.secret) return [path.join('.')];
      if (typeof json.additionalProperties === 'object') return marked(json.additionalProperties, path);
      if (json.items !== undefined) return marked(json.items, path);
      return Object.entries(json.properties ?? {}).flatMap(([name, inner]) => marked(inner, [...path, name]));
    };
    let found = 0;
    for (const id of operationIds) {
      const { answer, secrets = [] } = rowOf(id);
      if (answer.kind === 'empty') continue;
      const inAnswer = marked(answer.data.json, []);
      assert.deepEqual(inAnswer.sort(), [...secrets].sort(), id);
      found += inAnswer.length;
    }
    assert.equal(found, 26);
  });
});
