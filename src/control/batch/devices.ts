import type { AnswerOf } from '../../catalog';
import { type Client, ClientError } from '../../client';
import { type Problem, problem } from '../../schema';
import { signalPart } from '../write/write-request';
import { type BatchBody, callOf, handleCommandOf } from './order';

interface Ceiling {
  /** On devices that were not picked one by one. */
  readonly maxDevices: number;
  /** The devices of the order were picked one by one. */
  readonly picked: boolean;
  /** Batches that set something on devices are checked too, not only those that operate breakers. */
  readonly checked: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The order with its devices: where those of a location are checked, as breakers that are operated always are, the batch
 * names them, so that it reaches what was checked, and no device that joins the location later. Counts against the ceiling.
 */
export async function nameDevices(client: Client, order: BatchBody, ceiling: Ceiling): Promise<BatchBody> {
  const { maxDevices, picked, checked, signal } = ceiling;
  const { deviceIds, locationId } = order;
  if (deviceIds !== undefined && deviceIds.length > 0) {
    const named = [...new Map(deviceIds.map((id) => [id.toLowerCase(), id])).values()];
    if (!picked) withinCeiling(order, named.length, maxDevices);
    return { ...order, deviceIds: named };
  }
  if (locationId === undefined) return order;
  const input = { filter: { ancestorLocationId: locationId } };
  // Fresh every time: a device that was added must not be missed, one that left must not be operated.
  const { data } = await client.call('devices.list', input, signalPart(signal));
  const operates = handleCommandOf(order) !== undefined;
  const fitting = operates ? data.filter(({ hardwareType }) => hardwareType === 'emcb') : data;
  if (fitting.length === 0)
    throw batchRefusal('NOT_FOUND', order, [problem('locationId', 'empty', 'has no device that fits at or below it')]);
  withinCeiling(order, fitting.length, maxDevices);
  return operates || checked ? { ...order, deviceIds: fitting.map(({ id }) => id) } : order;
}

function withinCeiling(order: BatchBody, count: number, maxDevices: number): void {
  if (count <= maxDevices) return;
  const why = `${count} devices are more than the ceiling of ${maxDevices}`;
  throw batchRefusal('BLOCKED_BY_INTERLOCK', order, [problem('deviceIds', 'ceiling', why)]);
}

/** Checks each device and ends with one error that names all that are refused; its code is that of the first. */
export async function checkEach(
  order: BatchBody,
  check: (deviceId: string) => void | Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const { deviceIds = [] } = order;
  const outcomes = await Promise.allSettled(deviceIds.map(async (deviceId) => check(deviceId)));
  signal?.throwIfAborted();
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [{ index, error: outcome.reason as unknown }] : [],
  );
  const [first] = failures;
  if (first === undefined) return;
  const refusals = failures.map(({ index, error }) => {
    if (!(error instanceof ClientError) || error.code === 'CLOSED') throw error;
    return problem(`deviceIds[${index}]`, error.code, error.message);
  });
  throw batchRefusal((first.error as ClientError).code, order, refusals);
}

type Location = AnswerOf<'locations.get'>;

/** Where the sun of a location is asked for; undefined when it is no address with coordinates. spec 4.4 */
export function coordinatesOf({
  locationType,
  address,
}: Location): { latitude: string; longitude: string } | undefined {
  const { latitude, longitude } = address?.coordinates ?? {};
  return locationType !== 'address' || latitude === undefined || longitude === undefined
    ? undefined
    : { latitude, longitude };
}

/** A batch by the sun needs a location with coordinates. */
export async function checkPlace(client: Client, order: BatchBody, signal?: AbortSignal): Promise<void> {
  const { id, input } = callOf(order);
  if (id !== 'batchCommands.createSun') return;
  const path = { locationId: input.body.locationId };
  const { data } = await client.call('locations.get', { path }, signalPart(signal));
  if (coordinatesOf(data) === undefined)
    throw batchRefusal('INVALID_INPUT', order, [
      problem('locationId', 'coordinates', 'must be a location of type address with coordinates'),
    ]);
}

/** The error of a batch that is not created, with every reason. */
export function batchRefusal(
  code: ClientError['code'],
  order: BatchBody,
  validations: readonly Problem[],
): ClientError {
  const why = validations.map(({ message }) => message).join('; ');
  return new ClientError(code, why, { operation: callOf(order).id, validations, retryable: false });
}
