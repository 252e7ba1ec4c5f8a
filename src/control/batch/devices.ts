import { type Client, ClientError } from '../../client';
import { isKnownHardware } from '../../directory';
import { type Problem, problem } from '../../schema';
import { refusedDevice } from '../interlocks/refusal';
import { signalPart } from '../write/write-request';
import { type BatchBody, callOf, handleCommandOf } from './batch-body';
import { findSunPlace } from './sun-place';

interface DeviceRules {
  /** The ceiling on devices that were not picked one by one. */
  readonly maxDevices: number;
  /** The devices of the batch were picked one by one. */
  readonly picked: boolean;
  /** Whether batches that write settings name each device, as those that operate breakers always do. */
  readonly namesEach: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Devices of a location that are left out because the service does not say whether they are breakers. */
  readonly onUnknownType?: ((deviceIds: readonly string[]) => void) | undefined;
}

/**
 * Returns the batch with its device ids. Where each device is named, a location is replaced by the ids of its devices, so
 * that the batch operates exactly these devices and none that is added later. Refuses more devices than the ceiling.
 */
export async function withDeviceIds(client: Client, order: BatchBody, rules: DeviceRules): Promise<BatchBody> {
  const { maxDevices, picked, namesEach, signal, onUnknownType } = rules;
  const { deviceIds, locationId } = order;
  if (deviceIds !== undefined && deviceIds.length > 0) {
    const distinctIds = [...new Map(deviceIds.map((id) => [id.toLowerCase(), id])).values()];
    if (!picked) checkCeiling(order, distinctIds.length, maxDevices);
    return { ...order, deviceIds: distinctIds };
  }
  if (locationId === undefined) return order;
  const input = { filter: { ancestorLocationId: locationId } };
  // Not from a cache: an added device must not be missed, and a removed one must not be operated.
  const data = await client.list('devices.list', input, signalPart(signal));
  const operates = handleCommandOf(order) !== undefined;
  const fitting = operates ? data.filter(({ hardwareType }) => hardwareType === 'emcb') : data;
  const ofUnknownType = operates ? data.filter(({ hardwareType }) => !isKnownHardware(hardwareType)) : [];
  if (fitting.length === 0) throw batchRefusal('NOT_FOUND', order, [noDeviceFits('locationId', ofUnknownType.length)]);
  checkCeiling(order, fitting.length, maxDevices);
  if (ofUnknownType.length > 0) onUnknownType?.(ofUnknownType.map(({ id }) => id));
  return operates || namesEach ? { ...order, deviceIds: fitting.map(({ id }) => id) } : order;
}

/** No device of a location fits; `unknownTypes`: of how many the service does not say what they are. */
export function noDeviceFits(field: string, unknownTypes: number): Problem {
  const message = 'has no device that fits at or below it';
  return unknownTypes === 0
    ? problem(field, 'noDeviceFits', message)
    : problem(
        field,
        'noDeviceFitsKnown',
        `${message}; of ${unknownTypes} the service does not say whether they are breakers or chargers`,
        { count: unknownTypes },
      );
}

function checkCeiling(order: BatchBody, count: number, maxDevices: number): void {
  if (count <= maxDevices) return;
  const why = `${count} devices are more than the ceiling of ${maxDevices}`;
  throw batchRefusal('BLOCKED_BY_INTERLOCK', order, [problem('deviceIds', 'ceiling', why, { count, max: maxDevices })]);
}

/** Checks each device. Throws one error with every refused device; its code is that of the first. */
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
    return refusedDevice(`deviceIds[${index}]`, deviceIds[index] ?? '', error);
  });
  throw batchRefusal((first.error as ClientError).code, order, refusals);
}

/**
 * The address whose sun a batch follows: its location, or the nearest above it with coordinates; undefined for a batch by
 * the clock. Refuses a location without.
 */
export async function sunPlaceOfBatch(
  client: Client,
  order: BatchBody,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { id, input } = callOf(order);
  if (id !== 'batchCommands.createSun') return undefined;
  const place = await findSunPlace(client, input.body.locationId, signalPart(signal));
  if (place !== undefined) return place.id;
  throw batchRefusal('INVALID_INPUT', order, [
    problem('locationId', 'coordinates', 'must be an address with coordinates, or lie within one'),
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
