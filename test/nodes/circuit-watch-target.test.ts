import assert from 'node:assert/strict';
import { fields } from '../../nodes/circuit-watch/circuit-watch.fields';
import type { FormPreset } from '../../nodes/circuit-watch/preset-form';
import { proposedTarget } from '../../nodes/circuit-watch/proposed-target';
import type { SiteTree } from '../../src/admin-api';
import type { Circuit } from '../../src/directory';

const locations = [
  { id: 'house', name: 'House', type: 'address' },
  { id: 'other', name: 'Other', type: 'address' },
];
const loads = [
  undefined,
  'Ovens',
  'refrigerator',
  'heat-pump',
  'pool_pump',
  'Clothes dryer',
  'dryer',
  'washing machine',
];
const tree = (places: readonly string[] = ['house']): SiteTree => ({
  locations,
  devices: loads.map((loadType, index) => ({
    id: `d${index}`,
    locationId: places[index % places.length] ?? '',
    ...(loadType === undefined ? {} : { loadType }),
  })),
  total: loads.length,
  version: '1',
});
const directory =
  (legs: readonly (Circuit['leg'] | 'feedsIn')[]) =>
  (deviceId: string): Circuit | undefined => {
    const leg = legs[Number(deviceId.slice(1))];
    if (leg === undefined) return undefined;
    const row = { deviceId, serialNumber: '', name: '' };
    return leg === 'feedsIn' ? { ...row, leg: 'both', feedsIn: true } : { ...row, leg };
  };
const noCircuits = directory([]);
const devicesOf = (preset: FormPreset, legs: Parameters<typeof directory>[0] = []) =>
  proposedTarget(preset, tree(), directory(legs))?.devices;

describe('circuit-watch: whom a preset is for', () => {
  for (const [preset, found] of [
    ['freezer', ['d2']],
    ['leftOn', ['d1']],
    ['dryPump', ['d4']],
    ['finished', ['d6', 'd7']],
    ['sumpPump', []],
  ] as const)
    it(`${preset}: circuits of its types of load, however these are spelled`, () =>
      assert.deepEqual(proposedTarget(preset, tree(), noCircuits), {
        target: 'devices',
        location: '',
        devices: found,
      }));

  it('every other preset of devices but that of a voltage: all of the site, where the account has one', () => {
    const ofLoads = ['freezer', 'leftOn', 'dryPump', 'finished', 'sumpPump', 'own', 'endings'];
    for (const preset of fields.preset.options.filter((one) => !ofLoads.includes(one))) {
      assert.deepEqual(
        proposedTarget(preset, tree(), noCircuits),
        { target: 'location', location: 'house', devices: [] },
        preset,
      );
      assert.deepEqual(
        proposedTarget(preset, tree(['house', 'other']), noCircuits),
        { target: 'devices', location: '', devices: [] },
        preset,
      );
    }
  });

  it('a voltage: one circuit on both legs, or one of each', () => {
    assert.deepEqual(devicesOf('voltage', ['A', 'B', 'feedsIn', 'both', 'both']), ['d3']);
    assert.deepEqual(devicesOf('voltage', ['A', 'A', 'B', 'B']), ['d0', 'd2']);
    assert.deepEqual(devicesOf('voltage', ['feedsIn']), []);
  });

  it("one's own settings: no one in particular", () => assert.equal(devicesOf('own'), undefined));
});
