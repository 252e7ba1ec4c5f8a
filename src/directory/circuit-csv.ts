import { type Circuit, type CircuitField, circuitFields, isDeviceId, type KnownDevice, legs } from './circuit';
import { type CircuitRule, circuitProblems } from './circuit-problems';
import { type CsvRow, plainCell, readCsv, writeCsv } from './csv';
import { idKey } from './name-key';

export type CsvRule =
  | CircuitRule
  | 'csvQuote'
  | 'csvColumn'
  | 'csvColumnTwice'
  | 'csvNoDevice'
  | 'csvCells'
  | 'csvUnknownSerial'
  | 'csvOtherDevice';

/** What is wrong with one value of a CSV file; `rule` is the key of its text. */
export interface CsvProblem {
  /** From 1. */
  readonly line: number;
  /** As the heading names it; empty for the line as a whole. */
  readonly column: string;
  readonly rule: CsvRule;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The rows as a CSV file with a heading. */
export function circuitsToCsv(circuits: readonly Circuit[]): string {
  return writeCsv([
    circuitFields,
    ...circuits.map((circuit) =>
      circuitFields.map((field) => (circuit[field] === false ? '' : String(circuit[field] ?? ''))),
    ),
  ]);
}

/**
 * The rows of a CSV file, or every problem of it: nothing is taken from a file with problems. A row names its device by
 * id, or by the serial number of one of the `known` devices.
 */
export function circuitsFromCsv(
  text: string,
  known: readonly KnownDevice[] = [],
): { readonly circuits: readonly Circuit[] } | { readonly problems: readonly CsvProblem[] } {
  const csv = readCsv(text);
  if ('rule' in csv) return { problems: [{ line: csv.line, column: '', rule: csv.rule }] };
  const [heading, ...rows] = csv.rows;
  const columns = (heading?.cells ?? []).map((cell) => cell.trim());
  const wrong = headingProblems(columns, heading?.line ?? 1);
  if (wrong.length > 0) return { problems: wrong };
  const readings = rows.map((row) => readRow(row, columns, known));
  const problems = readings.flatMap(({ problems }) => problems);
  const circuits = readings.map(({ circuit }) => circuit);
  for (const { row, field, rule, params } of circuitProblems(circuits, known)) {
    const { line } = rows[row] ?? { line: 1 };
    // A value that could not be read has been told already, and so has a serial number that gave no device.
    const isTold = ({ column }: CsvProblem) =>
      column === field || column === '' || (field === 'deviceId' && column === 'serialNumber');
    if (problems.some((told) => told.line === line && isTold(told))) continue;
    const other = typeof params?.row === 'number' ? { ...params, row: rows[params.row - 1]?.line ?? 0 } : params;
    problems.push({ line, column: field, rule, ...(other === undefined ? {} : { params: other }) });
  }
  return problems.length > 0 ? { problems } : { circuits };
}

function fieldOf(column: string): CircuitField | undefined {
  return circuitFields.find((field) => field.toLowerCase() === column.toLowerCase());
}

function headingProblems(columns: readonly string[], line: number): CsvProblem[] {
  const fields = columns.map(fieldOf);
  return [
    ...columns.flatMap((column, index): CsvProblem[] => {
      const field = fields[index];
      if (field === undefined)
        return [{ line, column, rule: 'csvColumn', params: { known: circuitFields.join(', ') } }];
      return fields.indexOf(field) < index ? [{ line, column, rule: 'csvColumnTwice' }] : [];
    }),
    ...(fields.includes('deviceId') || fields.includes('serialNumber')
      ? []
      : [{ line, column: '', rule: 'csvNoDevice' } as const]),
  ];
}

function readRow(
  { line, cells }: CsvRow,
  columns: readonly string[],
  known: readonly KnownDevice[],
): { readonly circuit: Circuit; readonly problems: CsvProblem[] } {
  const problems: CsvProblem[] = [];
  if (cells.length !== columns.length)
    problems.push({ line, column: '', rule: 'csvCells', params: { found: cells.length, wanted: columns.length } });
  const values = new Map(columns.map((column, index) => [fieldOf(column), plainCell(cells[index] ?? '').trim()]));
  const value = (field: CircuitField) => values.get(field) ?? '';
  const fail = (column: CircuitField, rule: CsvRule) => problems.push({ line, column, rule });
  const device = deviceOf(value('deviceId'), value('serialNumber'), known, fail);
  const leg = legs.find((one) => one.toLowerCase() === value('leg').toLowerCase());
  if (leg === undefined && value('leg') !== '') fail('leg', 'circuitLeg');
  const rated = value('ratedA');
  const ratedA = /^\d+(\.\d+)?$/.test(rated) ? Number(rated) : undefined;
  if (ratedA === undefined && rated !== '') fail('ratedA', 'circuitRated');
  const flag = (field: 'feedsIn' | 'critical') => {
    const read = flags.get(value(field).toLowerCase());
    if (read === undefined) fail(field, 'circuitFlag');
    return read === true ? { [field]: true } : {};
  };
  const circuit = {
    ...device,
    name: value('name'),
    ...(value('space') === '' ? {} : { space: value('space') }),
    ...(leg === undefined ? {} : { leg }),
    ...flag('feedsIn'),
    ...(ratedA === undefined ? {} : { ratedA }),
    ...flag('critical'),
    ...(value('room') === '' ? {} : { room: value('room') }),
  };
  return { circuit, problems };
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ...['', 'false', 'no', '0'].map((word) => [word, false] as const),
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
]);

function deviceOf(
  deviceId: string,
  serialNumber: string,
  known: readonly KnownDevice[],
  fail: (column: CircuitField, rule: CsvRule) => void,
): Pick<Circuit, 'deviceId' | 'serialNumber'> {
  // A spreadsheet writes a long serial number as 3.06E+10.
  if (serialNumber !== '' && !isDeviceId(serialNumber)) {
    fail('serialNumber', 'circuitSerial');
    return { deviceId, serialNumber };
  }
  const bySerial = known.find(
    (device) => serialNumber !== '' && idKey(device.serialNumber ?? '') === idKey(serialNumber),
  );
  if (deviceId === '') {
    if (serialNumber === '') fail('deviceId', 'circuitDevice');
    else if (bySerial === undefined) fail('serialNumber', 'csvUnknownSerial');
    return { deviceId: bySerial?.id ?? '', serialNumber };
  }
  const byId = known.find(({ id }) => idKey(id) === idKey(deviceId));
  if (bySerial !== undefined && idKey(bySerial.id) !== idKey(deviceId)) fail('serialNumber', 'csvOtherDevice');
  return { deviceId, serialNumber: serialNumber === '' ? (byId?.serialNumber ?? '') : serialNumber };
}
