import {
  type Circuit,
  type CircuitField,
  circuitFields,
  circuitOf,
  isDeviceId,
  type KnownDevice,
  legs,
  ratedMaxA,
  textMax,
} from './circuit';
import { idKey, nameKey } from './name-key';

export type CircuitRule =
  | 'circuitList'
  | 'circuitRow'
  | 'circuitField'
  | 'circuitDevice'
  | 'circuitDeviceTwice'
  | 'circuitSerial'
  | 'circuitSerialTwice'
  | 'circuitText'
  | 'circuitNameTwice'
  | 'circuitNameIsId'
  | 'circuitLeg'
  | 'circuitRated'
  | 'circuitFlag';

/** What is wrong with one field of one row; `rule` is the key of its text, `params` are the values in the text. */
export interface CircuitProblem {
  /** From 0; -1 for the list as a whole. */
  readonly row: number;
  /** Empty for the row as a whole. */
  readonly field: CircuitField | '';
  readonly rule: CircuitRule;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Such as `[2].name`. */
export function problemPath({ row, field }: CircuitProblem): string {
  return row < 0 ? '' : `[${row}]${field === '' ? '' : `.${field}`}`;
}

/**
 * Every problem of a directory at once. `known` are the devices of the account, where they are at hand: a name must not
 * equal the id or serial number of one of them either.
 */
export function circuitProblems(rows: unknown, known: readonly KnownDevice[] = []): CircuitProblem[] {
  if (!Array.isArray(rows)) return [{ row: -1, field: '', rule: 'circuitList' }];
  const readings = rows.map(circuitOf);
  const found = [
    ...rows.flatMap((row: unknown, index) => valueProblems(row, index)),
    ...repeatedDevices(readings),
    ...repeatedNames(readings, known),
  ];
  return found.sort((one, other) => one.row - other.row);
}

/** Line breaks and characters that cannot be seen would make two names look the same. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

function valueProblems(row: unknown, index: number): CircuitProblem[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return [{ row: index, field: '', rule: 'circuitRow' }];
  const values: Readonly<Record<string, unknown>> = { ...row };
  const problems: CircuitProblem[] = [];
  const add = (field: CircuitField, rule: CircuitRule, params?: CircuitProblem['params']) =>
    problems.push({ row: index, field, rule, ...(params === undefined ? {} : { params }) });
  if (Object.keys(values).some((name) => !circuitFields.some((field) => field === name)))
    problems.push({ row: index, field: '', rule: 'circuitField' });
  const { deviceId, serialNumber = '', leg, ratedA } = values;
  if (!isDeviceId(deviceId)) add('deviceId', 'circuitDevice');
  if (serialNumber !== '' && !isDeviceId(serialNumber)) add('serialNumber', 'circuitSerial');
  for (const field of ['name', 'space', 'room'] as const) {
    const value = values[field] ?? '';
    const max = textMax[field];
    if (typeof value !== 'string' || value.length > max || invisible.test(value) || value !== value.trim())
      add(field, 'circuitText', { max });
  }
  for (const field of ['feedsIn', 'critical'] as const)
    if (values[field] !== undefined && typeof values[field] !== 'boolean') add(field, 'circuitFlag');
  if (leg !== undefined && !legs.some((one) => one === leg)) add('leg', 'circuitLeg');
  if (ratedA !== undefined && !(typeof ratedA === 'number' && ratedA > 0 && ratedA <= ratedMaxA))
    add('ratedA', 'circuitRated', { max: ratedMaxA });
  return problems;
}

type Readings = readonly (Circuit | undefined)[];

/** A device in two rows, and a serial number that belongs to two devices: each row names the other one. */
function repeatedDevices(rows: Readings): CircuitProblem[] {
  const [ids, serials] = [createOwners(), createOwners()];
  rows.forEach((row, index) => {
    if (row === undefined) return;
    ids.add(idKey(row.deviceId), index);
    if (row.serialNumber !== '') serials.add(idKey(row.serialNumber), index);
  });
  return rows.flatMap((row, index): CircuitProblem[] => {
    if (row === undefined) return [];
    const sameDevice = ids.other(idKey(row.deviceId), index);
    const serial = idKey(row.serialNumber);
    const sameSerial = serials.other(serial, index) ?? ids.other(serial, index);
    return [
      ...(sameDevice === undefined
        ? []
        : [{ row: index, field: 'deviceId', rule: 'circuitDeviceTwice', params: { row: sameDevice + 1 } } as const]),
      ...(sameSerial === undefined || sameDevice !== undefined
        ? []
        : [
            { row: index, field: 'serialNumber', rule: 'circuitSerialTwice', params: { row: sameSerial + 1 } } as const,
          ]),
    ];
  });
}

function repeatedNames(rows: Readings, known: readonly KnownDevice[]): CircuitProblem[] {
  const names = createOwners();
  const ids = new Set<string>();
  for (const { id, serialNumber } of known) for (const text of [id, serialNumber ?? '']) ids.add(nameKey(text));
  rows.forEach((row, index) => {
    if (row === undefined) return;
    if (row.name !== '') names.add(nameKey(row.name), index);
    for (const text of [row.deviceId, row.serialNumber]) ids.add(nameKey(text));
  });
  ids.delete('');
  return rows.flatMap((row, index): CircuitProblem[] => {
    if (row === undefined || row.name === '') return [];
    const key = nameKey(row.name);
    const same = names.other(key, index);
    return [
      ...(same === undefined
        ? []
        : [
            {
              row: index,
              field: 'name',
              rule: 'circuitNameTwice',
              params: { row: same + 1, other: rows[same]?.name ?? '' },
            } as const,
          ]),
      ...(ids.has(key) ? [{ row: index, field: 'name', rule: 'circuitNameIsId' } as const] : []),
    ];
  });
}

/** The rows of each key. */
function createOwners() {
  const rows = new Map<string, number[]>();
  return {
    add(key: string, row: number): void {
      rows.set(key, [...(rows.get(key) ?? []), row]);
    },
    /** Another row of the key than this one. */
    other: (key: string, row: number): number | undefined => rows.get(key)?.find((each) => each !== row),
  };
}
