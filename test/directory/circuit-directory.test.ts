import assert from 'node:assert/strict';
import { createCircuitDirectory, defaultName, replaceDevice } from '../../src/directory';
import { circuit } from './circuits';

describe('directory: whom a text means', () => {
  const directory = createCircuitDirectory([
    circuit('d-1', 'Water heater', { serialNumber: '30612838860', critical: true }),
    circuit('d-2', ''),
  ]);

  it('an id, a serial number and a given name name their device, without regard to case and blanks around them', () => {
    assert.deepEqual(directory.resolve('D-1'), { by: 'id', deviceId: 'd-1' });
    assert.deepEqual(directory.resolve(' 30612838860 '), { by: 'serialNumber', deviceId: 'd-1' });
    assert.deepEqual(directory.resolve('water  HEATER'), { by: 'name', deviceId: 'd-1' });
  });

  it('a part of a name, an empty text, and a default name name none', () => {
    const shown = defaultName({ load: 'lighting', location: 'Main panel', serialNumber: '30000000002' });
    for (const text of ['water', 'heater', '', ' ', shown]) assert.equal(directory.resolve(text), undefined, text);
  });

  it('a later change of the rows does not reach a directory that was made before', () => {
    const rows = [circuit('d-1', 'A')];
    const made = createCircuitDirectory(rows);
    rows[0] = circuit('d-2', 'A');
    assert.deepEqual(made.resolve('a'), { by: 'name', deviceId: 'd-1' });
  });

  it('a text that fits two devices names none, and both are told', () => {
    const wrong = createCircuitDirectory([circuit('d-1', 'Pump'), circuit('d-2', 'pump'), circuit('d-3', 'd-1')]);
    assert.deepEqual(wrong.resolve('Pump'), { by: 'several', deviceIds: ['d-1', 'd-2'] });
    assert.deepEqual(wrong.resolve('d-1'), { by: 'several', deviceIds: ['d-1', 'd-3'] });
  });

  it('rows that cannot be read are left out, and a critical device stays critical whatever else is wrong', () => {
    const wrong = createCircuitDirectory([
      7,
      { name: 'nobody' },
      { deviceId: 'D-1', critical: true, name: 7 },
      circuit('d-1', 'A'),
    ]);
    assert.equal(wrong.circuits.length, 2);
    assert.equal(wrong.resolve('nobody'), undefined);
    assert.equal(wrong.isCritical('d-1'), true);
    assert.equal(directory.isCritical('d-2'), false);
  });
});

describe('directory: default names', () => {
  it('are made of load, location and the end of the serial number, as far as they are known', () => {
    const all = { load: 'water-heater', location: 'Main panel', serialNumber: '30612838860' };
    assert.equal(defaultName(all), 'water heater, Main panel (8860)');
    assert.equal(defaultName({ location: 'Garage' }), 'Garage');
    assert.equal(defaultName({ serialNumber: '30612838860' }), '30612838860');
    assert.equal(defaultName({}), '');
  });
});

describe('directory: replace a device', () => {
  const circuits = [circuit('d-1', 'Pump', { space: '4', ratedA: 20 }), circuit('d-2', '', { critical: true })];
  const fresh = { id: 'd-9', serialNumber: '30999999999' };

  it('the row keeps its place, name and values, with the id and serial number of the new device', () => {
    assert.deepEqual(replaceDevice(circuits, 'D-1', fresh), {
      circuits: [{ deviceId: 'd-9', serialNumber: '30999999999', name: 'Pump', space: '4', ratedA: 20 }, circuits[1]],
    });
  });

  it('a row without a name of the new device goes, and its protection stays', () => {
    assert.deepEqual(replaceDevice(circuits, 'd-1', { id: 'd-2', serialNumber: '7' }), {
      circuits: [{ deviceId: 'd-2', serialNumber: '7', name: 'Pump', space: '4', ratedA: 20, critical: true }],
    });
  });

  it('is refused where the old device has no row, both are one device, or the new one has a name of its own', () => {
    assert.deepEqual(replaceDevice(circuits, 'd-1', { id: 'D-1' }), { problem: 'sameDevice' });
    assert.deepEqual(replaceDevice(circuits, 'd-7', fresh), { problem: 'noRow' });
    assert.deepEqual(replaceDevice(circuits, 'd-2', { id: 'd-1' }), { problem: 'hasName' });
  });
});
