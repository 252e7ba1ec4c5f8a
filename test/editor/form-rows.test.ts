import assert from 'node:assert/strict';
import { withRows } from '../../src/editor/form-rows';
import { type FieldTable, storedProperties } from '../../src/fields';
import { nodeFields, nodeForm, nodeHtml, nodes } from '../support/palette-html';

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);

describe('the rows of a form', () => {
  for (const type of Object.keys(nodes))
    it(`${type}: one a field, with the inputs that Node-RED fills in by its properties`, () => {
      const { fields, palette } = nodeFields(type);
      const shown = Object.entries(fields).filter(([, { kind }]) => kind !== 'version');
      const prefix = palette.category === 'config' ? 'node-config-input-' : 'node-input-';
      const form = nodeForm(type);
      assert.deepEqual(all(form, /data-field="(\w+)"/g).sort(), shown.map(([name]) => name).sort());
      const inputs = shown
        .filter(([, { kind }]) => kind !== 'list' && kind !== 'rows')
        .flatMap(([name, field]) => [...new Set([name, ...storedProperties(name, field)])]);
      assert.deepEqual(
        all(form, /<(?:input|select|textarea)[^>]* id="([\w-]+)"/g).sort(),
        inputs.map((name) => prefix + name).sort(),
      );
      assert.doesNotMatch(form, /\{\{/);
    });

  it('come with the page and not with the html, which Node-RED keeps in memory', () => {
    for (const type of Object.keys(nodes)) assert.doesNotMatch(nodeHtml(type), /form-row[^>]* data-field="\w/, type);
  });

  it('say more where a text does: to the pointer, and to screen readers by the id of the input', () => {
    const fields: FieldTable = { unit: { kind: 'flag', default: false } };
    const key = '@breakerflow/node-red-breakers/breaker-account:meter-read';
    assert.equal(
      withRows('<p>{{unit}}</p>', 'meter-read', fields, false),
      '<p><div class="form-row breakerflow-row breakerflow-flag" data-field="unit"><label for="node-input-unit">' +
        `<input type="checkbox" id="node-input-unit"> <span data-i18n="${key}.label.unit"></span></label></div></p>`,
    );
    const tipped = withRows('{{unit tip}}', 'meter-read', fields, false);
    assert.ok(tipped.includes(`data-i18n="${key}.label.unit;[title]${key}.tip.unit"`));
    assert.ok(tipped.includes(`id="node-input-unit-tip" data-i18n="${key}.tip.unit"`));
  });

  it('bound numbers, and tell their unit', () => {
    const fields: FieldTable = { poll: { kind: 'number', default: '', min: 1, integer: true, unit: 's' } };
    const form = withRows('{{poll}}', 'meter-read', fields, true);
    assert.match(form, /<input type="number" id="node-config-input-poll" min="1" step="1"> <span [^>]*>s<\/span>/);
  });

  it('offer choices in their order, below headings where they have some', () => {
    const plain: FieldTable = { output: { kind: 'choice', default: 'flat', options: ['flat', 'record'] } };
    assert.deepEqual(all(withRows('{{output}}', 'meter-read', plain, false), /<option value="(\w+)"/g), [
      'flat',
      'record',
    ]);
    const grouped: FieldTable = {
      output: { kind: 'choice', default: 'a', options: ['a', 'b'], groups: { first: ['a'], second: ['b'] } },
    };
    const form = withRows('{{output}}', 'meter-read', grouped, false);
    assert.match(
      form,
      /group\.output\.first"><option value="a"[^>]*><\/option><\/optgroup><optgroup [^>]*second"><option value="b"/,
    );
  });
});
