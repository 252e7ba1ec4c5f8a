import assert from 'node:assert/strict';
import { completeConfig } from '../../src/fields';
import { nodeFields, nodes } from '../support/palette-html';
import { registeredIn } from '../support/registered-types';

const registered = registeredIn({ good: {}, bad: { valid: false } });

/** Every field that names a config node only in some configurations. */
const conditional = Object.keys(nodes).flatMap((type) => {
  const { fields } = nodeFields(type);
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'config' || field.when === undefined) return [];
    const { when, required = false } = field;
    // A configuration in which the field shows: the defaults, or those with one choice or tick changed.
    const plain = completeConfig(fields, {});
    const changed = Object.entries(fields).flatMap(([other, { kind, ...rest }]) => {
      if (kind === 'choice' && 'options' in rest) return rest.options.map((value) => ({ ...plain, [other]: value }));
      return kind === 'flag' ? [true, false].map((value) => ({ ...plain, [other]: value })) : [];
    });
    const shown = [plain, ...changed].find(when);
    const hidden = [plain, ...changed].find((config) => !when(config));
    return [{ type, name, required, shown, hidden }];
  });
});

describe('a field that names a config node in some configurations', () => {
  it('is there in several nodes', () => {
    assert.ok(conditional.length >= 5, String(conditional.length));
    assert.ok(conditional.every(({ shown, hidden }) => shown !== undefined && hidden !== undefined));
  });

  for (const { type, name, required, shown = {}, hidden = {} } of conditional) {
    const property = registered.get(type)?.defaults[name];
    const check = (config: object, value: string) => {
      const node = { id: 'n', type, ...config, [name]: value };
      return property?.validate?.call(node, value, {});
    };

    it(`${type}, ${name}: the editor asks for it while it shows`, () => {
      // With an own `required: false`, Node-RED takes an empty value as valid and does not ask `validate`.
      assert.equal(Object.hasOwn(property ?? {}, 'required'), false);
      for (const empty of ['', '_ADD_'])
        assert.equal(check(shown, empty) === true, !required, `${empty}: ${check(shown, empty)}`);
      assert.equal(check(hidden, ''), true);
    });

    it(`${type}, ${name}: names a config node that is there and valid`, () => {
      assert.equal(check(shown, 'good'), true);
      assert.equal(check(shown, 'bad'), 'validator.errors.invalid-config');
      assert.equal(check(shown, 'gone'), 'validator.errors.missing-config');
      assert.equal(check(hidden, 'gone'), true);
    });
  }
});
