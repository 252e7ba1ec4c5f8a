import type { SettingsProblem, SettingsRule } from '../../src/automation';
import type { FieldTable } from '../../src/fields';
import type { fields } from './load-manager.fields';
import type { LevelRow, LoadRow, TimeRow } from './rows.fields';

/** What only the account's devices can show to be wrong. */
type SiteRule = 'loadGone' | 'noCharger' | 'loadElsewhere' | 'openNoLoad';

export type FormColumn = Exclude<keyof LoadRow | keyof LevelRow | keyof TimeRow, 'serialNumber'>;

/** One reason why a manager cannot start: at a field of the dialog, and there at a row and a column. */
export interface FormProblem {
  readonly field: keyof typeof fields & keyof FieldTable;
  /** Counts from 0. */
  readonly row?: number;
  readonly column?: FormColumn;
  /** The text is `load-manager.problem.<key>`. */
  readonly key: SettingsRule | SiteRule;
  readonly deviceId?: string;
}

type Place = Pick<FormProblem, 'field' | 'column'>;

/** Where in the dialog each rule is at home. */
const places: Readonly<Record<SettingsRule, Place>> = {
  groupNone: { field: 'limit' },
  limitPositive: { field: 'limit' },
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

/** `row`: of the load that the problem names, if it is one. */
export function problemOfRule({ rule, deviceId }: SettingsProblem, row: number | undefined): FormProblem {
  const place = places[rule];
  return {
    ...place,
    key: rule,
    ...(place.field === 'loads' && row !== undefined ? { row } : {}),
    ...(deviceId === undefined ? {} : { deviceId }),
  };
}
