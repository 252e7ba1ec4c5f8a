import type { AnswerOf, OperationId } from '../../catalog';
import { type Client, ClientError } from '../../client';
import type { Clock } from '../../clock';
import { type Problem, problem } from '../../schema';
import type { DeviceChange } from '../device/request';
import { type DeviceRequest, signalPart, type WriteRequest } from '../write/write-request';
import { checkAge } from './command-age';
import { createProtection } from './protection';
import { refusal } from './refusal';
import type { SafetySettings } from './safety';

type Device = AnswerOf<'devices.get'>;

/**
 * Refuses changes of a device that are too old, muted, protected, unconfirmed or to a location that cannot have
 * devices.
 */
export function createDeviceInterlocks(client: Client, clock: Clock, safety: SafetySettings) {
  const protection = createProtection(safety);

  /** Never cached: the load of a device decides whether it may be interrupted. */
  async function deviceOf({ deviceId, signal }: DeviceRequest): Promise<Device> {
    return (await client.call('devices.get', { path: { deviceId } }, signalPart(signal))).data;
  }

  async function locationOf(locationId: string, request: DeviceRequest): Promise<AnswerOf<'locations.get'>> {
    return (await client.call('locations.get', { path: { locationId } }, signalPart(request.signal))).data;
  }

  return {
    deviceOf,
    checkAge: (request: WriteRequest & { readonly deviceId: string }, operation: OperationId): number =>
      checkAge(request, clock, safety, operation),

    /** A restart or a factory reset interrupts a device, so a protected device is refused. */
    async checkInterruptible(request: DeviceRequest, operation: OperationId): Promise<void> {
      const { deviceId } = request;
      const by =
        protection.reasonById(deviceId) ?? protection.reasonByLoad((await deviceOf(request)).loadDetails?.type);
      if (by !== undefined) throw refusal('BLOCKED_BY_INTERLOCK', deviceId, by.why, by.reason, operation);
    },

    /** Settings decide which events of a device are noticed, so those of a protected device are not changed. */
    async checkSettable(request: DeviceRequest, operation: OperationId): Promise<void> {
      const { deviceId } = request;
      const by = await protection.reason(deviceId, async () => (await deviceOf(request)).loadDetails?.type);
      if (by === undefined) return;
      const { why, reason } = by;
      throw refusal(
        'BLOCKED_BY_INTERLOCK',
        deviceId,
        `${why}: its settings are not changed`,
        reason.kind === 'protectedLoad'
          ? { kind: 'protectedLoadSettings', load: reason.load }
          : { kind: 'protectedSettings' },
        operation,
      );
    },

    /** Refuses a new load type that would end the protection of the device. */
    checkLoadType({ id, loadDetails }: Device, change: DeviceChange): void {
      const [before, after] = [loadDetails?.type, change.loadDetails?.type];
      const by = protection.reasonByLoad(before);
      if (
        after !== undefined &&
        before !== undefined &&
        by !== undefined &&
        protection.reasonByLoad(after) === undefined
      )
        throw refusal(
          'BLOCKED_BY_INTERLOCK',
          id,
          `${by.why}: named otherwise it would lose its protection`,
          { kind: 'loadTypeKept', load: before },
          'devices.update',
        );
    },

    /** Devices are at equipment locations, and stay in their organization. spec 2.2, 4.2 */
    async checkLocation(device: Device, locationId: string, request: DeviceRequest): Promise<void> {
      const refuse = (found: Problem) =>
        new ClientError('INVALID_INPUT', `${device.id} cannot be moved there`, {
          operation: 'devices.update',
          deviceId: device.id,
          validations: [found],
          retryable: false,
        });
      const location = await locationOf(locationId, request).catch((error: unknown) => {
        if (error instanceof ClientError && error.code === 'NOT_FOUND')
          throw refuse(
            problem('locationId', 'unknownLocation', `${locationId} is not a location that this account can see`),
          );
        throw error;
      });
      if (location.locationType !== undefined && location.locationType !== 'equipment')
        throw refuse(
          problem(
            'locationId',
            'locationType',
            `${location.name} is of type ${location.locationType}: devices are at equipment locations`,
            { name: location.name ?? locationId, type: location.locationType },
          ),
        );
      if (device.locationId === undefined || location.organizationId === undefined) return;
      const now = await locationOf(device.locationId, request);
      if (now.organizationId !== undefined && now.organizationId !== location.organizationId)
        throw refuse(problem('locationId', 'organization', `${location.name} belongs to another organization`));
    },
  };
}
