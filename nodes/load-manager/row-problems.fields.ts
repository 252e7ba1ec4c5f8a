import { isDay, isTime } from '../../src/charging';
import { nameKey } from '../../src/directory';
import { type FieldPartProblem, hasReference } from '../../src/fields';
import {
  comesBackNames,
  groupTotals,
  type LoadNumber,
  legNames,
  levelNames,
  loadBounds,
  notMeasuredFields,
} from './rows.fields';

type Row = Readonly<Record<string, unknown>>;
type Tell = (column: string, key: FieldPartProblem['key'], params?: FieldPartProblem['params']) => void;

/** Checks each row; a path is such as `[1].limit`, and rows count from 0. */
function eachRow(rows: unknown, check: (row: Row, tell: Tell, index: number, rows: readonly Row[]) => void) {
  if (!Array.isArray(rows)) return [{ path: '', key: 'rowList' } satisfies FieldPartProblem];
  const problems: FieldPartProblem[] = [];
  const read = rows.map((row): Row => (typeof row === 'object' && row !== null ? (row as Row) : {}));
  for (const [index, row] of read.entries())
    check(
      row,
      (column, key, params) =>
        problems.push({ path: `[${index}].${column}`, key, ...(params === undefined ? {} : { params }) }),
      index,
      read,
    );
  return problems;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function checkNumber(
  row: Row,
  column: string,
  tell: Tell,
  { min, max }: { readonly min: number; readonly max?: number },
): void {
  const value = row[column];
  if (isEmpty(value)) return;
  if (!isNumber(value)) tell(column, 'number');
  else if (value < min) tell(column, 'atLeast', { min });
  else if (max !== undefined && value > max) tell(column, 'atMost', { max });
}

/** The row before that has the same value, counted from 1. */
function sameBefore(rows: readonly Row[], index: number, column: string): number | undefined {
  const key = (row: Row) => nameKey(String(row[column] ?? ''));
  const found = rows.findIndex((row) => key(row) === key(rows[index] ?? {}));
  return found >= 0 && found < index ? found + 1 : undefined;
}

export function timeRowProblems(rows: unknown): FieldPartProblem[] {
  return eachRow(rows, (row, tell) => {
    if (!Array.isArray(row.days) || row.days.length === 0 || !row.days.every(isDay)) tell('days', 'daysNone');
    for (const edge of ['from', 'to'] as const)
      if (typeof row[edge] !== 'string' || !isTime(row[edge])) tell(edge, 'bandTime');
    checkLimit(row, tell);
  });
}

function checkLimit({ limit }: Row, tell: Tell): void {
  if (!isNumber(limit)) tell('limit', isEmpty(limit) ? 'required' : 'number');
  else if (limit <= 0) tell('limit', 'positive');
}

/** What is not measured is asked for on each leg that the node has: that follows from the dialog as a whole. */
export function groupRowProblems(rows: unknown): FieldPartProblem[] {
  return eachRow(rows, (row, tell, index, all) => {
    const name = typeof row.name === 'string' ? row.name.trim() : '';
    const same = sameBefore(all, index, 'name');
    if (name === '') tell('name', 'required');
    else if (same !== undefined) tell('name', 'circuitNameTwice', { row: same, other: name });
    checkLimit(row, tell);
    const isMeter = row.of === 'meter';
    if (!groupTotals.some((total) => total === row.of)) tell('of', 'choice');
    for (const column of Object.values(notMeasuredFields))
      if (!isMeter) checkNumber(row, column, tell, { min: 0, max: 400 });
    const place = isMeter ? 'meter' : 'location';
    if (typeof row[place] !== 'string' || row[place] === '') tell(place, 'required');
    else if (hasReference(row[place])) tell(place, 'exampleReference');
    if (isMeter && hasReference(row.loads)) tell('behind', 'exampleReference');
  });
}

export function levelRowProblems(rows: unknown): FieldPartProblem[] {
  return eachRow(rows, (row, tell, index, all) => {
    if (!levelNames.some((name) => name === row.level)) tell('level', 'choice');
    const same = sameBefore(all, index, 'level');
    if (same !== undefined) tell('level', 'levelTwice', { row: same });
    for (const column of ['limit', 'floor']) checkNumber(row, column, tell, { min: 0 });
    const opens = Array.isArray(row.open) ? row.open : [];
    if (hasReference(opens)) tell('open', 'exampleReference');
    if (isEmpty(row.limit) && opens.length === 0) tell('limit', 'levelNothing');
    if (isEmpty(row.limit) && !isEmpty(row.floor)) tell('floor', 'levelFloor');
  });
}

export function loadRowProblems(rows: unknown): FieldPartProblem[] {
  return eachRow(rows, (row, tell, index, all) => {
    if (typeof row.deviceId !== 'string' || row.deviceId === '') tell('deviceId', 'circuitDevice');
    else if (hasReference(row.deviceId)) tell('deviceId', 'exampleReference');
    else {
      const same = sameBefore(all, index, 'deviceId');
      if (same !== undefined) tell('deviceId', 'circuitDeviceTwice', { row: same });
    }
    if (row.kind !== 'breaker' && row.kind !== 'charger') tell('kind', 'choice');
    if (!isEmpty(row.leg) && !legNames.some((name) => name === row.leg)) tell('leg', 'choice');
    if (!isEmpty(row.comesBack) && !comesBackNames.some((name) => name === row.comesBack)) tell('comesBack', 'choice');
    for (const column of Object.keys(loadBounds) as LoadNumber[]) checkNumber(row, column, tell, loadBounds[column]);
    if (isNumber(row.leastA) && isNumber(row.mostA) && row.mostA < row.leastA)
      tell('mostA', 'atLeast', { min: row.leastA });
    if (isEmpty(row.idleAfter)) return;
    if (isEmpty(row.idleBelow)) tell('idleBelow', 'required');
    // Both edges, or none.
    if (isEmpty(row.idleFrom) && isEmpty(row.idleTo)) return;
    for (const edge of ['idleFrom', 'idleTo'] as const)
      if (typeof row[edge] !== 'string' || !isTime(row[edge])) tell(edge, 'bandTime');
  });
}
