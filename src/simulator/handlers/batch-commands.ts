import { type AnswerOf, catalog, type InputOf, limits } from '../../catalog';
import { defined } from '../../object';
import { createCheck } from '../../schema';
import { locationIdsAtOrBelow, mayView, notFound, visibleDevices } from '../find';
import { type HandlerContext, type HandlersOf, ServiceRefusal } from '../handler';
import { timerProblem } from '../operate-handle';
import { beginRun } from '../processes/batch-run';
import { planOf } from '../processes/batch-schedule';
import type { BatchState } from '../service-state';
import { meets } from './criteria';
import { fieldRefusal, fieldsRefusal } from './field-refusal';
import { isoInstant } from './iso-instant';

type Command = Pick<InputOf<'batchCommands.create'>['body'], 'path' | 'body'>;

/** The body of a batch is that of the operation at its path. spec 4.4 */
const bodyChecks: Readonly<Record<Command['path'], ReturnType<typeof createCheck>>> = {
  '/meter/settings/waveformConfiguration': createCheck(catalog['waveformConfiguration.set'].body, 'body'),
  '/bargraph/settings/mode': createCheck(catalog['bargraphMode.set'].body, 'body'),
  '/bargraph/settings/colors': createCheck(catalog['bargraphColors.set'].body, 'body'),
  '/meter/settings/loadPresentThreshold': createCheck(catalog['loadPresentThreshold.set'].body, 'body'),
  '/telemetry/settings/alignment': createCheck(catalog['telemetryAlignment.set'].body, 'body'),
  '/breaker/remoteHandle/position': createCheck(catalog['remoteHandle.setPosition'].body, 'body'),
};

function requireBody({ path, body }: Command): void {
  const problems = bodyChecks[path](body);
  if (problems.length > 0)
    throw fieldsRefusal(problems.map(({ field, message }) => ({ propertyName: field, message })));
  if (path !== '/breaker/remoteHandle/position') return;
  const timer = timerProblem(body as InputOf<'remoteHandle.setPosition'>['body']);
  if (timer !== undefined)
    throw new ServiceRefusal(400, timer, [{ propertyName: 'body.secondsUntilReset', message: timer }]);
}

/** The devices of a batch: those named, else all at or below its location as of now. */
function devicesOf(
  context: HandlerContext,
  locationId: string | undefined,
  named: readonly string[] | undefined,
): string[] {
  const visible = visibleDevices(context);
  if (
    locationId !== undefined &&
    !context.state.locations.some(({ id, organizationId }) => id === locationId && mayView(context, organizationId))
  )
    throw fieldRefusal('locationId', 'is not a location of the organization');
  if (named !== undefined && named.length > 0) {
    const foreign = named.find((deviceId) => !visible.some(({ id }) => id === deviceId));
    if (foreign !== undefined)
      throw fieldRefusal('deviceIds', `names ${foreign}, which is not a device of the organization`);
    return [...new Set(named)];
  }
  if (locationId === undefined) throw fieldRefusal('deviceIds', 'is required when locationId is absent');
  const within = locationIdsAtOrBelow(context.state, locationId);
  const there = visible.filter((device) => within.has(device.locationId)).map(({ id }) => id);
  if (there.length === 0) throw fieldRefusal('locationId', 'has no devices at or below it');
  return there;
}

function requireOrder(startTime: string | undefined, endTime: string | undefined, now: number, field: string): void {
  if (endTime === undefined) return;
  const end = Date.parse(endTime);
  if (startTime !== undefined && end <= Date.parse(startTime)) throw fieldRefusal(field, 'must be after startTime');
  if (end <= now) throw fieldRefusal(field, 'must be in the future');
}

function defaultEnd(now: number): string {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + limits.batchEndTimeDefaultYears);
  return end.toISOString();
}

function add(
  context: HandlerContext,
  batch: Pick<BatchState, 'type' | 'locationId' | 'clock' | 'sun'>,
  deviceIds: readonly string[],
): BatchState {
  const { state, caller, clock, newId } = context;
  const now = clock.now();
  const plan = planOf(state, batch);
  if (plan.kind === 'wrong') throw fieldsRefusal(plan.problems);
  const startTime = batch.clock?.startTime;
  const first =
    plan.kind === 'recurring'
      ? plan.next(now - 1)
      : Math.max(now, startTime === undefined ? now : Date.parse(startTime));
  if (first === undefined)
    throw fieldRefusal(batch.sun === undefined ? 'cronSchedule' : 'sunSchedule', 'has no run before its end');
  const created: BatchState = {
    id: newId(),
    organizationId: String(caller.organizationId),
    ...batch,
    createdAt: now,
    nextRunAt: first,
    devices: deviceIds.map((deviceId) => ({ deviceId, status: 'queued', at: now })),
  };
  if (plan.kind === 'once' && first <= now) {
    delete created.nextRunAt;
    beginRun(created, now);
  }
  state.batches.push(created);
  return created;
}

function view({
  id,
  locationId,
  organizationId,
  type,
  devices,
  clock,
  sun,
  createdAt,
}: BatchState): AnswerOf<'batchCommands.get'> {
  const { path, body } = clock ?? sun ?? {};
  return {
    id,
    ...defined({ locationId }),
    organizationId,
    type,
    deviceIds: devices.map(({ deviceId }) => deviceId),
    ...(clock === undefined ? {} : { clockSchedule: clockScheduleOf(clock) }),
    ...defined({ sunSchedule: sun?.sunSchedule }),
    createdAt: isoInstant(createdAt),
    ...(path === undefined ? {} : { path, body }),
  };
}

function clockScheduleOf({ startTime, endTime, cronSchedule, timeZone }: NonNullable<BatchState['clock']>) {
  return {
    ...defined({ startTime, endTime }),
    ...(cronSchedule === undefined ? {} : { cronSchedule, timeZone: timeZone ?? 'UTC' }),
  };
}

function findBatch({ state, caller }: HandlerContext, batchId: string): BatchState {
  const batch = state.batches.find(
    ({ id, organizationId }) => id === batchId && organizationId === caller.organizationId,
  );
  if (batch === undefined) throw notFound('Batch command');
  return batch;
}

/** spec 4.4 */
export const batchCommands: HandlersOf<'batchCommands'> = {
  'batchCommands.create': ({ body }, context) => {
    const now = context.clock.now();
    const deviceIds = devicesOf(context, body.locationId, body.deviceIds);
    const recurring = body.cronSchedule !== undefined;
    for (const field of ['endTime', 'timeZone'] as const)
      if (!recurring && body[field] !== undefined) throw fieldRefusal(field, 'is only valid with cronSchedule');
    requireOrder(body.startTime, body.endTime, now, 'endTime');
    requireBody(body);
    const { locationId } = body;
    const clock = recurring ? { ...body, endTime: body.endTime ?? defaultEnd(now) } : body;
    const batch = { type: 'deviceBatchCommand', ...defined({ locationId }), clock } as const;
    return view(add(context, batch, deviceIds));
  },

  'batchCommands.createSun': ({ body }, context) => {
    const now = context.clock.now();
    const { locationId, sunSchedule } = body;
    const deviceIds = devicesOf(context, locationId, body.deviceIds);
    const location = context.state.locations.find(({ id }) => id === locationId);
    if (location?.locationType !== 'address' || location.details.address?.coordinates === undefined)
      throw fieldRefusal('locationId', 'must be a location of type address with coordinates');
    requireOrder(sunSchedule.startTime, sunSchedule.endTime, now, 'sunSchedule.endTime');
    requireBody(body);
    const sun = { ...body, sunSchedule: { ...sunSchedule, endTime: sunSchedule.endTime ?? defaultEnd(now) } };
    return view(add(context, { type: 'deviceSunBatchCommand', locationId, sun }, deviceIds));
  },

  'batchCommands.list': ({ filter }, { state, caller }) =>
    state.batches
      .filter(({ organizationId }) => organizationId === caller.organizationId)
      .filter(({ locationId, type }) => meets(filter, { locationId, type }))
      .map(view),

  'batchCommands.get': ({ path }, context) => view(findBatch(context, path.id)),

  'batchCommands.cancel': ({ path }, context) => {
    const batch = findBatch(context, path.id);
    if (batch.step?.name === 'running') throw new ServiceRefusal(400, 'The batch command is in progress');
    if (batch.nextRunAt === undefined) throw new ServiceRefusal(400, 'The batch command is completed');
    delete batch.nextRunAt;
    delete batch.step;
    for (const device of batch.devices) {
      device.status = batch.lastRunAt === undefined ? 'updated' : 'cancelled';
      device.at = context.clock.now();
    }
    return undefined;
  },

  'batchCommands.devices': ({ path }, context) => {
    const batch = findBatch(context, path.id);
    const { startTime, endTime, cronSchedule } = batch.clock ?? batch.sun?.sunSchedule ?? {};
    return batch.devices.map(({ deviceId, status, at }) => ({
      deviceId,
      batchCommandId: batch.id,
      status,
      timestamp: isoInstant(at),
      ...defined({ startTime, endTime }),
      scheduleType: batch.type,
      ...defined({ cronSchedule }),
    }));
  },
};
