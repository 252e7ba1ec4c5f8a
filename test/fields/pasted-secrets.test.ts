import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type FieldTable, readConfig } from '../../src/fields';
import { owners } from '../locales/catalog-files';

const tables = owners
  .filter(({ directory }) => directory.includes('/nodes/'))
  .map(({ name }) => ({
    name,
    fields: (require(join(__dirname, '..', '..', 'nodes', name, `${name}.fields`)) as { fields: FieldTable }).fields,
  }));
const secrets = tables.flatMap(({ name, fields }) =>
  Object.entries(fields)
    .filter(([, { kind }]) => kind === 'secret' || kind === 'identifier')
    .map(([field]) => ({ name, field, fields })),
);

describe('a secret that was pasted', () => {
  for (const { name, field, fields } of secrets)
    it(`${name}.${field}: blanks and line breaks around it are cut off`, () => {
      for (const pasted of [' s3 cret', 's3 cret\n', '\t s3 cret \r\n', '\u00a0s3 cret'])
        assert.equal((readConfig(fields, {}, { [field]: pasted }) as Record<string, unknown>)[field], 's3 cret');
    });

  it('is looked for in every node', () => assert(secrets.length >= 14, `${secrets.length}`));
});
