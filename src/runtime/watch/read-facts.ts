import type { CallOptions, Client } from '../../client';
import { splitReadings } from '../../receiver';
import { type Counters, countersOf, dayStartOf, type Fact, type Facts } from '../../watch';
import { readHistory } from '..';
import type { DeviceRead } from './polls';

/** What a read has told of a device, and when it was answered on the monotonic clock. */
export interface KnownFacts {
  readonly facts: Facts;
  readonly receivedAtMs: number;
}

type Tree = Readonly<Record<string, unknown>>;

/** Reads a device in one call. spec 2.5, 2.6, 2.11 */
export async function readFacts(
  client: Client,
  kind: DeviceRead,
  deviceId: string,
  options: CallOptions,
): Promise<KnownFacts> {
  switch (kind) {
    case 'meter': {
      const { data, receivedAtMs } = await client.call('meter.reading', { path: { deviceId } }, options);
      return { facts: factsOfTree({ meter: { telemetry: data } }, data.ts), receivedAtMs };
    }
    case 'data': {
      const { data, receivedAtMs } = await client.call('deviceData.get', { filter: { deviceId } }, options);
      return { facts: factsOfTree(data), receivedAtMs };
    }
    case 'charger': {
      const { data, receivedAtMs } = await client.call('evse.state', { path: { deviceId } }, options);
      return { facts: factsOfTree({ evse: { metadata: data } }), receivedAtMs };
    }
  }
}

/** The last report before midnight lies within. */
const dayMarginMs = 900_000;

/** The counters of a device since shortly before local midnight. spec 2.5 */
export async function readDayCounters(
  client: Client,
  deviceId: string,
  { nowMs, timeZone, signal }: { readonly nowMs: number; readonly timeZone: string; readonly signal: AbortSignal },
): Promise<Counters[]> {
  const range = { fromMs: dayStartOf(nowMs, timeZone) - dayMarginMs, toMs: nowMs };
  const counters: Counters[] = [];
  for await (const items of readHistory(client, deviceId, range, signal, 'poll'))
    for (const item of items) {
      const told = countersOf(factsOfTree({ meter: { telemetry: item } }, item.ts));
      if (told !== undefined) counters.push(told);
    }
  return counters;
}

/** The values of a tree of channels by their paths; those without a time of their own have the one given, epoch s. */
export function factsOfTree(tree: Tree, ts = 0): Facts {
  const envelope = { deviceId: '', serialNumber: '', schemaVersion: '', transactionId: '' };
  const facts = new Map<string, Fact>();
  for (const reading of splitReadings({ ...tree, ...envelope, ts } as Parameters<typeof splitReadings>[0]))
    facts.set(reading.path, { value: reading.value, ts: reading.ts });
  return facts;
}
