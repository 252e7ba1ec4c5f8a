import { energyTodayPath } from './day-energy';
import type { Observation, Silence } from './state';

/** One value of a device, as a poll and a push have it. `ts` is epoch seconds. */
export interface Fact {
  readonly value: number | boolean | string;
  readonly ts: number;
}

/** What is known of one device, by path such as `meter.telemetry.currentA`. */
export type Facts = ReadonlyMap<string, Fact>;

/**
 * Which read tells a measure: the meter now, the latest device data, the state of a charger, our own lock-outs, which need no call,
 * or what the account has. spec 2.5, 2.6, 2.9 to 2.11
 */
export type ReadKind = 'meter' | 'data' | 'charger' | 'lock' | 'account';

interface NumberMeasure {
  readonly kind: 'number';
  readonly read: ReadKind;
  readonly unit: string;
  /** What a sensor of this kind can tell at all; a threshold beyond it would never be reached. */
  readonly least: number;
  readonly most: number;
  readonly paths: readonly string[];
  /** Of all circuits as one. */
  readonly ofAll?: true;
  /** It begins with 0 at midnight, and only rises until the next one. */
  readonly ofDay?: true;
}

interface StateMeasure {
  readonly kind: 'state';
  readonly read: ReadKind;
  /** Every state that a person can choose; empty: those that the service sends, whose set is not documented. */
  readonly states: readonly string[];
  readonly paths: readonly string[];
  readonly stateOf: (value: Fact['value']) => string | undefined;
}

export type Measure = NumberMeasure | StateMeasure;

const either = (whenTrue: string, whenFalse: string) => (value: Fact['value']) =>
  typeof value !== 'boolean' ? undefined : value ? whenTrue : whenFalse;

const handle = { kind: 'state', read: 'data', states: ['open', 'closed'], stateOf: either('closed', 'open') } as const;
const amperes = ['meter.telemetry.currentA', 'meter.telemetry.currentB'] as const;

/** All that can be watched. spec 2.5, 2.6, 2.9 to 2.11 */
export const measures = {
  amperes: { kind: 'number', read: 'meter', unit: 'A', least: 0, most: 400, paths: amperes },
  /** Of `breaker.metadata.ratedCurrent`. */
  ratingPercent: { kind: 'number', read: 'meter', unit: '%', least: 0, most: 1_000, paths: amperes },
  watts: {
    ...{ kind: 'number', read: 'meter', unit: 'W', least: -100_000, most: 100_000 },
    paths: ['meter.telemetry.averagePowerW'],
  },
  /** Since local midnight. */
  energyToday: {
    ...{ kind: 'number', read: 'meter', unit: 'kWh', least: 0, most: 10_000 },
    ...{ paths: [energyTodayPath], ofDay: true },
  },
  volts: {
    ...{ kind: 'number', read: 'meter', unit: 'V', least: 0, most: 600 },
    paths: ['meter.telemetry.voltageAN', 'meter.telemetry.voltageBN'],
  },
  temperature: {
    ...{ kind: 'number', read: 'data', unit: '°C', least: -40, most: 125 },
    paths: ['thermometer.telemetry.temperature'],
  },
  radio: { kind: 'number', read: 'data', unit: 'dBm', least: -120, most: 0, paths: ['device.telemetry.rssi'] },
  /** Between the heaviest leg and the lightest one, by the means of the last hour; as a share of the heaviest one. */
  imbalance: { kind: 'number', read: 'meter', unit: 'A', least: 0, most: 1_000, paths: amperes, ofAll: true },
  imbalancePercent: { kind: 'number', read: 'meter', unit: '%', least: 0, most: 100, paths: amperes, ofAll: true },
  connection: {
    ...{ kind: 'state', read: 'data', states: ['offline', 'online'] },
    paths: ['device.metadata.isConnected'],
    stateOf: either('online', 'offline'),
  },
  handLever: { ...handle, paths: ['breaker.metadata.mainHandlePosition'] },
  position: { ...handle, paths: ['breaker.settings.remoteHandlePosition'] },
  charger: {
    ...{ kind: 'state', read: 'charger', states: [], paths: ['evse.metadata.state'] },
    stateOf: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  },
  /** `well`, or the kinds of its findings. */
  health: {
    ...{ kind: 'state', read: 'data', states: [], paths: ['device.metadata.isConnected'] },
    stateOf: (value) => (typeof value === 'string' ? value : undefined),
  },
  lock: {
    ...{ kind: 'state', read: 'lock', states: ['locked', 'unlocked'] },
    paths: ['lock.isLocked'],
    stateOf: either('locked', 'unlocked'),
  },
  /** When the secrets and keys of the account end; of no device. */
  endings: { kind: 'state', read: 'account', states: [], paths: [], stateOf: () => undefined },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureName = keyof typeof measures;

/** In place of a device id: all that is watched, as one. */
export const whole = '*';

export const isOfAll = (name: MeasureName): boolean => 'ofAll' in measures[name];

export const isOfDay = (name: MeasureName): boolean => 'ofDay' in measures[name];

/** What is watched of a device, or of all as one; one device has several where its changes are told. */
export const subjectOf = (deviceId: string, name: MeasureName): string => `${isOfAll(name) ? whole : deviceId} ${name}`;

export function parseSubject(subject: string): { readonly deviceId: string; readonly measure: MeasureName } {
  const [deviceId = '', measure = 'amperes'] = subject.split(' ');
  return { deviceId, measure: measure as MeasureName };
}

const ratedPath = 'breaker.metadata.ratedCurrent';
const connectedPath = 'device.metadata.isConnected';

interface ReadAt {
  readonly subject: string;
  /** When it was read, or published, epoch ms by the service's clock. */
  readonly readAtMs: number;
  /** A number older than this is of a meter that lags or has stopped: it says nothing about now. */
  readonly oldMs: number;
  /** It was published at a change, and holds until the next one. */
  readonly holds?: boolean;
  /** How far apart the readings of its source come. */
  readonly gapMs?: number;
  /** When the day began of which it is, epoch ms. */
  readonly dayMs?: number | undefined;
}

/**
 * What a device's facts say of a measure; undefined where they say nothing of it, as most publishes do. A state holds at the time
 * of the read, since the service tells when it last changed; a number is of its own time.
 *
 * @example
 * observationOf('amperes', new Map([['meter.telemetry.currentA', { value: 12, ts: 1_700_000_000 }]]), { subject: 'd1', ... });
 */
export function observationOf(
  name: MeasureName,
  facts: Facts,
  { subject, readAtMs, oldMs, holds, gapMs, dayMs }: ReadAt,
): Observation | Silence | undefined {
  const measure: Measure = measures[name];
  const found = measure.paths.flatMap((path) => facts.get(path) ?? []);
  const [first] = found;
  if (first === undefined) return undefined;
  const gap = gapMs === undefined ? {} : { gapMs };
  const more = { ...gap, ...(holds === true ? { holds } : {}) };
  if (measure.kind === 'state') {
    // The last state of a device that cannot be reached is not its state.
    if (name !== 'connection' && name !== 'lock' && facts.get(connectedPath)?.value === false)
      return { subject, code: 'DEVICE_OFFLINE' };
    const state = measure.stateOf(first.value);
    return state === undefined ? { subject } : { subject, value: state, atMs: readAtMs, ...more };
  }
  const scale = name === 'ratingPercent' ? percentOf(facts.get(ratedPath)?.value) : 1;
  const value = found.map((fact) => (typeof fact.value === 'number' ? fact.value * scale : Number.NaN));
  if (!value.every((number) => Number.isFinite(number))) return { subject };
  const atMs = Math.max(...found.map(({ ts }) => ts)) * 1_000;
  if (readAtMs - atMs > oldMs) return { subject, code: 'OLD_READING' };
  return { subject, value, atMs, ...gap, ...(dayMs === undefined ? {} : { dayMs }) };
}

const percentOf = (rated: Fact['value'] | undefined) =>
  typeof rated === 'number' && rated > 0 ? 100 / rated : Number.NaN;
