import { metricNames } from '../../catalog';
import type { Fact, Facts } from '../../watch';
import { factsOfTree } from './read-facts';

/** What a message tells of one device, which it names by id, serial number or given name. */
export interface DeviceFacts {
  readonly device: string;
  readonly facts: Facts;
  /** When it was published or read, epoch s. */
  readonly ts: number;
  /** It comes from a stream: states are published when they change. */
  readonly isPublish: boolean;
}

type Tree = Readonly<Record<string, unknown>>;

/** A flat reading of meter-read, and the paths that a publish has for the same. */
const meterPaths: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...metricNames, 'averagePowerW'].map((name) => [name, name])),
  energyDeliveredWh: 'energy.deliveredWH',
  energyGeneratedWh: 'energy.generatedWH',
};
const channels = ['meter', 'breaker', 'device', 'thermometer', 'evse'];

/**
 * What a message of stream-receiver (publish, channel or reading; flat or as a tree) or of meter-read (a reading, the latest,
 * device data; flat or as a record; one device or a list) tells. Empty: nobody understands it.
 *
 * @param nowTs the time of what names none, epoch s.
 * @example
 * factsOfMessage({ payload: { deviceId, currentA: 12, ts: 1_700_000_000 } }, nowTs);
 */
export function factsOfMessage(msg: Tree, nowTs: number): DeviceFacts[] {
  // A message for people has its sentence in the payload, and the record beside it.
  const told = typeof msg.payload === 'string' ? msg.event : msg.payload;
  const list = isTree(told) && Array.isArray(told.results) ? told.results : told;
  return (Array.isArray(list) ? list : [list]).flatMap((one) => factsOf(one, msg, nowTs));
}

function factsOf(payload: unknown, msg: Tree, nowTs: number): DeviceFacts[] {
  // What could not be read tells nothing.
  if (!isTree(payload) || isTree(payload.error)) return [];
  const device = [payload.deviceId, msg.deviceId, payload.serialNumber, msg.serialNumber].find(isName);
  if (device === undefined) return [];
  const ts = [payload.ts, msg.ts].find(isNumber) ?? nowTs;
  const facts = [...readFacts(payload, msg, ts)].filter(([path]) => channels.some((name) => path.startsWith(name)));
  if (facts.length === 0) return [];
  const isPublish = typeof msg.transactionId === 'string' || typeof payload.transactionId === 'string';
  return [{ device, facts: new Map(facts), isPublish, ts }];
}

function readFacts(payload: Tree, msg: Tree, ts: number): Iterable<readonly [string, Fact]> {
  const { path, value } = payload;
  if (typeof path === 'string') return isValue(value) ? [[path, { value, ts }]] : [];
  const isFlat = Object.keys(payload).some((key) => key.includes('.'));
  if (isFlat) return flatFacts(payload, ts);
  if (typeof msg.channel === 'string' && !isName(payload.deviceId)) return factsOfTree({ [msg.channel]: payload }, ts);
  if (channels.some((name) => isTree(payload[name]))) return factsOfTree(payload, ts);
  if (metricNames.some((name) => isTree(payload[name]))) return factsOfTree({ meter: { telemetry: payload } }, ts);
  return meterFacts(payload, ts);
}

/** Flat device data name the time of each block beside its values. */
function flatFacts(payload: Tree, ts: number): [string, Fact][] {
  return Object.entries(payload).flatMap(([path, value]): [string, Fact][] => {
    if (!path.includes('.') || !isValue(value)) return [];
    const blockTs = payload[`${path.split('.').slice(0, 2).join('.')}.ts`];
    return [[path, { value, ts: isNumber(blockTs) ? blockTs : ts }]];
  });
}

function meterFacts(payload: Tree, ts: number): [string, Fact][] {
  return Object.entries(meterPaths).flatMap(([name, path]): [string, Fact][] => {
    const value = payload[name];
    return isNumber(value) ? [[`meter.telemetry.${path}`, { value, ts }]] : [];
  });
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isValue = (value: unknown): value is Fact['value'] =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
