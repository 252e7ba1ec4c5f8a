import type { InputOf, TokenKind } from '../../src/catalog';
import type { Client } from '../../src/client';
import { defined } from '../../src/object';
import type { DeviceEntry } from '../../src/runtime';

/** The devices to list, by at most one criterion. spec 4.2 */
export interface DeviceQuery {
  readonly filter?: InputOf<'devices.list'>['filter'];
  /** Absent: any credential of the account. */
  readonly token?: TokenKind;
}

/** The devices, page by page. */
export async function* findDevices(
  client: Client,
  { filter, token }: DeviceQuery,
  signal: AbortSignal,
): AsyncGenerator<DeviceEntry[]> {
  const input = filter === undefined ? {} : { filter };
  const options = { signal, ...defined({ token }) };
  for await (const { items } of client.pages('devices.list', input, options)) yield items;
}

/** A device as one row of a table; unknown values are left out. */
export function deviceRow(device: DeviceEntry, locationPath?: (locationId: string) => string | undefined) {
  const { id, loadDetails, locationId, ...rest } = device;
  const location = locationId === undefined ? undefined : locationPath?.(locationId);
  const row = {
    deviceId: id,
    ...rest,
    locationId,
    location,
    loadType: loadDetails?.type,
    manufacturerName: loadDetails?.manufacturerName,
    modelName: loadDetails?.modelName,
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
