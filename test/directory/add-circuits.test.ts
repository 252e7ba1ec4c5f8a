import assert from 'node:assert/strict';
import { addCircuits, circuitProblems } from '../../src/directory';
import { circuit } from './circuits';

describe('circuits that are added to a directory', () => {
  const heater = circuit('d1', 'Water heater', { leg: 'both' });
  const pump = circuit('d2', 'Pool pump');

  it('are those of devices that it does not know', () => {
    assert.deepEqual(addCircuits([heater], [pump]), [heater, pump]);
    assert.deepEqual(addCircuits([], [heater, pump]), [heater, pump]);
  });

  it('change nothing that is there, however an id is spelled', () => {
    assert.deepEqual(addCircuits([heater], [circuit('D1', 'Boiler', { leg: 'A' })]), [heater]);
  });

  it('complete a row by what it does not say', () => {
    const bare = { deviceId: 'd1', serialNumber: '', name: '' };
    const other = circuit('d1', 'Water heater', { leg: 'both', feedsIn: true, ratedA: 30 });
    assert.deepEqual(addCircuits([bare], [other]), [other]);
    // The name is another device's.
    const [row] = addCircuits([bare, circuit('d2', 'Water heater')], [other]);
    assert.deepEqual(row, { ...other, name: '' });
  });

  it('take no name away', () => {
    const rows = addCircuits([heater], [circuit('d3', 'WATER HEATER', { leg: 'B' })]);
    assert.deepEqual(
      rows.map(({ deviceId, name, leg }) => [deviceId, name, leg]),
      [
        ['d1', 'Water heater', 'both'],
        ['d3', '', 'B'],
      ],
    );
    assert.deepEqual(circuitProblems(rows), []);
  });
});
