import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fields } from '../../nodes/breaker-control/breaker-control.fields';
import {
  boundProperties,
  checkConfig,
  exampleMarkers,
  hasReference,
  loadedExample,
  markersIn,
  referencesOf,
  unboundProperties,
} from '../../src/fields';

const heater = 'ce356d2f-943e-45af-911a-1ffc9eb9b411';
const ids = referencesOf([{ id: heater, label: 'Water heater' }], [{ id: 'panel-id', name: 'Main panel' }]);
const control = {
  id: 'n',
  type: 'breaker-control',
  name: 'circuit(Water heater)',
  account: exampleMarkers.account,
  devices: ['circuit(Water heater)'],
  location: 'location(Main panel)',
  action: 'open',
};
const decide = { id: 'f', type: 'function', func: "const HEATER = 'circuit(Water heater)';" };
const configs = { account: 'a', endpoint: 'e' };

describe('a flow of an example', () => {
  it('names the config nodes that it needs', () => {
    assert.deepEqual(markersIn([control, { ...control, endpoint: exampleMarkers.endpoint }]), ['account', 'endpoint']);
    assert.deepEqual(markersIn([decide, { account: 'another' }]), []);
  });

  it('bound to a simulator, has its ids, in functions too', () => {
    const { account, devices, location } = boundProperties(control, configs, ids);
    assert.deepEqual([account, devices, location], ['a', [heater], 'panel-id']);
    assert.deepEqual(boundProperties(decide, configs, ids), { func: `const HEATER = '${heater}';` });
  });

  it('bound to any other account, has no device, and other nodes stay as they are', () => {
    const { account, devices, location } = boundProperties(control, { account: 'a' });
    assert.deepEqual([account, devices, location], ['a', [], '']);
    assert.deepEqual(boundProperties(decide, { account: 'a' }), {});
  });

  it('keeps the reference to a circuit that the site does not have, with which nothing is configured', () => {
    const devices = ['circuit(Sauna)'];
    const bound = { ...control, ...boundProperties({ ...control, devices }, configs, ids) };
    assert.deepEqual(bound.devices, devices);
    assert.deepEqual(
      checkConfig(fields, bound).map(({ field, key }) => [field, key]),
      [['devices', 'exampleReference']],
    );
  });

  it('changes nothing of a flow without markers', () => {
    const own = { id: 'n', type: 'breaker-control', account: 'mine', devices: [heater], name: 'circuit 3' };
    assert.equal(hasReference(own), false);
    assert.deepEqual(boundProperties(own, configs), {});
  });

  it('gets its references back, wherever the ids of the site stand', () => {
    const references = fc.constantFrom(...Object.keys(ids));
    const text = fc
      .array(fc.oneof(references, fc.constantFrom(' ', "'", '{', '\n', 'name')))
      .map((parts) => parts.join(''));
    const value = fc.oneof(
      text,
      fc.array(text),
      fc.array(fc.record({ to: text, deviceId: references }, { noNullPrototype: true })),
    );
    fc.assert(
      fc.property(fc.record({ func: value, rules: value, values: value }, { noNullPrototype: true }), (node) => {
        const bound = { ...node, ...boundProperties(node, {}, ids) };
        assert.equal(hasReference(bound), false);
        assert.deepEqual({ ...bound, ...unboundProperties(bound, ids) }, node);
      }),
    );
  });

  it('gets them back in capital letters too, and changes nothing where no id stands', () => {
    assert.deepEqual(unboundProperties({ func: heater.toUpperCase() }, ids), { func: 'circuit(Water heater)' });
    assert.deepEqual(unboundProperties({ func: 'return msg;', x: 1, devices: [] }, ids), {});
    assert.deepEqual(unboundProperties(control, {}), {});
  });

  it('is loaded around the editor with the config nodes that it needs, and no others', () => {
    const loaded = loadedExample([control, decide], configs, ids);
    assert.deepEqual(
      loaded.map(({ id, type }) => `${type} ${id}`),
      ['breaker-account a', 'breaker-control n', 'function f'],
    );
    assert.deepEqual(checkConfig(fields, loaded[1] ?? {}), []);
  });
});
