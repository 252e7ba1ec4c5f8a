import {
  type GroupSettings,
  type Leg,
  type LevelSettings,
  type ManagerSettings,
  managerSettings,
  type SettingsProblem,
  settingsProblems,
  type TotalOf,
} from '../../src/automation';
import type { Circuit, CircuitDirectory } from '../../src/directory';
import { idKey, mayBe } from '../../src/directory';
import type { ConfigOf } from '../../src/fields';
import { defined } from '../../src/object';
import { type FormProblem, problemOfRule } from './form-problem';
import { legsOf, quantityOf } from './form-quantity';
import { groupOfRow, groupSiteProblems } from './group-of-row';
import type { fields } from './load-manager.fields';
import { loadOfRow } from './load-of-row';
import { isInCycle, type OtherManager, rivalOf } from './other-managers';
import type { GroupRow, LevelRow, LoadRow, TimeRow } from './rows.fields';
import { meterTotal, sumTotal, type TotalSite } from './total-of-form';

export type ManagerForm = Omit<ConfigOf<typeof fields>, 'limit'> & {
  /** What the typed field comes to: a number in the unit of the dialog. */
  readonly limit: unknown;
};

/** A device of the account, as far as a manager needs to know it. */
export interface FormDevice {
  readonly id: string;
  readonly hardwareType?: string;
  readonly loadType?: string;
  /** No node may operate it. */
  readonly isProtected?: boolean;
}

/** What is known of the account's devices when the settings are made. */
export interface FormSite {
  /** The id of the node. */
  readonly by: string;
  readonly circuits: CircuitDirectory;
  readonly devices: readonly FormDevice[];
  /** The ids of those at or below a location. */
  readonly below: (location: string) => readonly string[];
  /** The account sends no command. */
  readonly isUnarmed?: boolean;
  readonly others: readonly OtherManager[];
}

export type FormResult = { readonly settings: ManagerSettings } | { readonly problems: readonly FormProblem[] };

/** The id of the main limit; that of a further one is its name, which is never empty. */
export const wholeGroup = '';

/** The locations whose devices a form adds up. */
export function locationsOf({ of, location, groups }: Pick<ManagerForm, 'of' | 'location' | 'groups'>): string[] {
  const further = (groups as readonly GroupRow[]).map((row) => (row.of === 'location' ? (row.location ?? '') : ''));
  const named = new Set([of === 'location' ? location : '', ...further]);
  named.delete('');
  return [...named];
}

/**
 * What a manager is told by its dialog, the circuit directory and the devices of the account, or every reason why it
 * cannot start, by field and row.
 */
export function settingsOfForm(form: ManagerForm, site: FormSite): FormResult {
  const known = new Map(site.devices.map((device) => [idKey(device.id), device]));
  // The readings have the service's spelling of an id; a flow file may have another.
  const idOf = (id: string) => known.get(idKey(id))?.id ?? id;
  const rows = (form.loads as readonly LoadRow[]).map((row) => ({ ...row, deviceId: idOf(row.deviceId) }));
  const legs = legsOf(form);
  const legsOfDevice = legsByDevice(rows, site.circuits, legs);
  const loads = rows.map((row) =>
    loadOfRow(row, {
      form,
      legs: legsOfDevice(row.deviceId),
      feedsIn: site.circuits.circuitOf(row.deviceId)?.feedsIn === true,
      device: known.get(idKey(row.deviceId)),
    }),
  );
  const totalSite = { legs, legsOfDevice, idOf, circuits: site.circuits };
  const groupRows = form.groups as readonly GroupRow[];
  const groups = groupRows.map((row) =>
    groupOfRow(row, {
      ...totalSite,
      below: site.below,
      loads: rows.map(({ deviceId }) => deviceId),
      inBase: (value) => inBase(form, value),
    }),
  );
  const settings = managerSettings({
    by: site.by,
    quantity: quantityOf(form),
    legs,
    volts: form.volts ?? 120,
    timeZone: form.zone,
    groups: [wholeOf(form, totalOf(form, site, totalSite)), ...groups],
    ...demandOf(form),
    levels: levelsOf(form, idOf),
    ...defined({ highestFromMessages: inBase(form, form.highest) }),
    loads,
    afterMs: seconds(form.after),
    calmMs: seconds(form.calm) * 60,
    gap: (form.gap ?? 10) / 100,
    restoreSpacingMs: seconds(form.spacing),
    fallbackA: form.fallback ?? 6,
    staleAlarmMs: seconds(form.staleAlarm) * 60,
    manualMs: seconds(form.manual) * 3_600,
    dryRun: form.dryRun || site.isUnarmed === true,
  });
  const problems = [
    ...settingsProblems(settings).map((problem) => located(problem, rows, groups)),
    ...siteProblems(form, site, known, rows),
    ...otherProblems(form, site, rows),
    ...groupSiteProblems(groupRows, groups, (deviceId) => known.has(idKey(deviceId))),
  ];
  return problems.length === 0 ? { settings } : { problems };
}

const seconds = (value: number | undefined) => (value ?? 0) * 1_000;

/** What is no number is no limit: `true` is not 1. */
const limitOf = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : undefined);

/** A value of the dialog in the unit of the decisions: A, or W. */
function inBase({ quantity }: Pick<ManagerForm, 'quantity'>, value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return quantity === 'current' ? Number(value) : Number(value) * 1_000;
}

/** The legs of a device: those that its row names go before those of the circuit directory. */
function legsByDevice(rows: readonly LoadRow[], circuits: CircuitDirectory, legs: readonly Leg[]) {
  const typed = new Map(rows.flatMap(({ deviceId, leg = '' }) => (leg === '' ? [] : [[idKey(deviceId), leg]])));
  return (deviceId: string): readonly Leg[] | undefined => {
    const own = typed.get(idKey(deviceId));
    if (own !== undefined) return [...own] as Leg[];
    return legsOfCircuit(circuits.circuitOf(deviceId), legs);
  };
}

/** With three legs nobody knows which two a two-pole breaker is on. */
function legsOfCircuit(circuit: Circuit | undefined, legs: readonly Leg[]): readonly Leg[] | undefined {
  if (circuit?.leg === undefined) return undefined;
  if (circuit.leg !== 'both') return [circuit.leg];
  return legs.length === 2 ? legs : undefined;
}

/** The limit of the whole, to which other times belong. */
function wholeOf(form: ManagerForm, of: TotalOf): GroupSettings {
  const otherTimes = (form.otherTimes as readonly TimeRow[]).map(({ days, from, to, limit }) => ({
    ...{ days, from, to },
    limit: inBase(form, limit) ?? Number.NaN,
  }));
  return {
    id: wholeGroup,
    limit: inBase(form, limitOf(form.limit)) ?? Number.NaN,
    of,
    ...(otherTimes.length === 0 ? {} : { otherTimes }),
  };
}

function totalOf(form: ManagerForm, { below }: FormSite, site: TotalSite): TotalOf {
  if (form.of === 'messages') return { kind: 'message' };
  return form.of === 'meter' ? meterTotal(form.meter[0] ?? '', site) : sumTotal(form, below(form.location), site);
}

const monthDaysOf = { typed: undefined, highest: 1, days3: 3 } as const;

function demandOf(form: ManagerForm): Pick<ManagerSettings, 'demand'> {
  if (quantityOf(form) !== 'demand') return {};
  const minutes = Number(form.quantity.slice('demand'.length)) as 15 | 30 | 60;
  const monthDays = monthDaysOf[form.monthCounts];
  return { demand: { minutes, ...defined({ monthHighest: inBase(form, form.monthHighest), monthDays }) } };
}

function levelsOf(form: ManagerForm, idOf: (deviceId: string) => string): ManagerSettings['levels'] {
  const levels = (form.levels as readonly LevelRow[]).map(
    ({ level, limit, floor, open = [] }): [string, LevelSettings] => [
      level,
      {
        ...defined({ limit: inBase(form, limit), floor: inBase(form, floor) }),
        ...(open.length === 0 ? {} : { open: open.map(idOf) }),
      },
    ],
  );
  return Object.fromEntries(levels);
}

function located(problem: SettingsProblem, rows: readonly LoadRow[], groups: readonly GroupSettings[]): FormProblem {
  const load = rows.findIndex(({ deviceId }) => deviceId === problem.deviceId);
  const group = groups.findIndex(({ id }) => id === problem.group);
  return problemOfRule(problem, { ...(load < 0 ? {} : { load }), ...(group < 0 ? {} : { group }) });
}

/** Two managers that know nothing of each other would each take the other's doing for that of a stranger. */
function otherProblems(
  { partOf, dryRun }: ManagerForm,
  { by, others }: FormSite,
  rows: readonly LoadRow[],
): FormProblem[] {
  const own = { id: by, partOf, dryRun };
  if (isInCycle(own, others)) return [{ field: 'partOf', key: 'partOfCycle' }];
  return rows.flatMap(({ deviceId }, row): FormProblem[] => {
    const rival = rivalOf(deviceId, own, others);
    if (rival === undefined) return [];
    return [{ field: 'loads', row, deviceId, column: 'deviceId', key: 'otherManager', other: rival.name }];
  });
}

/** What only the list of devices can tell. */
function siteProblems(
  form: ManagerForm,
  { below }: FormSite,
  known: ReadonlyMap<string, FormDevice>,
  rows: readonly LoadRow[],
): FormProblem[] {
  const measured = new Set(form.of === 'location' ? below(form.location).map(idKey) : []);
  const ids = new Set(rows.map(({ deviceId }) => idKey(deviceId)));
  const ofLoads = rows.flatMap(({ deviceId, kind }, row): FormProblem[] => {
    const at = { field: 'loads', row, deviceId } as const;
    const device = known.get(idKey(deviceId));
    if (device === undefined) return [{ ...at, column: 'deviceId', key: 'loadGone' }];
    return [
      ...(kind === 'charger' && !mayBe('ev-emcb', device.hardwareType)
        ? [{ ...at, column: 'kind', key: 'noCharger' } as const]
        : []),
      // To open what is not behind the limit would relieve nothing.
      ...(form.of === 'location' && !measured.has(idKey(deviceId))
        ? [{ ...at, column: 'deviceId', key: 'loadElsewhere' } as const]
        : []),
    ];
  });
  const ofLevels = (form.levels as readonly LevelRow[]).flatMap(({ open = [] }, row): FormProblem[] =>
    open
      .filter((deviceId) => !ids.has(idKey(deviceId)))
      .map((deviceId) => ({ field: 'levels', row, deviceId, column: 'open', key: 'openNoLoad' })),
  );
  const meter = form.meter[0];
  const ofMeter: FormProblem[] =
    form.of === 'meter' && meter !== undefined && !known.has(idKey(meter))
      ? [{ field: 'meter', deviceId: meter, key: 'loadGone' }]
      : [];
  return [...ofLoads, ...ofLevels, ...ofMeter];
}
