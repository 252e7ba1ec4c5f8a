import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Circuit,
  circuitDifferences,
  circuitProblems,
  createCircuitDirectory,
  nameKey,
  replaceDevice,
} from '../../src/directory';
import { circuit } from './circuits';

const shown = (before: readonly Circuit[], after: readonly Circuit[]) => {
  const { added, removed, changed, moved } = circuitDifferences(before, after);
  return {
    added: added.map(({ deviceId }) => deviceId),
    removed: removed.map(({ deviceId }) => deviceId),
    changed: changed.map(({ after: { deviceId }, fields }) => `${deviceId} ${fields.join()}`),
    moved: moved.map(({ by, text, from, to }) => `${by} ${text}: ${from.deviceId} > ${to.deviceId}`),
  };
};

describe('directory: differences', () => {
  it('what came, went and changed is told by device', () => {
    const before = [circuit('d-1', 'A'), circuit('d-2', 'B'), circuit('d-3', 'C')];
    const after = [circuit('D-1', 'A'), circuit('d-2', 'B2', { leg: 'A' }), circuit('d-4', 'D')];
    assert.deepEqual(shown(before, after), { added: ['d-4'], removed: ['d-3'], changed: ['d-2 name,leg'], moved: [] });
  });

  it('a swap of two names is two moved names', () => {
    const { moved } = shown([circuit('d-1', 'A'), circuit('d-2', 'B')], [circuit('d-1', 'B'), circuit('d-2', 'a')]);
    assert.deepEqual(moved, ['name B: d-2 > d-1', 'name a: d-1 > d-2']);
  });

  it('a replaced device is a moved name, and without a name a moved space', () => {
    const before = [circuit('d-1', 'A'), circuit('d-2', '', { space: '4' })];
    const after = [circuit('d-8', 'A'), circuit('d-9', '', { space: '4' })];
    assert.deepEqual(shown(before, after).moved, ['name A: d-1 > d-8', 'space 4: d-2 > d-9']);
  });

  it('a device that only changes its space or its name moves nothing', () => {
    const before = [circuit('d-1', 'A', { space: '1' }), circuit('d-2', 'B', { space: '2' })];
    const after = [circuit('d-1', 'A', { space: '2' }), circuit('d-2', 'C', { space: '1' })];
    assert.deepEqual(shown(before, after).moved, []);
  });
});

describe('directory: any sequence of renames, swaps, replacements and removals', () => {
  const device = fc.integer({ min: 1, max: 6 }).map((number) => `d-${number}`);
  const name = fc.constantFrom('', 'Pump', 'PUMP', 'pump ', 'Küche', 'Ku\u0308che', 'Oven', 'd-3', '30000000002');
  const change = fc.oneof(
    fc.record({ kind: fc.constant('rename' as const), device, name }),
    fc.record({ kind: fc.constant('swap' as const), device, other: device }),
    fc.record({ kind: fc.constant('replace' as const), device, other: device }),
    fc.record({ kind: fc.constant('remove' as const), device }),
    fc.record({ kind: fc.constant('add' as const), device, name }),
  );

  function changed(rows: readonly Circuit[], one: typeof change extends fc.Arbitrary<infer C> ? C : never): Circuit[] {
    switch (one.kind) {
      case 'rename':
        return rows.map((row) => (row.deviceId === one.device ? { ...row, name: one.name } : row));
      case 'swap': {
        const nameOf = (id: string) => rows.find(({ deviceId }) => deviceId === id)?.name ?? '';
        return rows.map((row) => {
          if (row.deviceId === one.device) return { ...row, name: nameOf(one.other) };
          return row.deviceId === one.other ? { ...row, name: nameOf(one.device) } : row;
        });
      }
      case 'replace': {
        const replaced = replaceDevice(rows, one.device, { id: one.other });
        return 'circuits' in replaced ? [...replaced.circuits] : [...rows];
      }
      case 'remove':
        return rows.filter(({ deviceId }) => deviceId !== one.device);
      case 'add':
        return [...rows, circuit(one.device, one.name)];
    }
  }

  it('no name ever means two devices, nor another one than a person last confirmed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.boolean()), { maxLength: 30 }), (steps) => {
        let rows: readonly Circuit[] = [];
        /** What a person knows: given to a device, or confirmed to have moved. */
        const meant = new Map<string, string>();
        for (const [step, confirms] of steps) {
          const next = changed(rows, step);
          if (circuitProblems(next).length > 0) continue;
          const { moved } = circuitDifferences(rows, next);
          if (moved.length > 0 && !confirms) continue;
          const given = new Map(next.map((row) => [nameKey(row.name), row.deviceId]));
          // Nothing but a confirmed move gives a name to another device while it is in use.
          for (const [key, deviceId] of given)
            if (meant.has(key) && meant.get(key) !== deviceId)
              assert(moved.some(({ by, to }) => by === 'name' && nameKey(to.name) === key && to.deviceId === deviceId));
          meant.clear();
          for (const [key, deviceId] of given) if (key !== '') meant.set(key, deviceId);
          rows = next;
          const directory = createCircuitDirectory(rows);
          for (const [key, deviceId] of meant) assert.deepEqual(directory.resolve(key), { by: 'name', deviceId });
          for (const key of ['pump', 'küche', 'oven', 'd-3', '30000000002'])
            assert.notEqual(directory.resolve(key)?.by, 'several');
        }
      }),
      { numRuns: 2_000, seed: 17 },
    );
  });
});
