import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FieldTable } from '../../src/fields';
import { packageRoot } from '../support/node-texts';

type MakeForm = (
  type: string,
  fields: FieldTable,
  source: string,
  fieldGroups: Readonly<Record<string, readonly string[]>>,
) => string;

const script = pathToFileURL(join(packageRoot, 'scripts/form.mjs')).href;
const flag = { kind: 'flag', default: false } as const;
const fields = { a: flag, b: flag, c: flag, d: flag, configVersion: { kind: 'version', upgrades: [] } } as const;

describe('the rows of a form', () => {
  let rowsOf: (source: string, groups?: Readonly<Record<string, readonly string[]>>) => string[];
  before(async () => {
    const { form } = (await import(script)) as { form: MakeForm };
    rowsOf = (source, groups = {}) =>
      form('meter-read', fields, source, groups)
        .split('\n')
        .slice(1, -2)
        .filter((line) => line !== '');
  });

  it('follow the table where the html places none', () =>
    assert.deepEqual(rowsOf(''), ['{{a}}', '{{b}}', '{{c}}', '{{d}}']));
  it('stand where the html places them, and the others below the field before them in the table', () =>
    assert.deepEqual(rowsOf('<b>first</b>\n{{c}}\n<i></i>\n{{a}}\n'), [
      '<b>first</b>',
      '{{c}}',
      '{{d}}',
      '<i></i>',
      '{{a}}',
      '{{b}}',
    ]));
  it('of a group are placed together', () =>
    assert.deepEqual(rowsOf('<p></p>\n{{...both}}\n', { both: ['d', 'b'] }), [
      '{{a}}',
      '<p></p>',
      '{{d}}',
      '{{b}}',
      '{{c}}',
    ]));
  it('need a field', () => assert.throws(() => rowsOf('{{a}}\n{{unknown}}\n'), /rows without a field: unknown/));
});
