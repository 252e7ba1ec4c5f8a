import type { StreamPublish } from '../../src/catalog';
import { defined } from '../../src/object';
import { flatPublish } from '../../src/receiver';
import type { Message } from '../../src/runtime';

/** The reading of one circuit in a message. */
export interface PushedReading {
  /** Its id, serial number or name. */
  readonly device: string;
  /** A of each pole. */
  readonly amperes: readonly number[];
  readonly deliveredWh?: number;
  readonly generatedWh?: number;
  /** Epoch seconds. */
  readonly ts?: number;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * The readings of circuits in a message of stream-receiver (a whole publish, or its channel *meter*) or of meter-read (one
 * device or several); empty where it holds none, as most publishes do. Undefined: it is no such message.
 *
 * @example
 * pushedReadings({ deviceId: 'd1', ts: 1_700_000_000, transactionId: 't', payload: { 'meter.telemetry.currentA': 12 } });
 */
export function pushedReadings(msg: Message): readonly PushedReading[] | undefined {
  const { payload } = msg;
  if (msg.transactionId !== undefined && isFields(payload)) return readingOf(publishedFields(msg, payload), msg);
  const results = isFields(payload) ? payload.results : payload;
  if (Array.isArray(results) && results.some((one) => isFields(one) && 'currentA' in one))
    return results.filter(isFields).flatMap((one) => readingOf(one, {}));
  if (!isFields(payload) || !('currentA' in payload)) return undefined;
  const own = readingOf(payload, msg);
  return own.length === 0 ? undefined : own;
}

/** Of a publish: what meter-read calls the same. spec 2.5, 6.2 */
function publishedFields(msg: Message, payload: Fields): Fields {
  const isFlat = Object.keys(payload).some((key) => key.includes('.'));
  const tree = msg.channel === 'meter' ? { meter: payload } : payload;
  const flat = isFlat ? payload : flatPublish({ ts: msg.ts, ...tree } as unknown as StreamPublish);
  return {
    currentA: flat['meter.telemetry.currentA'],
    currentB: flat['meter.telemetry.currentB'],
    energyDeliveredWh: flat['meter.telemetry.energy.deliveredWH'],
    energyGeneratedWh: flat['meter.telemetry.energy.generatedWH'],
  };
}

/** A pole whose current is no number makes the whole no reading: what is not read is never 0. */
function readingOf(fields: Fields, msg: Partial<Message>): PushedReading[] {
  const { currentA, currentB } = fields;
  const device = textOf(fields.deviceId) ?? textOf(msg.deviceId);
  const amperes = (currentB === undefined ? [currentA] : [currentA, currentB]).map(numberOf);
  if (device === undefined || !amperes.every((ampere) => ampere !== undefined)) return [];
  const ts = numberOf(fields.ts) ?? numberOf(msg.ts);
  const [deliveredWh, generatedWh] = [numberOf(fields.energyDeliveredWh), numberOf(fields.energyGeneratedWh)];
  return [{ device, amperes, ...defined({ deliveredWh, generatedWh, ts }) }];
}
