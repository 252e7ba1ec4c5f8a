import { customRange, locationPaths, recentRange, sendRows } from '../../src/runtime';
import { type Context, type DeviceInput, requiredString, resolveDeviceIds } from './device-input';
import { type DeviceQuery, deviceRow, findDevices } from './find-devices';
import { type Handle, type HandleRow, readHandleHistory, sortedByTime } from './handle-history';

type Row = Record<string, unknown>;

/** Sends devices, or the history of their handles, as rows of a table. */
export async function doListAction(context: Context, input: DeviceInput): Promise<void> {
  const { config } = context;
  const rows = config.action === 'find' ? await foundDevices(context, input) : await handleRows(context, input);
  await sendRows({
    ...input,
    split: config.split,
    pageSize: config.pageSize ?? 100,
    rows,
  });
}

async function queryOf({ config }: Context, input: DeviceInput): Promise<DeviceQuery> {
  const { filter, filterFrom, filterPlace, scope } = config;
  const token = scope === 'any' ? {} : { token: scope === 'application' ? ('APP' as const) : ('ORG' as const) };
  if (filter === 'all') return token;
  if (filter === 'serial') {
    const value = await input.resolveField('filterValue');
    const serialNumber = requiredString(typeof value === 'number' ? String(value) : value, 'serialNumber');
    return { ...token, filter: { serialNumber } };
  }
  const locationId =
    filterFrom === 'picked' ? filterPlace : requiredString(await input.resolveField('filterValue'), 'locationId');
  return { ...token, filter: filter === 'below' ? { ancestorLocationId: locationId } : { locationId } };
}

async function foundDevices(context: Context, input: DeviceInput): Promise<AsyncIterable<Row[]>> {
  const { config } = context;
  const { account, run } = input;
  const query = await queryOf(context, input);
  const client = await account.client();
  const flat = config.output === 'flat';
  const locationPath =
    flat && config.withPlaces ? locationPaths(await (await account.directory()).locations(run.signal)) : undefined;
  async function* rows() {
    for await (const devices of findDevices(client, query, run.signal))
      yield flat ? devices.map((device) => deviceRow(device, locationPath)) : devices;
  }
  return rows();
}

/** One table of all devices and handles. It is sorted as a whole, so every row is read before the first is sent. */
async function handleRows(context: Context, input: DeviceInput): Promise<AsyncIterable<Row[]>> {
  const { config, clock, status, texts } = context;
  const { account, run } = input;
  const { signal } = run;
  const client = await account.client();
  const nowMs = clock.now() + (client.clockSkewMs() ?? 0);
  const range =
    config.range === 'all'
      ? undefined
      : config.range === 'custom'
        ? customRange(await input.resolveField('from'), await input.resolveField('to'), nowMs)
        : recentRange(config.range, nowMs);
  const { deviceIds } = await resolveDeviceIds(context, input);
  const handles: readonly Handle[] = config.handles === 'both' ? ['remote', 'main'] : [config.handles];
  async function* rows() {
    const allRows: HandleRow[] = [];
    for (const deviceId of deviceIds)
      for (const handle of handles)
        for await (const pageRows of readHandleHistory(client, { deviceId, handle, range, signal })) {
          allRows.push(...pageRows);
          run.allow(60_000);
          status.show('pending', texts('status.items', { count: allRows.length }));
        }
    yield sortedByTime(allRows, config.order).slice(0, config.most ?? 1000) as unknown as Row[];
  }
  return rows();
}
