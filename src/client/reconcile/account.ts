import { type ItemOf, limits } from '../../catalog';
import { createdSince, matchesSubset, type Reconcilers, singleMatch } from './reconciler';

/** Keys are told apart by their validity, which the service counts from when it made them. */
const udpKeyToleranceMs = 60_000;
/** A batch that runs at once may be listed with a start, but with none that lies further ahead. */
const atOnceToleranceMs = 10_000;

export const account: Pick<
  Reconcilers,
  | 'batchCommands.create'
  | 'batchCommands.createSun'
  | 'streams.create'
  | 'deviceStreams.create'
  | 'sharedDeviceStreams.create'
  | 'udpKeys.create'
  | 'locations.create'
  | 'userRoles.assign'
  | 'inviteCodes.create'
  | 'ocppCentralSystems.create'
> = {
  async 'batchCommands.create'({ input: { body }, sentAt, read }) {
    const { path, startTime, endTime, cronSchedule, timeZone } = body;
    const clockSchedule = { startTime, endTime, cronSchedule, timeZone };
    const wanted = { path, body: body.body, locationId: body.locationId, deviceIds: body.deviceIds, clockSchedule };
    const scheduled = Object.values(clockSchedule).some((part) => part !== undefined);
    const filter =
      body.locationId === undefined ? ({ type: 'deviceBatchCommand' } as const) : { locationId: body.locationId };
    const records = await read('batchCommands.list', { filter });
    return singleMatch(
      records.filter(
        (record) =>
          createdSince(sentAt, record.createdAt) &&
          matchesSubset(record, scheduled ? wanted : { ...wanted, clockSchedule: undefined }) &&
          (scheduled || runsAtOnce(record)),
      ),
    );
  },

  async 'batchCommands.createSun'({ input: { body }, sentAt, read }) {
    const records = await read('batchCommands.list', { filter: { locationId: body.locationId } });
    return singleMatch(
      records.filter((record) => createdSince(sentAt, record.createdAt) && matchesSubset(record, body)),
    );
  },

  async 'streams.create'({ input: { body }, read }) {
    const { description, format, webhookStreamConfig } = body;
    const config = webhookStreamConfig === undefined ? undefined : { baseUrl: webhookStreamConfig.baseUrl };
    const records = await read('streams.list', {});
    return singleMatch(
      records.filter((record) => matchesSubset(record, { description, format, webhookStreamConfig: config })),
    );
  },

  async 'deviceStreams.create'({ input: { body }, read }) {
    return singleMatch(await read('deviceStreams.list', { filter: body }));
  },

  async 'sharedDeviceStreams.create'({ input: { body }, read }) {
    const records = await read('sharedDeviceStreams.list', {});
    return singleMatch(records.filter((record) => matchesSubset(record, body)));
  },

  async 'udpKeys.create'({ input: { body }, sentAt, read }) {
    const madeSince = sentAt + limits.udpKeyValidityMs - udpKeyToleranceMs;
    const keys = await read('udpKeys.list', { filter: body });
    const fresh = singleMatch(keys.filter(({ expiresAt }) => createdSince(madeSince, expiresAt)));
    // A key whose value is not listed is of no use: that it exists is not the answer that was asked for.
    return fresh?.happened && fresh.data.value === undefined ? undefined : fresh;
  },

  async 'locations.create'({ input: { body }, read }) {
    const { name, locationType, organizationId, parentLocationId } = body;
    const records = await read('locations.list', { filter: { organizationId } });
    return singleMatch(records.filter((record) => matchesSubset(record, { name, locationType, parentLocationId })));
  },

  async 'userRoles.assign'({ input: { body }, read }) {
    const { email, roleId, locationId, organizationId } = body;
    const scope = locationId ?? organizationId;
    const records = await read('userRoles.list', {});
    return singleMatch(
      records.filter(
        (record) =>
          matchesSubset(record, { email, roleId }) && (record.locationId === scope || record.organizationId === scope),
      ),
    );
  },

  async 'inviteCodes.create'({ input: { body }, sentAt, read }) {
    const codes = await read('inviteCodes.list', { filter: { locationId: body.locationId } });
    return singleMatch(codes.filter((code) => createdSince(sentAt, code.createdAt) && code.roleId === body.roleId));
  },

  async 'ocppCentralSystems.create'({ input: { body }, read }) {
    const records = await read('ocppCentralSystems.list', {});
    return singleMatch(records.filter((record) => matchesSubset(record, body)));
  },
};

function runsAtOnce({ clockSchedule, createdAt }: ItemOf<'batchCommands.list'>): boolean {
  const { cronSchedule, startTime } = clockSchedule ?? {};
  if (cronSchedule !== undefined) return false;
  return startTime === undefined || Date.parse(startTime) <= Date.parse(createdAt ?? '') + atOnceToleranceMs;
}
