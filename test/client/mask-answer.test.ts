import assert from 'node:assert/strict';
import { operationIds, rowOf } from '../../src/catalog';
import { maskAnswer } from '../../src/client';
import { describeOperation } from '../../src/runtime/admin/describe-operation';
import type { JsonSchema } from '../../src/schema';

describe('secrets in answers', () => {
  it('are masked wherever the row says, in lists too', () => {
    const organization = { id: 'o', serviceAccount: { secrets: [{ name: 'secret1', value: 'shown once' }] } };
    const masked = { id: 'o', serviceAccount: { secrets: [{ name: 'secret1', value: '***' }] } };
    assert.deepEqual(maskAnswer('organizations.get', organization), masked);
    assert.deepEqual(maskAnswer('organizations.list', [organization]), [masked]);
    assert.deepEqual(maskAnswer('deviceWebhooks.get', { additionalHttpHeaders: { 'X-Key': 'k' }, uri: 'u' }), {
      additionalHttpHeaders: { 'X-Key': '***' },
      uri: 'u',
    });
    assert.deepEqual(maskAnswer('devices.get', { id: 'd' }), { id: 'd' });
  });

  it('every path of a row that holds a secret is masked', () => {
    let paths = 0;
    for (const id of operationIds)
      for (const path of rowOf(id).secrets ?? []) {
        const { answer } = rowOf(id);
        assert.equal(describeOperation(id).secrets, answer.kind !== 'empty', id);
        if (answer.kind === 'empty') continue;
        const wrapped = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: [inner] }), 'the secret');
        const given = answer.kind === 'many' ? [wrapped] : wrapped;
        assert(!JSON.stringify(maskAnswer(id, given)).includes('the secret'), `${id} ${path}`);
        paths += 1;
      }
    assert(paths >= 10, `${paths}`);
  });
});

describe('secrets by the shapes', () => {
  it('every text that an answer marks as secret stands at a place that the row names', () => {
    const marked = (schema: JsonSchema, path: string): string[] => [
      ...(schema.secret ? [path] : []),
      ...(schema.items === undefined ? [] : marked(schema.items, path)),
      ...(typeof schema.additionalProperties === 'object' ? marked(schema.additionalProperties, path) : []),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
        marked(inner, path === '' ? name : `${path}.${name}`),
      ),
    ];
    let found = 0;
    for (const id of operationIds) {
      const { answer, secrets = [] } = rowOf(id);
      for (const path of answer.kind === 'empty' ? [] : marked(answer.data.json, '')) {
        assert(
          secrets.some((named) => path === named || path.startsWith(`${named}.`)),
          `${id} ${path}`,
        );
        found += 1;
      }
    }
    assert(found >= 10, `${found}`);
  });
});
