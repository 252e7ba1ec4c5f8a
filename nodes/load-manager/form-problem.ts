import type { SettingsProblem, SettingsRule } from '../../src/automation';
import type { FieldTable } from '../../src/fields';
import type { fields } from './load-manager.fields';
import type { GroupRow, LevelRow, LoadRow, TimeRow } from './rows.fields';

/** What only the account's devices can show to be wrong. */
type SiteRule =
  | 'partOfCycle'
  | 'otherManager'
  | 'loadGone'
  | 'noCharger'
  | 'loadElsewhere'
  | 'openNoLoad'
  | 'groupNoLoads';

export type FormColumn =
  | Exclude<keyof LoadRow | keyof LevelRow | keyof TimeRow, 'serialNumber'>
  | Exclude<keyof GroupRow, 'loads'>
  /** The loads of a further limit. */
  | 'behind';

/** One reason why a manager cannot start: at a field of the dialog, and there at a row and a column. */
export interface FormProblem {
  readonly field: keyof typeof fields & keyof FieldTable;
  /** Counts from 0. */
  readonly row?: number;
  readonly column?: FormColumn;
  /** The text is `load-manager.problem.<key>`. */
  readonly key: SettingsRule | SiteRule;
  readonly deviceId?: string;
  /** What the other manager is called that names the device too. */
  readonly other?: string;
}

type Place = Pick<FormProblem, 'field' | 'column'>;

/** Where in the dialog each rule is at home. */
const places: Readonly<Record<SettingsRule, Place>> = {
  groupNone: { field: 'limit' },
  limitPositive: { field: 'limit' },
  limitBelowNotMeasured: { field: 'limit' },
  notMeasuredTyped: { field: 'notMeasuredA' },
  sumEmpty: { field: 'location' },
  circuitLeg: { field: 'location' },
  loadLeg: { field: 'loads', column: 'leg' },
  loadTwice: { field: 'loads', column: 'deviceId' },
  loadFeedsIn: { field: 'loads', column: 'deviceId' },
  loadCritical: { field: 'loads', column: 'critical' },
  loadIsTotal: { field: 'loads', column: 'deviceId' },
  loadUnknown: { field: 'loads', column: 'deviceId' },
  loadNumbers: { field: 'loads', column: 'rest' },
  chargerLeast: { field: 'loads', column: 'leastA' },
  afterRange: { field: 'after' },
  gapRange: { field: 'gap' },
  timeZone: { field: 'zone' },
  times: { field: 'otherTimes' },
  levelFloor: { field: 'levels', column: 'floor' },
};

/** Where each rule is at home in a row of the further limits. */
const columnsOfGroup: Readonly<Partial<Record<SettingsRule, FormColumn>>> = {
  limitPositive: 'limit',
  limitBelowNotMeasured: 'limit',
  notMeasuredTyped: 'notMeasuredA',
  sumEmpty: 'location',
  circuitLeg: 'location',
};

/** The row of the load that the problem names, and that of the further limit, if it is of one. */
export interface ProblemRows {
  readonly load?: number;
  readonly group?: number;
}

export function problemOfRule({ rule, deviceId }: SettingsProblem, { load: row, group }: ProblemRows): FormProblem {
  const place = places[rule];
  const column = columnsOfGroup[rule];
  if (group !== undefined && column !== undefined)
    return { field: 'groups', row: group, column, key: rule, ...(deviceId === undefined ? {} : { deviceId }) };
  return {
    ...place,
    key: rule,
    ...(place.field === 'loads' && row !== undefined ? { row } : {}),
    ...(deviceId === undefined ? {} : { deviceId }),
  };
}
