import {
  checkInput,
  checkWritten,
  devicePlaces,
  type OperationId,
  withDevicesAt,
  withoutRepeats,
} from '../../src/catalog';
import { ClientError } from '../../src/client';
import { idKey } from '../../src/directory';
import { refusalReason, withReason } from '../../src/refusal';
import { type Account, type InputRun, resolveDevices } from '../../src/runtime';

/** A call by the ids of its devices. */
export interface ResolvedCall {
  readonly operation: OperationId;
  readonly input: object;
  /** The devices that it names, each once. */
  readonly deviceIds: readonly string[];
}

/**
 * Resolves the names and serial numbers in the input of a call. A text that names no device, or two, is refused with
 * everything else that is wrong with the input; what is no text is left to the operator.
 */
export async function withDeviceIds(
  account: Pick<Account, 'known'>,
  {
    operation,
    input,
    asWritten,
  }: { readonly operation: OperationId; readonly input: object; readonly asWritten: boolean },
  { circuits, signal }: Pick<InputRun, 'circuits' | 'signal'>,
): Promise<ResolvedCall> {
  const places = devicePlaces(operation, input).filter(({ value }) => typeof value === 'string' && value !== '');
  if (places.length === 0) return { operation, input, deviceIds: [] };
  const fieldOf = (index: number) => places[index]?.field ?? '';
  const texts = places.map(({ value }) => value);
  try {
    const deviceIds = await resolveDevices(account, texts, { circuits, signal, fieldOf });
    // Two ways to name a device are one device, which must not be commanded twice.
    const resolved = withoutRepeats(withDevicesAt(input, places, deviceIds), places);
    return { operation, input: resolved, deviceIds: [...new Map(deviceIds.map((id) => [idKey(id), id])).values()] };
  } catch (error) {
    if (!(error instanceof ClientError) || error.code !== 'INVALID_ID') throw error;
    const named = withDevicesAt(
      input,
      places,
      places.map(() => 'named'),
    );
    const others = asWritten ? checkWritten(operation, named) : checkInput(operation, named).problems;
    const { validations, ...cause } = error.cause;
    throw new ClientError(error.code, error.message, { ...cause, validations: [...validations, ...others] });
  }
}

/** The error of a call with the only device that the call names, so that people are told which one it is. */
export function withDeviceOfCall(error: unknown, deviceIds: readonly string[]): unknown {
  const [deviceId] = deviceIds;
  if (!(error instanceof ClientError) || deviceId === undefined || deviceIds.length > 1) return error;
  if (error.cause.deviceId !== undefined) return error;
  return withReason(new ClientError(error.code, error.message, { ...error.cause, deviceId }), refusalReason(error));
}
