import { hardwareTypes, locationTypes, rowOf } from '../../catalog';
import { isTimeZone } from '../../schedule';
import {
  anything,
  boolean,
  createCheck,
  integer,
  list,
  map,
  number,
  oneOf,
  optional,
  type Problem,
  problem,
  record,
  text,
} from '../../schema';
import { minutesAWeek, recordingLength } from '../physics';
import type { RecordedWeek } from '../state';
import type { DescribedDevice, DescribedLocation, SiteDescription, SiteGapKind } from './described-site';

/** The kinds of loads that the simulator knows. */
export const loadKinds = [
  ...['mains', 'refrigerator', 'air-conditioner', 'water-heater', 'oven', 'lighting', 'outlets', 'pool-pump'],
  ...['dryer', 'heat-pump', 'server-rack', 'solar-inverter', 'spare', 'ev'],
] as const;

const siteGaps = [
  ...['zone', 'locations', 'deviceData', 'ratings', 'history', 'configuration', 'mode', 'sessions', 'more'],
] as const satisfies readonly SiteGapKind[];

const name = text({ min: 1, max: 200 });
const id = text({ min: 1, max: 128 });
const position = optional(oneOf(['open', 'closed']));
const zone = optional(text({ min: 1, max: 60, about: 'IANA name' }));
const degrees = (max: number) => number({ min: -max, max });

const gap = record({
  what: oneOf(siteGaps as readonly string[]),
  /** The device or location, by its name. */
  of: optional(text()),
  /** Why, in the words of the service; or what was taken instead. */
  why: optional(text()),
});

const location = record({
  id,
  parentId: optional(id),
  type: oneOf(locationTypes),
  name,
  description: optional(text()),
  place: optional(record({ latitude: degrees(90), longitude: degrees(180) })),
  zone,
});

const settings = record({
  loadPresentThreshold: optional(integer({ min: 1 })),
  alignment: optional(oneOf(['none', 'clock'])),
  dataReportRate: optional(integer({ min: 1 })),
  bargraphMode: optional(oneOf(['track-meter-data', 'user-defined'])),
  bargraphColors: optional(map(anything())),
  waveformConfiguration: optional(map(anything())),
});

const visitingCar = { neededWh: number({ min: 0, max: 1_000_000 }), carMaxA: number({ min: 1, max: 1_000 }) };
const visit = record({
  /** Since Sunday 00:00 by the clock of the zone. */
  minute: integer({ min: 0, max: minutesAWeek - 1 }),
  /** How long the car stays. */
  minutes: integer({ min: 1, max: minutesAWeek - 1 }),
  ...visitingCar,
});

const device = record({
  id,
  name,
  type: oneOf(hardwareTypes),
  sku: optional(text()),
  serialNumber: optional(id),
  stationId: optional(text()),
  locationId: id,
  ratedA: optional(number({ min: 1, max: 1_000 })),
  poles: optional(integer({ min: 1, max: 2 })),
  /** Of pole A. */
  leg: optional(oneOf(['A', 'B'])),
  loadDetails: optional(
    record({ type: optional(text()), manufacturerName: optional(text()), modelName: optional(text()) }),
  ),
  online: optional(boolean()),
  remoteHandle: position,
  mainHandle: position,
  /** Who moved the handles last, where they are open: the source of the event. */
  openedBy: optional(text()),
  settings: optional(settings),
  /** Of a charger, as `evse.updateConfiguration` takes it. */
  configuration: optional(map(anything())),
  load: optional(
    record({
      kind: optional(oneOf(loadKinds as readonly string[])),
      /** RMS amperes at full draw of one leg. */
      ratedA: optional(number({ min: 0, max: 1_000 })),
      seed: optional(integer({ min: 0 })),
    }),
  ),
  /** A week of its power, which is repeated; gaps are filled by the kind of its load. */
  recorded: optional(record({ everyMinutes: integer(), watts: list(anything(), { max: minutesAWeek }) })),
  /** Of a charger: the cars that come every week. */
  visits: optional(list(visit, { max: 200 })),
  lastCar: optional(
    record({
      cameAt: text({ format: 'date-time' }),
      leavesAt: text({ format: 'date-time' }),
      neededWh: visitingCar.neededWh,
      carMaxA: visitingCar.carMaxA,
    }),
  ),
});

const description = record({
  version: integer({ min: 1, max: 1 }),
  /** When it was read. */
  describedAt: text({ format: 'date-time' }),
  organization: record({ id: optional(id), name: text(), description: optional(text()) }),
  /** Of all locations without one of their own; that of the simulated house when absent. */
  zone,
  /** Decides weather, and the loads that have no seed; that of the rehearsal when absent. */
  seed: optional(integer({ min: 0, max: 4_294_967_295 })),
  locations: list(location, { max: 20_000 }),
  devices: list(device, { max: 20_000 }),
  gaps: optional(list(gap, { max: 100_000 })),
});

const checkDescription = createCheck(description);
const bodyOf = (operation: 'evse.updateConfiguration' | 'bargraphColors.set' | 'waveformConfiguration.set') =>
  createCheck(rowOf(operation).body as Parameters<typeof createCheck>[0]);
const checkConfiguration = bodyOf('evse.updateConfiguration');
const checkColors = bodyOf('bargraphColors.set');
const checkThresholds = bodyOf('waveformConfiguration.set');

/**
 * All that is wrong with a description, field by field.
 *
 * @example
 * siteProblems(JSON.parse(text)).map(({ field, message }) => `${field}: ${message}`); // ['devices[2].locationId: ...']
 */
export function siteProblems(value: unknown): Problem[] {
  const found = checkDescription(value);
  if (found.length > 0) return found;
  const { locations, devices, zone: siteZone } = value as SiteDescription;
  const locationIds = new Set(locations.map((one) => one.id));
  return [
    ...zoneProblems('zone', siteZone),
    ...repeated(
      'locations',
      locations.map((one) => one.id),
    ),
    ...repeated(
      'devices',
      devices.map((one) => one.id),
    ),
    ...locations.flatMap((one, index) => locationProblems(one, `locations[${index}]`, locations)),
    ...devices.flatMap((one, index) => deviceProblems(one, `devices[${index}]`, locationIds)),
  ];
}

function zoneProblems(path: string, named: string | undefined): Problem[] {
  return named === undefined || isTimeZone(named)
    ? []
    : [problem(path, 'unknown-time-zone', `${named} is not an IANA time zone such as Europe/Berlin`)];
}

function repeated(path: string, names: readonly string[]): Problem[] {
  const seen = new Set<string>();
  return names.flatMap((one, index) => {
    if (!seen.has(one)) {
      seen.add(one);
      return [];
    }
    return [problem(`${path}[${index}].id`, 'repeated', `"${one}" is there twice`, { name: one })];
  });
}

function locationProblems(
  { parentId, zone: own, id: ownId }: DescribedLocation,
  path: string,
  locations: readonly DescribedLocation[],
): Problem[] {
  const parentOf = new Map(locations.map((one) => [one.id, one.parentId]));
  const found = zoneProblems(`${path}.zone`, own);
  if (parentId === undefined) return found;
  if (!parentOf.has(parentId)) return [...found, noLocation(`${path}.parentId`, parentId)];
  const seen = new Set([ownId]);
  for (let above: string | undefined = parentId; above !== undefined; above = parentOf.get(above)) {
    if (seen.has(above)) return [...found, problem(`${path}.parentId`, 'circle', 'leads back to the location itself')];
    seen.add(above);
  }
  return found;
}

const noLocation = (path: string, name: string) =>
  problem(path, 'noLocation', `"${name}" is no location of the site`, { name });

function deviceProblems(given: DescribedDevice, path: string, locationIds: ReadonlySet<string>): Problem[] {
  const { locationId, recorded, visits = [], lastCar, configuration, settings: set = {} } = given;
  // What is only assumed of a setting is no problem: a service may have it so.
  const within = (part: string, problems: readonly Problem[]) =>
    problems
      .filter(({ severity }) => severity === undefined)
      .map((found) => ({ ...found, field: [path, part, found.field].filter(Boolean).join('.') }));
  return [
    ...(locationIds.has(locationId) ? [] : [noLocation(`${path}.locationId`, locationId)]),
    ...(recorded === undefined ? [] : within('recorded', recordingProblems(recorded))),
    ...(configuration === undefined ? [] : within('configuration', checkConfiguration(configuration))),
    ...(set.bargraphColors === undefined ? [] : within('settings.bargraphColors', checkColors(set.bargraphColors))),
    ...(set.waveformConfiguration === undefined
      ? []
      : within('settings.waveformConfiguration', checkThresholds(set.waveformConfiguration))),
    ...(lastCar !== undefined && Date.parse(lastCar.leavesAt) <= Date.parse(lastCar.cameAt)
      ? [problem(`${path}.lastCar.leavesAt`, 'order', 'must be after the start')]
      : []),
    ...(given.type === 'emcb' && (given.visits ?? lastCar ?? configuration) !== undefined
      ? [problem(path, 'onlyCharger', 'is no charger, and takes neither visits nor lastCar nor configuration')]
      : []),
    ...overlapping(visits).map((index) =>
      problem(`${path}.visits[${index}]`, 'visitsOverlap', 'a car comes while another one is there'),
    ),
  ];
}

function recordingProblems({ everyMinutes, watts }: RecordedWeek): Problem[] {
  if (![1, 5, 15].includes(everyMinutes))
    return [problem('everyMinutes', 'enum', 'must be one of 1, 5, 15', { values: '1, 5, 15' })];
  const wanted = recordingLength(everyMinutes);
  if (watts.length !== wanted) return [weekProblem(wanted, watts.length)];
  const wrong = watts.findIndex((value) => value !== null && !Number.isFinite(value));
  return wrong === -1 ? [] : [problem(`watts[${wrong}]`, 'watts', 'must be a number of watts, or null')];
}

const weekProblem = (wanted: number, found: number) =>
  problem('watts', 'weekLength', `must be the ${wanted} values of a week. There are ${found}`, { wanted, found });

type Visits = NonNullable<DescribedDevice['visits']>;

/** The visits during which another one begins. */
function overlapping(visits: Visits): number[] {
  return visits.flatMap(({ minute, minutes }, index) => {
    const isOver = visits.every(
      (other, at) =>
        at === index || (((other.minute - minute) % minutesAWeek) + minutesAWeek) % minutesAWeek >= minutes,
    );
    return isOver ? [] : [index];
  });
}
