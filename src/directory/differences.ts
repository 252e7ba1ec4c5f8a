import { type Circuit, type CircuitField, circuitFields } from './circuit';
import { idKey, nameKey } from './name-key';

/** A name, or the space of a row without a name, that is another device's after a change. */
export interface MovedName {
  readonly by: 'name' | 'space';
  readonly text: string;
  readonly from: Circuit;
  readonly to: Circuit;
}

/** What a change of a directory does. A swap of two names is two moves. */
export interface CircuitDifferences {
  readonly added: readonly Circuit[];
  readonly removed: readonly Circuit[];
  /** The same device with other values. */
  readonly changed: readonly {
    readonly before: Circuit;
    readonly after: Circuit;
    readonly fields: readonly CircuitField[];
  }[];
  /** Each needs the word of a person: whatever names it commands another device from then on. */
  readonly moved: readonly MovedName[];
}

export function circuitDifferences(before: readonly Circuit[], after: readonly Circuit[]): CircuitDifferences {
  const old = new Map(before.map((circuit) => [idKey(circuit.deviceId), circuit]));
  const now = new Map(after.map((circuit) => [idKey(circuit.deviceId), circuit]));
  return {
    added: after.filter(({ deviceId }) => !old.has(idKey(deviceId))),
    removed: before.filter(({ deviceId }) => !now.has(idKey(deviceId))),
    changed: after.flatMap((circuit) => {
      const was = old.get(idKey(circuit.deviceId));
      const fields = was === undefined ? [] : changedFields(was, circuit);
      return was === undefined || fields.length === 0 ? [] : [{ before: was, after: circuit, fields }];
    }),
    moved: [
      ...movedBy('name', before, after, ({ name }) => nameKey(name)),
      // A row without a name is known by its space.
      ...movedBy('space', before, after, ({ name, space = '' }) => (name === '' ? nameKey(space) : '')),
    ],
  };
}

function changedFields(before: Circuit, after: Circuit): CircuitField[] {
  return circuitFields.filter((field) => field !== 'deviceId' && (before[field] ?? '') !== (after[field] ?? ''));
}

function movedBy(
  by: MovedName['by'],
  before: readonly Circuit[],
  after: readonly Circuit[],
  keyOf: (circuit: Circuit) => string,
): MovedName[] {
  const owners = new Map(before.map((circuit) => [keyOf(circuit), circuit]));
  owners.delete('');
  return after.flatMap((to) => {
    const from = owners.get(keyOf(to));
    return from === undefined || idKey(from.deviceId) === idKey(to.deviceId)
      ? []
      : [{ by, text: (by === 'name' ? to.name : to.space) ?? '', from, to }];
  });
}
