import assert from 'node:assert/strict';
import { isIdentifier } from '../../src/catalog';
import { circuitProblems, problemPath } from '../../src/directory';
import { circuit } from './circuits';

const told = (rows: unknown, known?: Parameters<typeof circuitProblems>[1]) =>
  circuitProblems(rows, known).map((found) => `${problemPath(found)} ${found.rule}`);

describe('directory: problems', () => {
  it('there are none in a directory of named and unnamed rows', () => {
    const rows = [
      circuit('d-1', 'Water heater', { space: '4/6', leg: 'both', ratedA: 30, critical: true, room: 'Cellar' }),
      circuit('d-2', 'Küche', { feedsIn: true }),
      circuit('d-3', ''),
      { deviceId: 'd-4', serialNumber: '', name: '' },
      { deviceId: 'd-5', serialNumber: '', name: '冷蔵庫' },
    ];
    assert.deepEqual(told(rows), []);
  });

  it('an id is what can stand in a path of the service, and nothing else', () => {
    for (const id of ['d-1', 'urn:dev:1', 'Zm9v==', '.a', '-a', 'EV.7:a=b', 'a'.repeat(128)])
      assert.deepEqual([isIdentifier(id), told([circuit(id, 'A')])], [true, []], id);
    for (const id of ['..', '.', 'a/b', 'a b', 'a%2e', 'a?', '', 'a'.repeat(129)])
      assert.deepEqual([isIdentifier(id), told([circuit(id, 'A')])], [false, ['[0].deviceId circuitDevice']], id);
  });

  it('every problem is named at once, by row and field', () => {
    const rows = [
      { deviceId: '../d', serialNumber: 'a b', name: 'x'.repeat(61), space: 7, room: 'line\nbreak' },
      { deviceId: 'd-1', serialNumber: '', name: 'ok', leg: 'D', ratedA: 0, critical: 'yes', feedsIn: 1 },
      null,
      { deviceId: 'd-2', serialNumber: '', name: ' blank', colour: 'red' },
    ];
    assert.deepEqual(told(rows), [
      '[0].deviceId circuitDevice',
      '[0].serialNumber circuitSerial',
      '[0].name circuitText',
      '[0].space circuitText',
      '[0].room circuitText',
      '[1].feedsIn circuitFlag',
      '[1].critical circuitFlag',
      '[1].leg circuitLeg',
      '[1].ratedA circuitRated',
      '[2] circuitRow',
      '[3] circuitField',
      '[3].name circuitText',
    ]);
    assert.deepEqual(told('[]'), [' circuitList']);
  });

  it('a name given twice is refused in both rows, whatever its case, its blanks and its Unicode form', () => {
    for (const other of ['WATER  HEATER', 'water heater', 'Ｗater heater'])
      assert.deepEqual(told([circuit('d-1', 'Water heater'), circuit('d-2', other)]), [
        '[0].name circuitNameTwice',
        '[1].name circuitNameTwice',
      ]);
    assert.equal(told([circuit('d-1', 'K\u00fcche'), circuit('d-2', 'ku\u0308CHE')]).length, 2);
    assert.equal(told([circuit('d-1', 'Straße'), circuit('d-2', 'STRASSE')]).length, 2);
    const [first] = circuitProblems([circuit('d-1', 'A'), circuit('d-2', 'a')]);
    assert.deepEqual(first?.params, { row: 2, other: 'a' });
  });

  it('a name with characters that cannot be seen is refused', () => {
    for (const name of ['pump\u200b', 'pu\u00admp', '\u202epmup', 'pump\u2028two'])
      assert.deepEqual(told([circuit('d-1', name)]), ['[0].name circuitText'], JSON.stringify(name));
  });

  it('a name equal to an id or serial number of any row, its own too, is refused', () => {
    assert.deepEqual(told([circuit('d-1', 'D-2'), circuit('d-2', '30000000001')]), [
      '[0].name circuitNameIsId',
      '[1].name circuitNameIsId',
    ]);
    assert.deepEqual(told([circuit('d-1', 'd-1')]), ['[0].name circuitNameIsId']);
  });

  it('a name equal to an id or serial number of a device of the account is refused', () => {
    const known = [{ id: 'x-1' }, { id: 'x-2', serialNumber: '30612838860' }];
    assert.deepEqual(told([circuit('d-1', 'X-1'), circuit('d-2', '30612838860')], known), [
      '[0].name circuitNameIsId',
      '[1].name circuitNameIsId',
    ]);
  });

  it('a device in two rows, or a serial number of two devices, is refused', () => {
    assert.deepEqual(told([circuit('d-1', 'A'), circuit('D-1', 'B')]), [
      '[0].deviceId circuitDeviceTwice',
      '[1].deviceId circuitDeviceTwice',
    ]);
    assert.deepEqual(told([circuit('d-1', 'A', { serialNumber: 's' }), circuit('d-2', 'B', { serialNumber: 'S' })]), [
      '[0].serialNumber circuitSerialTwice',
      '[1].serialNumber circuitSerialTwice',
    ]);
    assert.deepEqual(told([circuit('d-1', 'A', { serialNumber: 'd-2' }), circuit('d-2', 'B')]), [
      '[0].serialNumber circuitSerialTwice',
    ]);
  });
});
