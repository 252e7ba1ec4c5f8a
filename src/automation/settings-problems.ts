import { isTime, isTimeZoneName } from '../charging';
import { isCriticalType } from './presets';
import type { GroupSettings, LoadSettings, ManagerSettings } from './settings';

export type SettingsRule =
  | 'groupNone'
  | 'limitPositive'
  | 'limitBelowNotMeasured'
  | 'notMeasuredTyped'
  | 'sumEmpty'
  | 'circuitLeg'
  | 'loadLeg'
  | 'loadTwice'
  | 'loadFeedsIn'
  | 'loadCritical'
  | 'loadIsTotal'
  | 'loadUnknown'
  | 'loadNumbers'
  | 'chargerLeast'
  | 'afterRange'
  | 'gapRange'
  | 'timeZone'
  | 'times'
  | 'levelFloor';

/** One thing that is wrong in the settings of a manager. */
export interface SettingsProblem {
  readonly rule: SettingsRule;
  readonly deviceId?: string;
  readonly group?: string;
}

/** Every problem at once; a manager with one does not start. */
export function settingsProblems(settings: ManagerSettings): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  const tell = (rule: SettingsRule, where: Omit<SettingsProblem, 'rule'> = {}) => problems.push({ rule, ...where });
  if (settings.groups.length === 0) tell('groupNone');
  if (!(settings.afterMs >= 5_000 && settings.afterMs <= 300_000)) tell('afterRange');
  if (!(settings.gap >= 0.03 && settings.gap <= 0.5)) tell('gapRange');
  if (!isTimeZoneName(settings.timeZone)) tell('timeZone');
  for (const level of Object.values(settings.levels))
    if (level.floor !== undefined && level.limit === undefined) tell('levelFloor');
  for (const group of settings.groups) groupProblems(settings, group, tell);
  const seen = new Set<string>();
  for (const load of settings.loads) {
    const { deviceId } = load;
    if (seen.has(deviceId)) tell('loadTwice', { deviceId });
    seen.add(deviceId);
    loadProblems(settings, load, tell);
  }
  return problems;
}

type Tell = (rule: SettingsRule, where?: Omit<SettingsProblem, 'rule'>) => void;

function groupProblems(settings: ManagerSettings, group: GroupSettings, tell: Tell): void {
  const { legs, loads, quantity } = settings;
  const { id, limit, of, otherTimes = [] } = group;
  const at = { group: id };
  if (!(Number.isFinite(limit) && limit > 0)) tell('limitPositive', at);
  for (const times of otherTimes) {
    if (!isTime(times.from) || !isTime(times.to) || times.days.length === 0) tell('times', at);
    if (!(Number.isFinite(times.limit) && times.limit > 0)) tell('limitPositive', at);
  }
  for (const deviceId of group.loads ?? [])
    if (!loads.some((load) => load.deviceId === deviceId)) tell('loadUnknown', { group: id, deviceId });
  if (of.kind !== 'sum') return;
  if (of.circuits.length === 0) tell('sumEmpty', at);
  if (
    of.notMeasured.length !== legs.length ||
    !of.notMeasured.every((ampere) => Number.isFinite(ampere) && ampere >= 0)
  )
    tell('notMeasuredTyped', at);
  // Whatever is opened, a total is never below what is not measured.
  if (leastTotal(settings, of.notMeasured) >= limit) tell('limitBelowNotMeasured', at);
  for (const { deviceId, legs: own } of of.circuits)
    if (quantity === 'current' && (own === undefined || !own.every((leg) => legs.includes(leg))))
      tell('circuitLeg', { group: id, deviceId });
}

/** What no meter sees, in the unit of the limit: of its most loaded leg, or of all. */
function leastTotal({ quantity, volts }: ManagerSettings, notMeasured: readonly number[]): number {
  if (quantity === 'current') return Math.max(...notMeasured);
  return volts * notMeasured.reduce((sum, ampere) => sum + ampere, 0);
}

function loadProblems({ legs, groups, quantity }: ManagerSettings, load: LoadSettings, tell: Tell): void {
  const { deviceId } = load;
  const at = { deviceId };
  const isFeedIn = groups.some(
    ({ of }) =>
      of.kind === 'sum' && of.circuits.some((circuit) => circuit.deviceId === deviceId && circuit.feedsIn === true),
  );
  if (load.feedsIn === true || isFeedIn) tell('loadFeedsIn', at);
  if (groups.some(({ of }) => of.kind === 'meter' && of.deviceId === deviceId)) tell('loadIsTotal', at);
  if (isCriticalType(load.loadType) && load.criticalAllowed !== true) tell('loadCritical', at);
  // A load on an unknown leg counts on all legs when it comes back, and relieves none: it would never be chosen.
  if (quantity === 'current' && (load.legs === undefined || !load.legs.every((leg) => legs.includes(leg))))
    tell('loadLeg', at);
  const numbers = [load.leastOnMs, load.restMs, load.opensADay, load.longestOffMs ?? 0];
  if (!numbers.every((value) => Number.isFinite(value) && value >= 0)) tell('loadNumbers', at);
  if (load.kind === 'charger' && !(load.leastA >= 6 && load.mostA >= load.leastA && load.mostA <= 80))
    tell('chargerLeast', at);
}
