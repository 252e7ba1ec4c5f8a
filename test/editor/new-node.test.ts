import assert from 'node:assert/strict';
import { checkConfig, completeConfig, currentVersion } from '../../src/fields';
import { nodeFields, nodes } from '../support/palette-html';
import { registeredIn } from '../support/registered-types';

const registered = registeredIn({});

/** What a node has after the editor has called `onadd`. */
function added(type: string, node: object): Readonly<Record<string, unknown>> {
  const made = { type, ...node };
  registered.get(type)?.onadd.call(made);
  return made;
}

describe('a node that was dragged from the palette', () => {
  for (const type of Object.keys(nodes)) {
    const { fields } = nodeFields(type);
    const dragged = added(type, completeConfig(fields, {}));

    it(`${type}: has the present version, and choices that there are`, () => {
      assert.equal(dragged.configVersion, currentVersion(fields));
      const wrong = checkConfig(fields, dragged).filter(({ key }) => key === 'choice');
      assert.deepEqual(wrong, []);
    });

    it(`${type}: one from a flow keeps what it means without a property`, () => {
      const imported = { _config: {}, name: 'stored' };
      assert.deepEqual(added(type, imported), { type, ...imported });
    });
  }

  it('breaker-control: opens, where a stored one without an action waits for the command of a message', () => {
    const { fields } = nodeFields('breaker-control');
    assert.equal(added('breaker-control', {}).action, 'open');
    assert.equal(completeConfig(fields, {}).action, 'value');
  });
});
